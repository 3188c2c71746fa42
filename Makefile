# Two commands are enough: `make play` and `make test`. Both set everything up, and are safe to run again.

PYTHON ?= python3
BIN := .venv/bin
SETUP := .venv/.set-up

.PHONY: play test test-slow check setup web dev lock golden images screenshots wire observations bench clean

play: web ## open the collection in the browser
	@$(BIN)/palissade serve

test: check web ## everything that must hold before a change lands
	$(BIN)/python -m tools.build_web test
	$(BIN)/pytest --numprocesses 2

test-slow: setup ## the deeper counts and longer random games too
	$(BIN)/pytest --numprocesses 2 --slow

check: setup ## the fast part: format, lint, types, layers, of Python and of the web app
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.write_wire --check
	$(BIN)/python -m tools.write_observations --check
	$(BIN)/python -m tools.build_web check

web: setup ## the web app, built into the server's package with Node from PyPI
	@$(BIN)/python -m tools.build_web

dev: setup ## the page with hot reload, beside a running table server
	@$(BIN)/python -m tools.build_web dev

wire: setup ## write the page's types of the wire, and the defaults of a scene, anew from the server's
	$(BIN)/python -m tools.write_wire

observations: setup ## write the page of what a network sees anew from the games
	$(BIN)/python -m tools.write_observations

bench: setup ## how fast the rules are
	$(BIN)/palissade bench

golden: setup ## write the golden records anew, to be read and committed
	$(BIN)/python -m tests.records.write

images: setup ## draw the pictures of the README from the golden records
	$(BIN)/python tools/draw_images.py

screenshots: web ## take the pictures of every page and game
	$(BIN)/python -m tools.take_screenshots

setup: $(SETUP) ## a virtual environment in .venv with the locked dependencies

$(SETUP): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Palissade needs Python 3.11 or newer.") if sys.version_info < (3, 11) else None'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $(SETUP)

lock: ## choose the newest dependencies that fit pyproject.toml
	$(PYTHON) -m venv .venv-lock && .venv-lock/bin/python -m pip install --quiet uv
	.venv-lock/bin/uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" --upgrade --quiet -o requirements.lock
	rm -rf .venv-lock

clean:
	rm -rf .venv .venv-lock dist web/node_modules tests/browser/node_modules src/palissade/server/page .mypy_cache .ruff_cache .pytest_cache .hypothesis
