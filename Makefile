# The house's commands. Everything runs in .venv, which is made from the lock files and needs no other rights than yours:
# `make run` installs what the service needs (requirements.lock), all other commands what developers need as well.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# Tests often wait for a running service, so more workers than cores.
WORKERS ?= 4

# Tests start services by the dozen; each would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

# What is named after "bench" are its sections, and no goals of their own.
SECTIONS := $(if $(filter bench,$(firstword $(MAKECMDGOALS))),$(wordlist 2,99,$(MAKECMDGOALS)))
$(if $(SECTIONS),$(eval $(SECTIONS):;@:))

.DEFAULT_GOAL := help
.PHONY: run test test-all check contract clients pictures golden fuzz fuzz-long generators outsider overload image-run kills campaign-kills rolling bench house release images help lock clean

run: $(if $(wildcard .venv/ok),.venv/ok,.venv/runs) ## Start the service on 127.0.0.1:8000; encounters are kept in data/
	$(BIN)/umpire serve $(if $(UMPIRE_REDIS_URL),,--data data)

# mypy uses one core, so the tests run beside the check.
test: .venv/ok ## Run what every change must pass: all tests but the long ones, and make check beside them
	$(BIN)/python -m pytest -p tests.forks --forks $(WORKERS) -p tests.beside --beside "$(MAKE) --no-print-directory check" -m "not long"

test-all: .venv/ok ## Run everything, in parts that are resumed; make test-all PART=contract: one part (tests/parts.py)
	$(BIN)/python -m tests.parts $(PART)

check: .venv/ok ## Check format, lint, types and imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

contract: .venv/ok ## Write openapi.yaml and api_schema/ from the registry
	$(BIN)/umpire contract

clients: .venv/ok ## Write the types of clients/ from the contract, and the scripts of the console that are bundled
	$(BIN)/python -m tests.clients

pictures: .venv/ok ## Take and draw the pictures in the README again, in docs/pictures/
	UMPIRE_README_PICTURES=docs/pictures $(BIN)/python -m pytest -n 0 --no-cov tests/console/test_pictures.py tests/contract/test_guides.py

golden: .venv/ok ## Write the golden answers again; the diff is the review
	$(BIN)/python -m tests.golden

fuzz: .venv/ok ## Try the contract, and what viewers get, with many more random requests than make test does
	UMPIRE_FUZZ_EXAMPLES=300 $(BIN)/python -m pytest tests/contract
	UMPIRE_FUZZ_PAIRS=10000 $(BIN)/python -m pytest tests/encounters/test_hidden_numbers.py
	UMPIRE_FUZZ_MUTATIONS=1000 $(BIN)/python -m pytest tests/verifier

fuzz-long: .venv/ok ## Fuzz every operation 500 times, REST and GraphQL, and play chains of requests for 20 minutes; takes hours
	$(BIN)/python -m tests.long fuzz

generators: .venv/ok ## Make clients of the contract with seven generators, check them, and call each
	$(BIN)/python -m tests.long generators

outsider: .venv/ok ## Run schemathesis on the whole contract as a stranger would, without hooks; takes hours. OPTIONS="--include-tag mass"
	$(BIN)/python -m tests.long outsider $(OPTIONS)

overload: .venv/ok ## Give the service twice what it can answer for five minutes, and see it recover
	$(BIN)/python -m tests.long overload

image-run: .venv/ok ## Build the image, run it, and break the composition in four ways, where a container engine is installed
	$(BIN)/python -m tests.long image

kills: .venv/ok ## Kill instances, their processes, the store and the proxy's connections 300 times while players play
	$(BIN)/python -m tests.long kills

campaign-kills: .venv/ok ## Kill processes that play a campaign 200 times on each executor
	$(BIN)/python -m tests.long campaigns

rolling: .venv/ok ## Replace an instance 100 times while players play
	$(BIN)/python -m tests.long rolling

bench: .venv/ok ## Measure requests per second on this machine; make bench pages: pages in Chromium
	$(BIN)/python -m tests.bench $(SECTIONS)

house: .venv/ok ## Print how large the code is, how many rooms an attack passes through, and which rooms are too full
	$(BIN)/python -m tests.house

release: .venv/ok ## Make the wheel, the clients' packages, the plugins, the image's context, the list of packages and the contract in dist/
	$(BIN)/python -m tests.release

images: ## Name the images of deploy/ and the Dockerfile by the digests that their registry has today; needs docker
	@grep -rhoE '[a-z/]+:[0-9][[:alnum:].-]*@sha256:[0-9a-f]{64}' Dockerfile deploy | sort -u | while read -r image; do \
	  name=$${image%@*}; digest=$$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$$name") || exit 1; \
	  echo "$$name@$$digest"; \
	  grep -rlF "$$image" Dockerfile deploy | xargs sed -i.old "s|$$image|$$name@$$digest|" && find . -maxdepth 6 -name '*.old' -delete; done

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

lock: .venv/ok ## Write the lock files again, with the newest versions that pyproject.toml allows
	$(LOCK) pyproject.toml --output-file requirements.lock
	$(LOCK) pyproject.toml --extra cluster --output-file requirements-cluster.lock
	$(LOCK) pyproject.toml --extra mcp --output-file requirements-mcp.lock
	$(LOCK) pyproject.toml --all-extras --group dev --output-file requirements-dev.lock
	$(LOCK) --group build --output-file requirements-build.lock

clean: ## Remove the environment and everything that can be made again
	rm -rf .venv build dist *.egg-info .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache .schemathesis schemathesis-report tests/node/node_modules clients/python/build clients/python/src/*.egg-info clients/*/node_modules clients/*/dist
	find service tests clients -name __pycache__ -type d -prune -exec rm -rf {} +

LOCK := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-strip-extras --system-certs \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

# The stamps: as long as one is newer than its lock file, the environment is what the lock file says.
# A lock file names everything, so nothing has to be resolved (--no-deps); modules are compiled by all cores.
.venv/runs: requirements.lock requirements-build.lock
	@$(MAKE_ENVIRONMENT)
	@echo "2/4 Installing the $$(grep -c == requirements.lock) packages of requirements.lock"
	@$(PIP) install --no-compile --no-deps --require-hashes -r requirements.lock -r requirements-build.lock
	@echo "3/4 Installing Umpire"
	@$(INSTALL_UMPIRE)
	@echo "4/4 Compiling all modules"
	@$(BIN)/python -m compileall -q -j 0 $(BIN)/../lib service
	@touch $@

.venv/ok: requirements-dev.lock
	@$(MAKE_ENVIRONMENT)
	@echo "2/3 Installing the $$(grep -c == requirements-dev.lock) packages of requirements-dev.lock (a minute or two, once)"
	@$(PIP) install --quiet --require-hashes -r requirements-dev.lock
	@echo "3/3 Installing Umpire"
	@$(INSTALL_UMPIRE)
	@touch $@

define MAKE_ENVIRONMENT
$(PYTHON) -c 'import sys; sys.exit("Umpire needs Python 3.11 or newer; name one: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)' \
	&& echo "1/$(if $(findstring runs,$@),4,3) Making the environment .venv" \
	&& { test -x $(BIN)/python || $(PYTHON) -m venv .venv; }
endef
INSTALL_UMPIRE = $(PIP) install --quiet --no-deps --no-build-isolation --editable .
