"""The golden games in this folder are told as they were: a change in any rule, text or view shows as a difference."""

from pathlib import Path

import pytest

from palissade import Record
from tests.records.playthrough import playthrough
from tests.records.write import ENDING, FOLDER

RECORDS = sorted(FOLDER.glob(f"*{ENDING}"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name.removesuffix(ENDING))
def test_a_golden_game_is_told_as_it_was(path: Path) -> None:
    told = path.with_name(path.name.removesuffix(ENDING) + ".txt").read_text()
    assert playthrough(Record.read(path.read_bytes())) == told, "if the change is meant: `make golden`, and read it"
