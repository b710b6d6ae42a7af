"""A PostgreSQL server of one's own, where its programs are installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.visitors import free_port

AS_POSTGRES = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
"""PostgreSQL does not run as root."""
_FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
"""Where Debian puts what is not for everybody's path."""
_PATH = os.pathsep.join([os.environ.get("PATH", ""), *map(str, _FOLDERS)])
TOOLS = {name: shutil.which(name, path=_PATH) for name in ("initdb", "pg_ctl")}
IS_INSTALLED = None not in TOOLS.values()


class Postgres:
    """A server with an empty database; it can be stopped and started."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, free_port()
        self.url = f"postgresql://kibitz@127.0.0.1:{self._port}/postgres"
        self._run("initdb", "-A", "trust", "-U", "kibitz")

    def start(self) -> None:
        folder = self._folder
        settings = f"-p {self._port} -c listen_addresses=127.0.0.1 -c fsync=off "
        settings += f"-c unix_socket_directories={folder}"
        self._run("pg_ctl", "-o", settings, "-l", str(folder / "log"), "-w", "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-m", "immediate", "-w", "stop")

    def _run(self, tool: str, *arguments: str) -> None:
        found, quiet = TOOLS[tool], subprocess.DEVNULL
        assert found is not None
        command = [*AS_POSTGRES, found, "-D", str(self._folder / "data"), *arguments]
        subprocess.run(command, check=True, stdout=quiet, stderr=quiet, cwd="/")


@contextmanager
def postgres() -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="kibitz-postgres-"))  # pytest's own are for its user only
    folder.chmod(0o777)
    try:
        server = Postgres(folder)
        server.start()
        yield server
        server.stop()
    finally:
        shutil.rmtree(folder)
