"""Who plays and how it stands, as a picture or a link preview says it: what all who have the address may know."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from palissade.game import Game, Outcome
from palissade.match import reason_in_words
from palissade.messages import COMMON, Catalogue, Language
from palissade.server.shelf import CATALOGUE as SHELF
from palissade.server.store.rows import SeatRow
from palissade.server.wire.tables import Status

CATALOGUE = Catalogue(Path(__file__).with_name("words.toml"))


class TableInWords:
    """A table as its listing tells it."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[SeatRow],
        names: Mapping[str, str],
        status: Status,
        outcome: Outcome | None,
        language: Language,
    ) -> None:
        self._game = game
        self._names = [_name(game, seat, names, language) for seat in seats]
        self._language: Language = language
        self._status = status
        self._outcome = outcome

    @property
    def who(self) -> str:
        """Everybody at the table."""
        return " – ".join(self._names)

    @property
    def result(self) -> str:
        """Who has won, or how it ended otherwise; empty while it goes on."""
        outcome, game = self._outcome, self._game
        if self._status != "over":
            return ""
        if outcome is None:
            return self._say("result.called-off")
        if len(game.seats) == 1:
            return self._say("result.left", count=outcome.scores[0]) if outcome.scores else ""
        if outcome.draw:
            return self._say("result.draw")
        winners = [self._names[seat] for seat in outcome.winners]
        if not winners:
            return self._say("result.nobody")
        *others, last = winners
        if not others:
            return self._say("result.wins", name=last)
        return self._say("result.win", names=self._say("and", others=", ".join(others), last=last))

    @property
    def why(self) -> str:
        """Why it ended so."""
        return reason_in_words(self._game, self._outcome).say(self._language) if self._outcome else ""

    @property
    def description(self) -> str:
        """One or two sentences for who is sent the address."""
        if self._status == "over":
            return " ".join(part for part in (f"{self.who}.", self.result, self.why) if part)
        return f"{self.who}. {self._say(f'preview.{self._status}')}"

    def _say(self, key: str, **places: str | int) -> str:
        return CATALOGUE.message(key, **places).say(self._language)


def _name(game: Game, seat: SeatRow, names: Mapping[str, str], language: Language) -> str:
    """By name, by wood, or by colour where nobody is known yet."""
    if seat.who == "machine":
        key = f"level.{seat.level}"
        return (SHELF.message(key) if key in SHELF else CATALOGUE.message("machine")).say(language)
    called = seat.name if seat.who == "screen" else names.get(seat.person or "")
    if called:
        return called
    colours = [COMMON.message(f"colour.{colour}").say(language) for colour in game.seats[seat.seat].colours]
    return "+".join(colours) or CATALOGUE.message("seat", number=seat.seat + 1).say(language)
