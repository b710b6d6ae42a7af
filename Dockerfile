# The table in the browser: `docker build -t kibitz .`, then `docker run -p 8000:8000 kibitz`.
# compose.yaml runs two of these on one PostgreSQL, behind a proxy.
FROM python:3.12-slim
WORKDIR /kibitz
COPY pyproject.toml README.md LICENSE ./
COPY kibitz kibitz
COPY docs docs
RUN pip install --no-cache-dir ".[web]" && useradd --create-home kibitz
USER kibitz
WORKDIR /home/kibitz
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/health', timeout=2)"]
ENTRYPOINT ["kibitz"]
CMD ["serve", "--host", "0.0.0.0", "--log-level", "info"]
