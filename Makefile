# Everything that people and CI run. `make` alone lists the targets.
PYTHON ?= python3
PORT ?= 8000
WORKERS ?= 2
VENV := .venv
BIN := $(VENV)/bin
PACKAGES := accounts analysis api bench clubs engine examples foundation friends games handbook ladders matches meeting moderation notifications operations piecepack_site rights tests

# A stamp is named after the content of the requirements, so nothing is installed twice.
content = $(shell cat $(1) | cksum | tr ' ' -)
RUN_STAMP := $(VENV)/run-$(call content,requirements.txt).stamp
DEV_STAMP := $(VENV)/dev-$(call content,requirements.txt requirements-dev.txt).stamp
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --no-deps --require-hashes --only-binary :all: --no-binary http-ece
PYTEST := $(BIN)/python -m pytest -n $(WORKERS)
# Tests that wait for a server or browser leave a quarter of the cores idle; there are many among all tests.
PYTEST_ALL := $(BIN)/python -m pytest -n $$(( $(WORKERS) + 1 ))
ON_POSTGRES := $(BIN)/python -m tests.support.on_postgres
LOCK := $(BIN)/uv pip compile --quiet --generate-hashes --universal --python-version 3.11
# Checks that load the settings must not write into var/.
OWN_VAR := VAR_DIR=$(VENV)/var
PLAYED := tests/engine/test_goldens.py tests/engine/test_conformance.py tests/engine/test_search.py
# Compile test files once, not again in every process.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run test test-all test-faults check bench bench-peers bench-scale compiled ai-strength pictures simulate-days lock audit sbom release messages help-pages help-pictures compiled-languages lint types imports templates migrations deploy secrets released clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

run: $(RUN_STAMP) compiled-languages ## install the site and play at http://127.0.0.1:8000 (PORT=8001 for another port)
	@PORT=$(PORT) exec $(BIN)/python manage.py play

# Fast, and does nothing if no catalogue has changed.
compiled-languages: $(RUN_STAMP)
	@$(BIN)/python -m foundation.catalogues

messages: $(DEV_STAMP) ## write what can be translated to the catalogues, and how far each language is (ONLY=cs begins another)
	@$(OWN_VAR) $(BIN)/python -m tests.tooling.messages $(ONLY)
	@$(OWN_VAR) $(BIN)/python -m tests.tooling.messages --write

help-pages: $(DEV_STAMP) ## list what help lacks in other languages (FILES=docs/de/players.md notes that this page follows the English)
	@$(OWN_VAR) $(BIN)/python -m tests.tooling.help_pages $(FILES)

help-pictures: $(DEV_STAMP) ## draw the pictures of the help in each language
	@$(BIN)/python -m tests.support.pictures_in_languages help

test: $(DEV_STAMP) ## test every feature, on PostgreSQL and then on SQLite
	@failed=0; \
	$(ON_POSTGRES) $(PYTEST) || failed=1; \
	$(PYTEST) || failed=1; \
	exit $$failed

# Coverage is that of both passes together, since some code is for one database. It is measured by what `make test` runs
# too: `tests/support/selection.py` leaves out what repeats.
# On busy cores one of many thousand tests may fail by chance. It is tried once more, and the first failure is shown.
test-all: $(DEV_STAMP) ## run all tests, also those that repeat, and measure branch coverage
	@failed=0; \
	$(ON_POSTGRES) $(PYTEST_ALL) --reruns 1 --cov --cov-report= --cov-fail-under=0 -m "" || failed=1; \
	$(PYTEST_ALL) --reruns 1 --cov --cov-append -m "" || failed=1; \
	exit $$failed

check: lint types imports templates migrations deploy secrets test-all ## run everything that CI runs

bench: $(DEV_STAMP) ## run the benchmarks (FAMILY=rules for one family, ANSWERS=12 for fewer answers in browsers)
	@$(BIN)/python -m bench $(FAMILY) $(if $(ANSWERS),--answers $(ANSWERS)) $(if $(WRITE),--write $(WRITE))

test-faults: $(DEV_STAMP) ## kill servers and cut lines while 200 matches are played, and count what is lost (MATCHES=20 for fewer)
	@$(BIN)/python -m bench faults $(if $(WRITE),--write $(WRITE))

bench-peers: $(DEV_STAMP) ## run the same benchmarks on other game libraries, installed in bench/peers/.work
	@$(BIN)/python -m bench.peers $(if $(WRITE),--write $(WRITE))

bench-scale: $(DEV_STAMP) ## measure the site with 200,000 running matches and a million that have ended (SCALE=0.01 for fewer, SCALE=5 for more)
	@$(BIN)/python -m bench scale $(if $(WRITE),--write $(WRITE))

compiled: $(DEV_STAMP) ## compile the rules and the search, so that bots think about twice as fast (needs a C compiler)
	@$(BIN)/python -m tests.tooling.compiled $(VENV)/compiled
	@# Delete compiled files that play differently from their source.
	@COMPILED_RULES=$(VENV)/compiled $(BIN)/python -m pytest -n 0 -q -m "" $(PLAYED) || { rm -r $(VENV)/compiled; exit 1; }

ai-strength: $(DEV_STAMP) ## let all AI levels play each other and write docs/ai-strength.md (MINUTES=30 SIMULATIONS=60 for less than a day)
	@$(BIN)/python -m bench.strength --kept $(or $(KEPT),var/ai-strength.jsonl) \
		$(if $(MINUTES),--minutes $(MINUTES)) $(if $(MATCHES),--matches $(MATCHES)) \
		$(if $(SIMULATIONS),--simulations $(SIMULATIONS)) $(if $(LEVELS),--levels $(LEVELS)) \
		$(if $(GAMES),--games $(GAMES)) $(if $(SEED),--seed $(SEED)) $(if $(WORKERS),--workers $(WORKERS)) \
		$(if $(WRITE),--write $(WRITE))

pictures: $(DEV_STAMP) ## draw the pictures of docs/images from a running site
	@$(BIN)/python -m tests.support.pictures
	@$(BIN)/python -m tests.support.pictures_in_languages

simulate-days: $(DEV_STAMP) ## simulate 60 days of 200 people and 500 matches, and count what goes wrong
	@$(BIN)/python -m bench.days

lint: $(DEV_STAMP) ## check the format and style of the Python code
	$(BIN)/ruff format --check
	$(BIN)/ruff check

types: $(DEV_STAMP) ## check the types
	$(OWN_VAR) $(BIN)/mypy $(PACKAGES)

imports: $(DEV_STAMP) ## check the import contracts
	PYTHONPATH=. $(BIN)/lint-imports --no-logo

templates: $(DEV_STAMP) ## check the form and style of the templates
	$(BIN)/djlint --check --quiet .
	$(BIN)/djlint --lint --quiet .

migrations: $(DEV_STAMP) ## check that every model change has a migration
	$(OWN_VAR) $(BIN)/python manage.py makemigrations --check --dry-run

deploy: $(DEV_STAMP) ## check that the settings of a server are safe
	$(BIN)/python -m tests.support.server_env $(BIN)/python manage.py check --deploy --fail-level WARNING

lock: $(DEV_STAMP) ## pin the newest versions that the .in files allow
	$(LOCK) --upgrade requirements.in -o requirements.txt
	$(LOCK) --upgrade requirements-dev.in -o requirements-dev.txt
	for part in postgres redis; do \
		$(LOCK) --upgrade --no-deps tests/support/wheels/$$part.in -o tests/support/wheels/$$part.txt || exit 1; \
	done

audit: $(DEV_STAMP) ## check the pinned packages for known vulnerabilities (needs the network)
	@$(BIN)/python -m tests.tooling.audit $(OPTIONS)

sbom: $(DEV_STAMP) ## write what a server installs to dist/sbom.cdx.json (CycloneDX)
	@mkdir -p dist
	@$(OWN_VAR) $(BIN)/python -m tests.tooling.sbom > dist/sbom.cdx.json
	@echo dist/sbom.cdx.json

release: $(DEV_STAMP) ## make the files of a release in dist/ and sign them (KEY=~/.ssh/id_ed25519)
	@$(OWN_VAR) $(BIN)/python -m tests.tooling.release $(KEY)

secrets: $(DEV_STAMP) ## look for keys, tokens and passwords in the files
	$(BIN)/python -m tests.tooling.leaked

released: $(DEV_STAMP) ## record the migrations of a release: run it when you tag one
	@$(OWN_VAR) DJANGO_SETTINGS_MODULE=piecepack_site.settings $(BIN)/python -m tests.tooling.expanding > deploy/released.txt

clean: ## remove generated files, but keep the site's data in var/
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage staticfiles dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "$(PYTHON) is missing or older than Python 3.11: install a newer one, or pass it: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) cannot create a virtual environment: install its venv package (on Debian and Ubuntu: python3-venv)." >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)

$(RUN_STAMP): | $(BIN)/python
	@echo "Installing the requirements of the site (once)." >&2
	@$(PIP) -r requirements.txt
	@touch $@

$(DEV_STAMP): | $(BIN)/python
	@echo "Installing the requirements of tests and checks (once)." >&2
	@$(PIP) -r requirements-dev.txt
	@touch $@ $(RUN_STAMP)
