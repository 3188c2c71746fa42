"""Refusals: the one way in which the server says no, and the catalogue of its sentences."""

from math import ceil

from palissade.errors import PalissadeError
from palissade.messages import Catalogue, Language, Message
from palissade.scene import Mark
from palissade.server.wire.socket import Refusal

CATALOGUE = Catalogue.beside(__file__)


class Refused(PalissadeError):
    """Something asked of the server that it does not do; nothing has changed by it.

    Programs go by the code, people by the sentence `refused.<code>` of the catalogue.
    """

    def __init__(
        self,
        code: str,
        status: int = 409,
        rule: str | None = None,
        number: int | None = None,
        seconds: int | None = None,
        marks: tuple[Mark, ...] = (),
        **places: str | int | Message,
    ) -> None:
        if seconds is not None:
            places["seconds"] = seconds
        super().__init__(CATALOGUE.message(f"refused.{code}", **places), rule)
        self.code = code
        self.status = status  # of the HTTP answer
        self.number = number  # the last event of the table, where the message was behind
        self.seconds = seconds  # when to try again, where that will help
        self.marks = marks  # on the board, where the danger comes from

    def to_wire(self, language: Language) -> Refusal:
        """As it goes over the wire."""
        return Refusal(self.code, self.message.say(language), self.rule, self.number, self.seconds, self.marks)


class TooMany(Refused):
    """So often will not do; once more after `seconds` will."""

    def __init__(self, seconds: float) -> None:
        super().__init__("too-many", 429, seconds=ceil(seconds))


class IdentityRefused(Refused):
    """A name, a password or a person that will not do."""
