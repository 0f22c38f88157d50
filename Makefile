# make run    the web table on http://127.0.0.1:8000 (make run HOST=0.0.0.0: for phones at home too)
# make play   play Perudo in the terminal
# make test   install what the tests need and run them all
# make quick  the tests of the game itself, without services, in under a minute
# make test-plain  all tests of what is compiled, as on a plain processor
# make pages  all tests of the pages, the long ones too
# make check  the tests, and everything else that must hold (format, lint, types, layers)
# make lint   format, lint, types and layers, of Python and of the scripts of the pages
# make docs   build the docs site in site/; make docs-serve: look at it, changes show at once
# make drawings  draw the house and the walk of a bid again, for the documents
# make bench  measure the engine and the bots
# make load   measure the server; make faults: kill, freeze, cut off and starve it
# make scale  measure what play costs, and model a million people from it (some minutes)
# make web-bench  measure weight and speed of the pages; make screens: take their pictures again
# make terminal-bench  measure the table in a terminal; make terminal-screens: its pictures only
# make screens-all  take every state of a table at every size, light and dark, into screens/
# make book   solve the small two-player rounds again for the book of strategies (minutes)
# make lab-bench  measure the batched game; make lab-check: hold it to the engine over 100,000 matches
# make envs-bench  measure the environments
# make teach  teach the coach what actions are worth (an hour on two cores); make coach-numbers: measure how right it is
# make duel  solve rounds of two and teach the champion the solutions (nine minutes on an accelerator)
# make habits  teach the champion what simple players do, to tell them from others (minutes on two cores)
# make envs-values  OpenSpiel solves our games and its own: the same values (some minutes)
# make strength  measure how strong the bots are (some hours; can be stopped and goes on)

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
CATALOGUES := $(wildcard src/perudo/i18n/locale/*/LC_MESSAGES/*.po)
JOBS ?= auto
HOST ?= 127.0.0.1
PORT ?= 8000

.PHONY: run play test quick test-lowest release test-plain pages check lint lint-types lint-style lint-js docs docs-serve \
   drawings bench book load scale faults web-bench screens screens-all terminal-screens terminal-bench \
   strength coach messages \
   requirements lab-bench lab-check envs-bench envs-values teach duel habits coach-numbers clean

run: $(VENV)/.run
	@$(BIN)/perudo serve --host $(HOST) --port $(PORT)

play: $(VENV)/.play
	@$(BIN)/perudo play

# The engine's own tests see every line and branch of it run; watching that slows tests down, so
# the others do without. PostgreSQL, Redis, Chromium, nginx and the like come from the system's packages.
ENGINE_TESTS := tests/clauses tests/properties tests/engine tests/golden
test: $(VENV)/.dev
	$(BIN)/python tools/install_services.py
	$(BIN)/python -m pytest -n $(JOBS) --cov --cov-report=term $(ENGINE_TESTS)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(addprefix --ignore=,$(ENGINE_TESTS))
	$(PLAIN) -m pytest -n $(JOBS) --dist loadfile -m plain $(COMPILED_TESTS)

# What needs no browser, database or server, so that a change of the rules is tried in seconds.
QUICK_TESTS := tests/clauses tests/engine tests/golden tests/records tests/odds tests/bots tests/table \
   tests/solve/test_book.py
quick: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(JOBS) $(QUICK_TESTS)

# The lowest versions that pyproject.toml admits, in an environment of their own.
LOWEST := .venv-lowest
test-lowest: $(VENV)/.dev
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(LOWEST)
	$(BIN)/uv pip compile --quiet --no-header --resolution lowest-direct --extra all \
	  --output-file $(LOWEST)/lowest.txt pyproject.toml
	$(BIN)/uv pip install --quiet --python $(LOWEST)/bin/python -r $(LOWEST)/lowest.txt \
	  axe-playwright-python babel editables hatchling httpx hypothesis pip playwright psutil pytest \
	  pytest-cov pytest-xdist schemathesis
	$(BIN)/uv pip install --quiet --python $(LOWEST)/bin/python --no-build-isolation --no-deps -e .
	$(LOWEST)/bin/python -m pytest -n $(JOBS) --dist worksteal tests

# A wheel and an sdist in dist/; the wheel, in an empty environment, runs the README's example.
release: $(VENV)/.dev
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist
	RELEASE=dist $(BIN)/python -m pytest tests/project/test_release.py

# Compiled loops round differently on another processor. A sample of their tests, marked "plain", is
# part of every run; by files, so that what one process has compiled is not compiled by another.
PLAIN := $(BIN)/python tools/plain_processor.py
COMPILED_TESTS := tests/solve tests/odds tests/arena tests/lab tests/envs tests/train \
   tests/bots/test_champion.py tests/commands/test_solve_command.py
test-plain: $(VENV)/.dev
	$(PLAIN) -m pytest -n $(JOBS) --dist loadfile $(COMPILED_TESTS)

# All tests of the pages, also those that are too long for every day.
pages: $(VENV)/.dev
	LONG=1 $(BIN)/python -m pytest -n $(JOBS) tests/web

check: lint docs test

# With `make --jobs=2 lint` types, which take longest, are looked at beside the rest.
lint: lint-types lint-style lint-js

lint-types: $(VENV)/.dev
	$(BIN)/mypy

lint-style: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports

# The scripts of the pages: types from JSDoc, and habits. Node comes with the Python packages.
JS := tools/js
NODE := $(BIN)/node $(JS)/node_modules
lint-js: $(JS)/node_modules/.installed
	$(NODE)/typescript/bin/tsc -p $(JS)
	$(NODE)/typescript/bin/tsc -p $(JS)/tsconfig.worker.json
	$(NODE)/eslint/bin/eslint.js -c $(JS)/eslint.config.js src/perudo/web/static

$(JS)/node_modules/.installed: $(VENV)/.dev $(JS)/package.json
	$(BIN)/npm install --prefix $(JS) --no-audit --no-fund --silent
	@touch $@

MKDOCS := NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs
docs: $(VENV)/.docs
	$(MKDOCS) build --strict --quiet

docs-serve: $(VENV)/.docs
	$(MKDOCS) serve --dev-addr $(HOST):$(PORT)

drawings: $(VENV)/bin/python
	$(BIN)/python tools/drawings.py

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks.engine
	$(BIN)/python -m benchmarks.bots
	$(BIN)/python -m benchmarks.solve

# The exact strategies that come with the package.
book: $(VENV)/.dev
	$(BIN)/python tools/book.py

lab-bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks.lab

lab-check: $(VENV)/.dev
	$(BIN)/python -m benchmarks.lab_check

teach: $(VENV)/.dev
	$(BIN)/python -m perudo.train.coach_values

duel: $(VENV)/.dev
	$(BIN)/python -m perudo.train.duel_lessons

habits: $(VENV)/.dev
	$(BIN)/python -m perudo.train.habits

coach-numbers: $(VENV)/.dev
	$(BIN)/python -m benchmarks.coach_numbers

# Needs the environments' own dependencies, which playing does not.
envs-bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks.envs

envs-values: $(VENV)/.dev
	$(BIN)/python -m benchmarks.envs_values

load: $(VENV)/.dev
	$(BIN)/python -m benchmarks.load

# What play costs, for docs/scale.md. Wants a quiet machine.
scale: $(VENV)/.dev
	$(BIN)/python -m benchmarks.scale

faults: $(VENV)/.dev
	$(BIN)/python -m benchmarks.faults

web-bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks.web

# The pictures of the pages and of the terminal in docs/screens.
screens: $(VENV)/.dev
	$(BIN)/python -m tools.screens
	$(BIN)/python -m tools.terminal_screens

terminal-screens: $(VENV)/.dev
	$(BIN)/python -m tools.terminal_screens

# Start to first dice, a key to the screen, and how much an idle table costs.
terminal-bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks.terminal

# Every state of a table at every size that we promise, light and dark, in screens/ (not committed).
screens-all: $(VENV)/.dev
	$(BIN)/python -m tools.all_screens

# Take new messages from the code into the catalogues, ready to be translated.
messages: $(VENV)/.dev
	$(BIN)/python tools/messages.py

# Pin what we install, without a word on where it comes from: what the server runs with, and what
# working on it takes, build tools included.
COMPILE := $(BIN)/pip-compile --quiet --strip-extras --no-emit-index-url --no-emit-find-links \
   --no-emit-trusted-host --no-header --no-emit-options --upgrade
requirements: $(VENV)/.dev
	$(COMPILE) --extra=server --output-file=requirements.txt pyproject.toml
	sed -i 's/^\(uvloop==[0-9.]*\)$$/\1 ; sys_platform != "win32"/' requirements.txt
	$(COMPILE) --extra=terminal --output-file=requirements-terminal.txt pyproject.toml
	$(COMPILE) --extra=dev --all-build-deps --output-file=requirements-dev.txt pyproject.toml
	$(COMPILE) --extra=docs --all-build-deps --output-file=requirements-docs.txt pyproject.toml

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: $(VENV)/bin/python requirements.txt pyproject.toml hatch_build.py $(CATALOGUES)
	$(PIP) install -r requirements.txt
	$(PIP) install --no-deps -e .
	@touch $@

# What the table in a terminal needs, and nothing of a server's.
$(VENV)/.play: $(VENV)/bin/python requirements-terminal.txt pyproject.toml hatch_build.py $(CATALOGUES)
	$(PIP) install -r requirements-terminal.txt
	$(PIP) install --no-deps -e .
	@touch $@

# The site is made from the sources: the package itself need not be installed.
$(VENV)/.docs: $(VENV)/bin/python requirements-docs.txt
	$(PIP) install -r requirements-docs.txt
	@touch $@

# uv installs in a fraction of the time; where it cannot reach the packages, pip may. What the server
# runs with is part of what working on it takes.
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python
$(VENV)/.dev: $(VENV)/bin/python requirements.txt requirements-dev.txt pyproject.toml hatch_build.py $(CATALOGUES)
	$(PIP) install $(shell grep "^uv==" requirements-dev.txt)
	$(UV) -r requirements-dev.txt || $(PIP) install -r requirements-dev.txt
	$(UV) --no-build-isolation --no-deps -e . || $(PIP) install --no-deps -e .
	@touch $(VENV)/.run $@

clean:
	rm -rf $(VENV) $(LOWEST) $(JS)/node_modules dist site .coverage .hypothesis .mypy_cache .ruff_cache

# What profiles are compared with, and the positions to practise with: again when the coach has learned.
coach: $(VENV)/.dev
	OPENBLAS_NUM_THREADS=1 $(BIN)/python tools/practice_positions.py
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m benchmarks.coach_levels

strength: $(VENV)/.dev
	$(BIN)/python -m benchmarks.strength
	$(BIN)/python -m benchmarks.close_levels
