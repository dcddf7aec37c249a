# The house's commands. Everything runs in .venv, which is made from the lock files and needs no other rights than yours.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# The workers that share the tests: 2 suits a small machine. Tests that ask a running service often wait: two workers more.
WORKERS ?= 2
OTHER_WORKERS ?= 4
# A worker that has nothing left takes over from another; long tests stand side by side.
SHARED := --dist worksteal -n
# The tests that the coverage gate measures; tracing would slow all others, and measure nothing that these leave out.
MEASURED := tests/rules tests/dice
GATE := --cov=service.rules --cov=service.dice --cov-report=term-missing:skip-covered --cov-fail-under=100

# Tests start services by the dozen; each would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

# What is named after "bench" are its sections, and no goals of their own.
SECTIONS := $(if $(filter bench,$(firstword $(MAKECMDGOALS))),$(wordlist 2,99,$(MAKECMDGOALS)))
$(if $(SECTIONS),$(eval $(SECTIONS):;@:))

.DEFAULT_GOAL := help
.PHONY: run test check contract golden fuzz bench help lock clean

run: .venv/ok ## Start the service on 127.0.0.1:8000; encounters are kept in data/
	$(BIN)/umpire serve $(if $(UMPIRE_REDIS_URL),,--data data)

test: check ## Run everything that a change must pass: make check, then all tests with the coverage gate
	$(BIN)/python -m pytest $(SHARED) $(OTHER_WORKERS) $(addprefix --ignore=,$(MEASURED))
	$(BIN)/python -m pytest $(SHARED) $(WORKERS) $(GATE) $(MEASURED)

check: .venv/ok ## Check format, lint, types and imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

contract: .venv/ok ## Write openapi.yaml and api_schema/ from the registry
	$(BIN)/umpire contract

golden: .venv/ok ## Write the golden answers again; the diff is the review
	$(BIN)/python -m tests.golden

fuzz: .venv/ok ## Try the contract, and what viewers get, with many more random requests than make test does
	UMPIRE_FUZZ_EXAMPLES=300 $(BIN)/python -m pytest tests/contract
	UMPIRE_FUZZ_PAIRS=10000 $(BIN)/python -m pytest tests/encounters/test_hidden_numbers.py

bench: .venv/ok ## Measure requests per second on this machine; make bench pages: pages in Chromium
	$(BIN)/python -m tests.bench $(SECTIONS)

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

lock: .venv/ok ## Write the lock files again, with the newest versions that pyproject.toml allows
	$(LOCK) pyproject.toml --output-file requirements.lock
	$(LOCK) pyproject.toml --all-extras --group dev --output-file requirements-dev.lock
	$(LOCK) --group build --output-file requirements-build.lock

clean: ## Remove the environment and everything that can be made again
	rm -rf .venv build dist *.egg-info .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache .schemathesis schemathesis-report tests/node/node_modules
	find service tests -name __pycache__ -type d -prune -exec rm -rf {} +

LOCK := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --system-certs \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

# The stamp: as long as it is newer than the lock file, the environment is what the lock file says.
.venv/ok: requirements-dev.lock
	@$(PYTHON) -c 'import sys; sys.exit("Umpire needs Python 3.11 or newer; name one: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	@echo "Making the environment in .venv (a minute or two, once)"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(PIP) install --quiet --require-hashes -r requirements-dev.lock
	@$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@
