"""The command as a process: its streams, its status, its silence."""

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.cli.conftest import record_of

COMMAND = [sys.executable, "-m", "palissade"]


def test_json_stands_alone_on_standard_output(finished: str) -> None:
    given = f"{finished}\nnonsense\n{record_of(['d4-d6'])}\n"
    answer = subprocess.run(
        [*COMMAND, "replay", "-", "--json"], input=given, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 1
    assert answer.stderr == ""
    lines = answer.stdout.splitlines()
    assert len(lines) == 14 + 1 + 2
    assert lines[14].startswith('{"error":{"ply":null,"rule":null,"message":"This is not a Palissade record')


def test_a_record_is_answered_before_the_next_is_given() -> None:
    with subprocess.Popen(
        [*COMMAND, "replay", "-", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(record_of([]) + "\n")
            process.stdin.flush()
            assert process.stdout.readline() == '{"outcome":null}\n'


def test_a_closed_pipe_is_silent(finished: str) -> None:
    with subprocess.Popen(
        [*COMMAND, "replay", "-", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        process.stdout = None
        _, complaint = process.communicate((finished + "\n").encode() * 30)
    assert complaint == b""


@pytest.mark.parametrize("arguments", [["perft", "cul-de-sac", "--depth", "9"], ["play"]])
def test_control_c_is_silent(arguments: list[str]) -> None:
    """Also while compiled code is counting."""
    code = f"from palissade.cli import app; print('ready', flush=True); app({arguments})"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(1)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=60)
    assert complaint == b""
    assert process.returncode == 130


def test_help_and_version() -> None:
    for arguments in ([], ["--help"], ["play", "-h"]):
        answer = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=True)
        assert "Usage" in answer.stdout
        assert answer.stderr == ""
    answer = subprocess.run([*COMMAND, "--version"], capture_output=True, text=True, check=True)
    assert answer.stdout.startswith("palissade ")


def test_the_shelf_needs_no_compiler() -> None:
    code = """
import atexit, sys
atexit.register(lambda: print("compiler" if "numba" in sys.modules else "none"))
from palissade.cli import app
app(["games"])
"""
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "cul-de-sac" in answer.stdout
    assert answer.stdout.endswith("none\n")


def test_french_from_the_environment() -> None:
    environment = {**os.environ, "LC_ALL": "fr_FR.UTF-8"}
    answer = subprocess.run(
        [*COMMAND, "perft", "go", "-d", "1"], env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert answer.returncode == 2
    assert answer.stderr.startswith("Il n’y a pas de jeu «\N{NO-BREAK SPACE}go")


def test_a_command_loads_no_other() -> None:
    code = """
import sys
from palissade.cli import COMMANDS, app
try:
    app(["games"])
except SystemExit:
    print([name for name in (*COMMANDS, "numba") if name in sys.modules or f"palissade.cli.{name}" in sys.modules])
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120).stdout
    assert said.splitlines()[-1] == "['games']"
