"""A game that offers machines of the tests' own."""

from dataclasses import fields
from pathlib import Path

import pytest

from palissade.players import levels
from palissade.players.levels import MACHINES, WOODS, Level


@pytest.fixture
def offer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> "Offer":
    return Offer(monkeypatch, tmp_path)


class Offer:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        (folder / WOODS).write_bytes((MACHINES / WOODS).read_bytes())
        monkeypatch.setattr(levels, "MACHINES", folder)
        self._folder = folder

    def __call__(self, game: str, *offered: Level) -> None:
        """Let the game offer these, and no others."""
        levels._listed.cache_clear()
        entries = [
            "\n".join(
                f"{one.name} = {said!r}" for one in fields(level) if (said := getattr(level, one.name)) != one.default
            )
            for level in offered
        ]
        (self._folder / f"{game}.toml").write_text(
            'machine = "search"\n' + "".join(f"[[level]]\n{entry}\n" for entry in entries)
        )
