# Every target sets up .venv by itself; all that has to be there is Python 3.11 or newer.
#   make PYTHON=python3.12 install     another interpreter
#   make test PYTEST_ARGS='-k kuhn'    some of the tests
#   make zoo GAME=pax_baltica SCENARIO=poltava_1708    an agent of its own for a scenario
#   make zoo TRAIN_ARGS='--set autocast=true'    twice as fast where the processor has bfloat16

PYTHON ?= python3
PYTEST_ARGS ?=
GAME ?= embassies
SCENARIO ?=
TRAIN_ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
STAMP_BENCH := $(VENV)/.installed-bench
PARTIAL := $(VENV)/.partial
LINK := .dev/legation

ZOO = agents/zoo/$(GAME)$(SCENARIO:%=/%)
RUN = runs/zoo-$(GAME)$(SCENARIO:%=-%)
TRAIN = $(BIN)/legation train $(GAME) --preset standard $(SCENARIO:%=--option scenario=%) --overwrite
# Some games have a tool of their own: many stages, between which their sides are evened out, or a
# search for the teacher's weights before them. One that was stopped goes on. Of TRAIN_ARGS
# interbellum's takes --threads alone. A search is made where the agent that ships has a teacher.
TAUGHT = $(if $(wildcard $(ZOO)/teacher.toml),tests/$(GAME)/evolved.py)
TOOL = $(basename $(notdir $(firstword $(wildcard tests/$(GAME)/evened.py $(TAUGHT)))))
MADE = $(BIN)/python -m legation.tests.$(GAME).$(TOOL) $(RUN) $(SCENARIO:%=--option scenario=%)

# No screen, and one thread a process: on a busy machine two spinning threads can be 20-50 times
# slower than one.
export MPLBACKEND := Agg
export OMP_NUM_THREADS ?= 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Nothing from outside must leak in.
unexport PYTHONPATH PYTHONHOME

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install demo play test lint format coverage bench docs screenshots zoo clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

install: $(STAMP) $(LINK) ## set up .venv with Legation in it (the other targets do so too)

demo: $(STAMP) ## train a small agent, rank it against the heuristic, write runs/demo/report.html
	$(BIN)/legation train embassies --preset demo --output runs/demo --overwrite
	$(BIN)/legation evaluate embassies runs/demo/agent.safetensors heuristic uniform --deals 400 --seed 20261130 --report runs/demo/report.html

play: $(STAMP) ## open the page on which people play, against the trained agents and each other
	$(BIN)/legation serve --open

test: lint ## lint, type check and tests
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile --max-worker-restart 0 $(PYTEST_ARGS)

lint: $(STAMP) $(LINK) ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(STAMP) ## rewrite the code in the house format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

coverage: $(STAMP) ## coverage, with the rules run as plain Python (slow; also checks indexes and overflow)
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest $(PYTEST_ARGS)
	$(BIN)/coverage report

bench: $(STAMP_BENCH) ## measure the engine and training, and peers beside them
	$(BIN)/legation bench

docs: $(STAMP) ## regenerate the generated pages under docs/
	$(BIN)/python -m legation.cli.docs

screenshots: $(STAMP) ## take the pictures of the pages in docs/images anew (needs Chromium)
	$(BIN)/python docs/screenshots.py

# What an agent needs beyond the preset stands beside it: stage-1.toml over the preset for its first
# run, stage-2.toml and so on for runs that each go on from the one before.
zoo: $(STAMP) ## train the agent that ships of GAME=embassies (or another), from scratch (half an hour or more)
	@test -d $(ZOO) || { echo "there is no $(ZOO); the agent of a game's default scenario is made without SCENARIO"; exit 2; }
	@set -ex; \
	$(if $(TOOL),$(MADE),$(TRAIN) $(addprefix --config ,$(wildcard $(ZOO)/stage-1.toml)) --output $(RUN)) $(TRAIN_ARGS); \
	last=$(RUN); \
	for stage in $(filter-out %/stage-1.toml,$(sort $(wildcard $(ZOO)/stage-*.toml))); do \
	  next=$(RUN)-$$(basename $$stage .toml); \
	  $(TRAIN) --config $$stage --set start=$$last --output $$next $(TRAIN_ARGS); \
	  last=$$next; \
	done; \
	if test -f $(RUN)/teacher.toml; then cp $(RUN)/teacher.toml $(ZOO)/; fi; \
	$(BIN)/python -m legation.agents.halve $$last/agent.safetensors $(ZOO)/agent.safetensors; \
	$(BIN)/legation evaluate $(GAME) zoo/$(GAME) heuristic uniform $(SCENARIO:%=--option scenario=%) --deals 400 --seed 20261130

clean: ## remove .venv, caches and build output (not runs/)
	rm -rf $(VENV) .dev build dist *.egg-info .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -not -path './.git/*' -prune -exec rm -rf {} +

# The stamp comes last, so an interrupted install is repeated. One that was cut short while pip
# wrote packages leaves $(PARTIAL), and the next starts from an empty environment: pip takes a
# half-written package for an installed one.
$(STAMP): pyproject.toml setup.py requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Legation needs Python 3.11 or newer; try: make PYTHON=python3.12")'
	@if test -e $(PARTIAL) || ! $(BIN)/python -m pip --version >/dev/null 2>&1; \
	then echo '$(PYTHON) -m venv --clear $(VENV)'; $(PYTHON) -m venv --clear $(VENV); fi
	@touch $(PARTIAL)
	$(BIN)/python -m pip install -r requirements.lock
	@rm $(PARTIAL)
	$(BIN)/python -m pip install --no-deps --no-build-isolation -e .
	@touch $@

# The lock keeps its versions: the peers may add packages, never change one.
$(STAMP_BENCH): $(STAMP)
	$(BIN)/python -m pip install -c requirements.lock --no-build-isolation -e '.[bench]'
	@touch $@

# For type checkers and editors; see [tool.mypy] in pyproject.toml.
$(LINK):
	@mkdir -p $(@D) && ln -sfn .. $@
