"""Blockers!: few groups, few captures, and a rack that nobody else sees."""

from palissade.contract import Options
from palissade.game import Game, Option, Seat
from palissade.games.blockers.colours import COLOURS


def seating(options: Options) -> tuple[Seat, ...]:
    """BKR-2: a colour each, in order; BKR-9: two each for experts."""
    colours, each = COLOURS, 2 if options["expert"] else 1
    return tuple(Seat(colours[seat * each : (seat + 1) * each], team=seat) for seat in range(int(options["players"])))


def score_count(options: Options) -> int:
    """BKR-8: points per seat."""
    return int(options["players"])


GAME = Game(
    room=__name__,
    id="blockers",
    name="Blockers!",
    box="blockers",
    prefix="BKR",
    seating=seating,
    minutes=30,
    choices=(
        Option("players", (2, 3, 4, 5)),
        Option("expert", (False, True), only_with={"players": 2}),
    ),
    score_count=score_count,
)
