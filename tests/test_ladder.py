"""The ladder as a drawing."""

import xml.etree.ElementTree as ET

import pytest

from palissade.look import THEMES, Theme
from palissade.svg.ladder import WIDTH, Rung, ladder, step_of

RUNGS = [Rung("oak", 310.4, 240, 380), Rung("jumeau <é>", -0.2, -70, 70), Rung("gtp:" + "x" * 99, -310, -620, 0)]


@pytest.mark.parametrize("theme", THEMES)
def test_every_player_has_its_line_within_the_sheet(theme: Theme) -> None:
    drawing = ET.fromstring(ladder("L’Empire · 7 games", RUNGS, "blockade", theme))
    names = "{http://www.w3.org/2000/svg}"
    assert drawing.findtext(f"{names}title") == "L’Empire · 7 games"
    circles = [float(circle.attrib["cx"]) for circle in drawing.iter(f"{names}circle")]
    assert circles == sorted(circles, reverse=True)
    assert len(circles) == 3
    ends = [float(line.attrib[end]) for line in drawing.iter(f"{names}line") for end in ("x1", "x2")]
    assert all(0 < end < WIDTH for end in ends)


def test_nobody_and_somebody_without_an_interval_can_be_drawn() -> None:
    assert "<svg" in ladder("nobody", [])
    assert "<circle" in ladder("alone", [Rung("a", 0, 0, 0)])


def test_characters_without_an_outline_are_no_obstacle() -> None:
    assert "<svg" in ladder("日本", [Rung("☃", 0, -5, 5)])


@pytest.mark.parametrize(("span", "step"), [(0, 0.2), (7, 1), (100, 20), (399, 50), (1000, 200), (5000, 1000)])
def test_lines_stand_at_round_numbers(span: float, step: float) -> None:
    assert step_of(span) == pytest.approx(step)
