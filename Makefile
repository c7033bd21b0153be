# Everything that people and CI run here. `make` alone lists it.
PYTHON ?= python3
PORT ?= 8000
WORKERS ?= 2
VENV := .venv
BIN := $(VENV)/bin
PACKAGES := accounts api bench examples games ladders moderation notifications operations piecepack_site rights tests

# A stamp is named after the content of what it installed: nothing changed, nothing done.
content = $(shell cat $(1) | cksum | tr ' ' -)
RUN_STAMP := $(VENV)/run-$(call content,requirements.txt).stamp
DEV_STAMP := $(VENV)/dev-$(call content,requirements.txt requirements-dev.txt).stamp
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --require-hashes --only-binary :all: --no-binary http-ece
PYTEST := $(BIN)/python -m pytest -n $(WORKERS)
LOCK := $(BIN)/uv pip compile --quiet --generate-hashes --universal --python-version 3.11
# Checks that load the settings keep what they write out of var/.
OWN_VAR := VAR_DIR=$(VENV)/var

.DEFAULT_GOAL := help
.PHONY: help run test check bench bench-peers simulate-days lock lint types imports templates migrations deploy released clean

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

run: $(RUN_STAMP) ## install what is needed and play at http://127.0.0.1:8000 (another port: PORT=8001)
	@PORT=$(PORT) exec $(BIN)/python manage.py play

test: $(DEV_STAMP) ## run all tests: those of the database on a real PostgreSQL, then everything
	@failed=0; \
	$(BIN)/python -m tests.support.on_postgres $(PYTEST) || failed=1; \
	$(PYTEST) || failed=1; \
	exit $$failed

check: lint types imports templates migrations deploy test ## all that CI checks

bench: $(DEV_STAMP) ## measure; `make bench FAMILY=rules` measures one family
	@$(BIN)/python -m bench $(FAMILY) $(if $(WRITE),--write $(WRITE))

bench-peers: $(DEV_STAMP) ## measure other collections of games beside this one; installs them in bench/peers/.work
	@$(BIN)/python -m bench.peers

simulate-days: $(DEV_STAMP) ## sixty days of 200 people and 500 matches in some minutes; counts what goes wrong
	@$(BIN)/python -m bench.days

lint: $(DEV_STAMP) ## form and style of the Python code
	$(BIN)/ruff format --check
	$(BIN)/ruff check

types: $(DEV_STAMP) ## types
	$(OWN_VAR) $(BIN)/mypy $(PACKAGES)

imports: $(DEV_STAMP) ## which part may import which
	PYTHONPATH=. $(BIN)/lint-imports --no-logo

templates: $(DEV_STAMP) ## form of the templates
	$(BIN)/djlint --lint --quiet .

migrations: $(DEV_STAMP) ## no model change without its migration
	$(OWN_VAR) $(BIN)/python manage.py makemigrations --check --dry-run

deploy: $(DEV_STAMP) ## settings of a server are safe
	$(BIN)/python -m tests.support.server_env $(BIN)/python manage.py check --deploy --fail-level WARNING

lock: $(DEV_STAMP) ## lock the newest versions that suit the .in files
	$(LOCK) --upgrade requirements.in -o requirements.txt
	$(LOCK) --upgrade requirements-dev.in -o requirements-dev.txt
	for part in postgres redis; do \
		$(LOCK) --upgrade --no-deps tests/support/wheels/$$part.in -o tests/support/wheels/$$part.txt || exit 1; \
	done

released: $(DEV_STAMP) ## note which migrations a release has: run it when you tag one
	@$(OWN_VAR) DJANGO_SETTINGS_MODULE=piecepack_site.settings $(BIN)/python -m tests.tooling.expanding > deploy/released.txt

clean: ## remove what these targets made, but not the site's data in var/
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis staticfiles
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "$(PYTHON) is missing or older than Python 3.11: install a newer one, or name it: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) cannot make a virtual environment: install its venv package (on Debian and Ubuntu: python3-venv)." >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)

$(RUN_STAMP): | $(BIN)/python
	@echo "Installing what the site needs; this happens once." >&2
	@$(PIP) -r requirements.txt
	@touch $@

$(DEV_STAMP): | $(BIN)/python
	@echo "Installing what the tests and checks need; this happens once." >&2
	@$(PIP) -r requirements-dev.txt
	@touch $@ $(RUN_STAMP)
