# One environment for everything: made from requirements.txt, remade when that file changes.
PY ?= python3
V := .venv
VB := .venv-bench
BIN := $(V)/bin
PIP := -m pip install -q --disable-pip-version-check

.PHONY: help demo test thorough lint format check bench clean
.DELETE_ON_ERROR:

help:
	@echo 'make demo    play, verify, store and show a few games (DASHBOARD=0: stop after the report)'
	@echo 'make test    run all tests, the long ones in part'
	@echo 'make thorough  run the long tests as a whole (an hour)'
	@echo 'make lint    format check, lint, types, import rules'
	@echo 'make check   lint and test'
	@echo 'make format  rewrite the code in the common format'
	@echo 'make bench   measure, with a peer beside it'
	@echo 'make clean   remove the environments, caches and demo output'

define make_venv
	@command -v $(PY) >/dev/null 2>&1 || { \
	  echo "Emberlog needs Python 3.11 or newer; there is no '$(PY)'. Install one or say: make PY=/path/to/python3" >&2; exit 1; }
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Emberlog needs Python 3.11 or newer; '$(PY)' is $$($(PY) -V 2>&1). Say: make PY=/path/to/python3.11" >&2; exit 1; }
	@$(PY) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "'$(PY)' has no venv module. On Debian and Ubuntu install the package python3-venv, then try again." >&2; exit 1; }
	@echo "Preparing $(1) (about a minute, once)" >&2
	@$(PY) -m venv $(1)
endef

$(V)/.ok: pyproject.toml requirements.txt
	$(call make_venv,$(V))
	@$(BIN)/python $(PIP) --require-hashes -r requirements.txt
	@$(BIN)/python $(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(VB)/.ok: benchmarks/requirements.txt
	$(call make_venv,$(VB))
	@$(VB)/bin/python $(PIP) --require-hashes -r benchmarks/requirements.txt
	@touch $@

demo: $(V)/.ok
	$(BIN)/emberlog demo

test: $(V)/.ok
	$(BIN)/python -m pytest -n auto --dist loadfile

thorough: $(V)/.ok
	THOROUGH=1 $(BIN)/python -m pytest -m slow

lint: $(V)/.ok
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: $(V)/.ok
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

check: lint test

bench: $(V)/.ok $(VB)/.ok
	$(BIN)/python benchmarks/run.py

clean:
	rm -rf $(V) $(VB) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis dist demo-data
	find engine ingest dashboard tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
