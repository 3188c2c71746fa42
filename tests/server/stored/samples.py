"""One stored event of every kind, and how the file of today's version is written:

    python -m tests.server.stored.samples

It writes `events-VERSION.jsonl` beside this file, which is then checked in and never changed.
"""

from pathlib import Path

from palissade.game import Outcome
from palissade.server import events
from palissade.server.events import Event

HERE = Path(__file__).parent

# What the lines of each version's file mean, in their order. A kind that gets another field keeps its old sample too.
VERSION_1: tuple[Event, ...] = (
    events.Acted(0, "d4-d6"),
    events.TakenBack(1, 3),
    events.MachineTookOver(2, "birch", "absence"),
    events.Ended(Outcome((1,), draw=False, scores=None, reason="resignation")),
    events.DrawOffered(0),
    events.DrawAgreed(1),
    events.DrawDeclined(2),
    events.TakebackAsked(0, 4),
    events.TakebackAgreed(1),
    events.TakebackRefused(2),
    events.RematchMade("k2m9p4q7rs"),
    events.Seated(1, "friend"),
    events.StoodUp(3),
    events.Closed(),
)
VERSION_2: tuple[Event, ...] = (
    *VERSION_1,
    events.CalledOff(1),
    events.RematchOffered(0),
    events.RematchAgreed(1),
    events.RematchDeclined(2),
    events.AskedToLeave(1, "q1w2e3r4t5y6"),
)
SAMPLES = {1: VERSION_1, 2: VERSION_2}


def path_of(version: int) -> Path:
    return HERE / f"events-{version}.jsonl"


def write() -> None:
    """Write today's file, once."""
    with path_of(events.VERSION).open("xb") as file:
        for event in SAMPLES[events.VERSION]:
            file.write(events.write(event) + b"\n")


if __name__ == "__main__":
    write()
