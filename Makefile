# make play    sit down to Golf Six against three bots
# make serve   open tables in the browser
# make test    everything that must hold: style, types, the whole suite
# make fast    the suite without its slow tests
# make bench   how fast it is, beside C and other engines; writes benchmarks/results.md
# make nets    train the nets that come with kibitz, where the rules have changed
# make check   style, types, the arrows between the rooms and, where node is, the pure parts of the page

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.PHONY: help play serve test fast bench nets check style clean

help:
	@sed -n 's/^# make/make/p' Makefile

play: $(VENV)/.installed
	@$(BIN)/kibitz play golf-six

serve: $(VENV)/.installed-web
	@$(BIN)/kibitz serve

test: style
	$(BIN)/pytest -n auto --dist worksteal

fast: $(VENV)/.installed-dev
	$(BIN)/pytest -n auto --dist worksteal -m "not slow"

bench: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks

nets: $(VENV)/.installed-dev
	$(BIN)/python -m tools.nets

check: style
	$(BIN)/pytest tests/architecture tests/web/test_pure.py

style: $(VENV)/.installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis

# The stamps are older than pyproject.toml only when what must be installed may have changed.
# The development install holds everything the plain one does, so it sets both.

$(VENV)/.installed: pyproject.toml
	@$(make_venv)
	@echo "installing kibitz into $(VENV) ..."
	@$(PIP) install --editable .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml
	@$(make_venv)
	@echo "installing kibitz and its development tools into $(VENV) ..."
	@$(PIP) install --editable ".[dev]"
	@touch $(VENV)/.installed $(VENV)/.installed-web $@

$(VENV)/.installed-web: $(VENV)/.installed
	@echo "installing what serving needs into $(VENV) ..."
	@$(PIP) install --editable ".[web]"
	@touch $@

# OpenSpiel is not built for every system; without it the benchmark says so and goes on.
$(VENV)/.installed-bench: $(VENV)/.installed-web
	@echo "installing what kibitz is compared with into $(VENV) ..."
	@$(PIP) install --editable ".[bench]" || echo "OpenSpiel cannot be installed here, its lines will be empty" >&2
	@touch $@

define make_venv
if ! command -v "$(PYTHON)" >/dev/null; then \
  echo "kibitz needs Python 3.11 or newer, and there is no $(PYTHON) here: apt install python3 python3-venv" >&2; exit 1; \
elif ! "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then \
  echo "kibitz needs Python 3.11 or newer, and this is $$("$(PYTHON)" --version): name a newer one, as in make play PYTHON=python3.12" >&2; exit 1; \
elif ! "$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null; then \
  echo "$(PYTHON) comes without venv, which kibitz installs itself into: apt install python3-venv" >&2; exit 1; \
else \
  "$(PYTHON)" -m venv "$(VENV)"; \
fi
endef
