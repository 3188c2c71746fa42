# Two commands are enough: `make play` and `make test`. Both set everything up, and are safe to run again.

PYTHON ?= python3
BIN := .venv/bin
UPGRADE ?= --upgrade
# Every Python that is found here; another one is named: make test-pythons PYTHONS=/opt/python3.14/bin/python3.14
PYTHONS ?= $(foreach minor,11 12 13 14 15,$(shell python3.$(minor) -c 'import sys; print(sys.executable)' 2>/dev/null))
# How they are tested; where others are busy too, what waits for crashes is left out: PYTEST="--ignore tests/faults"
PYTEST ?= --numprocesses 2

.PHONY: play test test-slow test-pythons check setup web dev lock golden images screenshots wire observations ladder bench clean

play: .venv/.can-play ## open the collection in the browser
	@$(BIN)/python -m tools.build_web
	@$(BIN)/palissade serve

test: check web ## everything that must hold before a change lands
	$(BIN)/python -m tools.build_web test
	$(BIN)/pytest --numprocesses 2

test-slow: setup ## the deeper counts and longer random games too
	$(BIN)/pytest --numprocesses 2 --slow

test-pythons: web ## the library and the server, on every Python found here
	set -e; for python in $(PYTHONS); do \
		there=.venv-pythons/$$($$python -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
		$$python -m venv $$there; \
		$$there/bin/python -m pip install --quiet --require-hashes --requirement requirements-dev.lock; \
		$$there/bin/python -m pip install --quiet --no-deps --no-build-isolation --editable .; \
		$$there/bin/pytest --ignore tests/browser $(PYTEST); \
	done

check: setup ## the fast part: format, lint, types, layers, of Python and of the web app
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.write_wire --check
	$(BIN)/python -m tools.write_observations --check
	$(BIN)/python -m tools.write_ladder --check
	$(BIN)/python -m tools.build_web check

web: setup ## the web app, built into the server's package with Node from PyPI
	@$(BIN)/python -m tools.build_web

dev: setup ## the page with hot reload, beside a running table server
	@$(BIN)/python -m tools.build_web dev

wire: setup ## write the page's types of the wire, and the defaults of a scene, anew from the server's
	$(BIN)/python -m tools.write_wire

observations: setup ## write the page of what a network sees anew from the games
	$(BIN)/python -m tools.write_observations

ladder: setup ## write the page of how strong the machines are anew from what was measured
	$(BIN)/python -m tools.write_ladder

bench: setup ## how fast the rules are
	$(BIN)/palissade bench

golden: setup ## write the golden records anew, to be read and committed
	$(BIN)/python -m tests.records.write

images: setup ## draw the pictures of the README from the golden records
	$(BIN)/python tools/draw_images.py

# Those of the README, into docs/images: make screenshots OF=README
screenshots: web ## pictures of every page and game in every look, to be looked at: screenshots/index.html
	$(BIN)/python -m tools.take_screenshots $(OF)

setup: .venv/.has-workshop ## a virtual environment in .venv with everything to work on Palissade

# What playing needs, and then the workshop on top of it, in the same versions: either may come first.
.venv/.can-play: requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Palissade needs Python 3.11 or newer.") if sys.version_info < (3, 11) else None'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

.venv/.has-workshop: .venv/.can-play requirements-dev.lock
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements-dev.lock
	touch $@

# With extras: pip takes the newest version of a package that is pinned without the extra somebody wants of it, and
# then refuses it for having no hash.
LOCK = .venv-lock/bin/uv pip compile --universal --python-version 3.11 --generate-hashes --no-strip-extras \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(UPGRADE) --quiet
lock: ## choose the newest dependencies that fit pyproject.toml; with UPGRADE= only what must change
	$(PYTHON) -m venv .venv-lock && .venv-lock/bin/python -m pip install --quiet uv==0.13.7
	$(LOCK) pyproject.toml --extra server --extra machines --group play -o requirements.lock
	$(LOCK) --group web -o requirements-web.lock
	$(LOCK) pyproject.toml --extra server --extra machines --extra postgres --extra notices --group dev \
		--constraint requirements.lock --constraint requirements-web.lock -o requirements-dev.lock
	rm -rf .venv-lock

clean:
	rm -rf .venv .venv-lock .venv-pythons dist web/node_modules tests/browser/node_modules src/palissade/server/page .mypy_cache .ruff_cache .pytest_cache .hypothesis screenshots
