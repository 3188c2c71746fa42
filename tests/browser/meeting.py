"""Two who play a golden record, each with a browser of their own."""

import json

from palissade.match import Match
from tests.browser.hands import Hands
from tests.browser.laying import FRIEND, ME, PLAY, make, record


def meet(host: Hands, guest: Hands, name: str, plies: int | None = None, *, seat: int = 0) -> str:
    """The host sits on this seat, a friend comes by link, and so much is played; both are at the table then."""
    told, seats = record(name), [FRIEND, FRIEND]
    seats[seat] = ME
    made = make(host.page, told["game"], *seats, options=told["options"])
    path = f"/table/{made['table']['id']}"
    host.page.goto(path)
    guest.page.goto(made["links"][0]["path"])
    guest.sit_down()
    movers = Match.from_record(json.dumps(told)).movers
    for mover, action in zip(movers, told["actions"][:plies], strict=False):
        (host if mover == seat else guest).page.evaluate(PLAY, [made["table"]["id"], [action]])
    return path
