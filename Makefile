# Two commands do everything: `make run` and `make test`.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
RUN    := $(BIN)/python

# Compiled modules are kept even where the environment says not to: each of the many processes that
# are started would compile the project again.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help run admin test lint types style layers scripts audit steady fuzz fuzzapi bots races weeks pushes faults cluster leaks tables proofs projections browsers screens clients bench schema check lock clean

help:  ## what there is
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 10

run: $(VENV)/runtime  ## the whole server, on what it brings itself; Ctrl-C stops it
	@$(RUN) manage.py serve

admin: $(VENV)/runtime  ## an administrator for /admin/, or a new password for one
	@$(RUN) manage.py admin

test: lint  ## everything that must hold; 5 to 7 minutes on two cores
	$(RUN) -m pytest -n auto --dist worksteal

# Side by side: types take longer than all others together.
lint: $(VENV)/dev  ## style, types, layers
	@$(MAKE) --no-print-directory --keep-going --jobs 2 types style layers scripts

types:
	$(BIN)/mypy

style:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

layers:
	$(BIN)/lint-imports --no-cache

scripts:
	$(RUN) -m tests.web.support.lint

audit: $(VENV)/dev  ## known faults of the interpreter and of what is installed, where the network says
	$(RUN) -m tests.project.audit

steady: $(VENV)/dev  ## the suite RUNS times (10) beside LOAD busy loops (2); what ever failed
	@$(RUN) -m tests.project.steady --runs $(or $(RUNS),10) --load $(or $(LOAD),2)

fuzz: $(VENV)/dev  ## a million states of random play per game, every property checked
	$(RUN) -m tests.games.support.fuzz --states 1000000

fuzzapi: $(VENV)/dev  ## 100,000 requests made from the schema on each database, every answer checked
	$(RUN) -m tests.api.schema.schema_fuzz --cases 100000

bots: $(VENV)/dev  ## every bot against random play at every table size, every level against the one below
	$(RUN) -m games arena

bench: $(VENV)/bench  ## speed beside a peer in the same run
	$(RUN) -m bench.rules
	$(RUN) -m bench.bots
	$(RUN) -m bench.log
	$(RUN) -m bench.replay
	$(RUN) -m bench.sweep
	$(RUN) -m bench.ratings
	$(RUN) -m bench.rating_models
	$(RUN) -m bench.tokens
	$(RUN) -m bench.mail_parsing
	$(RUN) -m bench.http
	$(RUN) -m bench.turn
	$(RUN) -m bench.turn_size
	$(RUN) -m bench.streams
	$(RUN) -m bench.idle_streams
	$(RUN) -m bench.bots_under_load
	$(RUN) -m bench.outgoing
	$(RUN) -m bench.hostile
	$(RUN) -m bench.bytes
	$(RUN) -m bench.archive
	$(RUN) -m bench.growth
	$(RUN) -m bench.web_processes
	$(RUN) -m bench.web

races: $(VENV)/dev  ## eight clients on one turn, many times; many repeats of one move
	RACES=2000 REPEATS=1000 $(RUN) -m pytest -n auto tests/api/moves/test_races.py

weeks: $(VENV)/dev  ## 1,000 matches through simulated weeks on each database, 5,000 late moves against the sweep
	WEEKS_MATCHES=1000 WEEKS_DATABASES="sqlite postgresql" LATE_RACES=5000 WORKED_MATCHES=30 NOTICE_WEEKS=40 $(RUN) -m pytest -n auto tests/events/clocks tests/events/notifications/test_weeks.py

pushes: $(VENV)/dev  ## 100,000 notices to phones, with dead tokens, full services, cut connections, dead workers
	FULL=1 $(RUN) -m pytest -n0 -s tests/events/notifications/test_push_faults.py

faults: $(VENV)/dev  ## KILLS (500) processes die on each DATABASE while people play; drawn from SEED (1)
	FULL=1 $(RUN) -m pytest -n0 tests/faults

cluster: $(VENV)/dev  ## FAILOVERS (50) of a cluster on this machine in MINUTES (120) while people play at TABLES (4); needs root and Debian
	$(RUN) -m tests.cluster --failovers $(or $(FAILOVERS),50) --minutes $(or $(MINUTES),120) --tables $(or $(TABLES),4) --seed $(or $(SEED),1)

leaks: $(VENV)/dev  ## what every route tells of many positions of every game and their twins, and by its time
	FULL=1 LEAK_SEEDS=12 EVERY_DATABASE=1 TIMING_PAIRS=1000 $(RUN) -m pytest -n auto tests/api/http/test_leaks.py tests/api/http/test_planted_leaks.py tests/api/http/test_timing.py

tables: $(VENV)/dev  ## every game, table size and variant played to its end over HTTP
	EVERY_TABLE=1 $(RUN) -m pytest -n auto tests/api/matches/test_every_game.py

proofs: $(VENV)/dev  ## 2,000 honest matches found fair; 2,000 changed ones and 1,000 forged found out
	PROOFS=2000 MUTATIONS=2000 $(RUN) -m pytest -n auto tests/proofs

projections: $(VENV)/dev  ## rows made again from the logs of many matches, compared one by one
	PROJECTED_MATCHES=25 $(RUN) -m pytest -n0 tests/events/projections/test_rebuild.py

browsers: $(VENV)/dev  ## every game played to its end in a browser, at its table and from its text alone
	FULL=1 EVERY_TABLE=1 $(RUN) -m pytest -n auto tests/web

screens: $(VENV)/dev  ## pictures of every screen into docs/screens/
	$(RUN) -m tests.web.support.pictures

clients: $(VENV)/bench  ## 200 matches with each SDK through faults; Kotlin compiled and played, Swift parsed
	FULL=1 $(RUN) -m pytest -n auto tests/clients
	EVERY_CLIENT=1 $(RUN) -m pytest -n0 tests/project/test_kotlin_and_swift.py

schema: $(VENV)/dev  ## write docs/openapi*.yaml, docs/problems.md and the Python SDK's types anew
	@$(RUN) manage.py openapi
	@$(RUN) clients/python/generate_schema.py

check: export FULL = 1
check: export EVERY_DATABASE = 1
check: export KILLED_MATCHES = 16
check: export KILLINGS = 2
check: audit test fuzz fuzzapi bots races weeks leaks tables proofs projections browsers clients bench  ## everything at its full size; hours on two cores

lock:  ## pin all requirements anew
	for name in requirements requirements-telemetry requirements-dev requirements-bench; do \
		uv pip compile --quiet --universal --python-version 3.11 --no-header --upgrade $$name.in -o $$name.txt || exit 1; \
	done

clean:  ## forget what was installed and cached
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

# One stamp per set of requirements; with uv if there is one, else with venv and pip.
define install
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Gobelet needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)"; exit 1; }
	@if command -v uv >/dev/null; then \
		{ [ -d $(VENV) ] || uv venv --quiet --seed --python $(PYTHON) $(VENV); } && \
		uv pip install --quiet --compile-bytecode --python $(RUN) -r $(1); \
	else \
		{ [ -d $(VENV) ] || $(PYTHON) -m venv $(VENV); } && \
		$(RUN) -m pip install --quiet --disable-pip-version-check -r $(1); \
	fi
	@touch $@
endef

$(VENV)/runtime: requirements.txt
	$(call install,requirements.txt)

$(VENV)/dev: requirements.txt requirements-dev.txt
	$(call install,requirements-dev.txt)
	@touch $(VENV)/runtime

$(VENV)/bench: requirements-bench.txt $(VENV)/dev
	$(call install,requirements-bench.txt)
