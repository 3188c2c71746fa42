"""The one way in which the server says no."""

from math import ceil
from typing import ClassVar

from palissade.errors import PalissadeError
from palissade.messages import Catalogue, Language, Message
from palissade.server.wire.socket import Refusal
from palissade.server.words import WORDS


class Refused(PalissadeError):
    """Something asked of the server that it does not do; nothing has changed by it.

    Programs go by the code, people by the sentence `refused.<code>` of the catalogue; a room of the server with a
    catalogue of its own makes a subclass.
    """

    catalogue: ClassVar[Catalogue] = WORDS

    def __init__(
        self,
        code: str,
        status: int = 409,
        rule: str | None = None,
        number: int | None = None,
        **places: str | int | Message,
    ) -> None:
        super().__init__(self.catalogue.message(f"refused.{code}", **places), rule)
        self.code = code
        self.status = status  # of the HTTP answer
        self.number = number  # the last event of the table, where the message was behind

    def told(self, language: Language) -> Refusal:
        """As it goes over the wire."""
        return Refusal(self.code, self.message.say(language), self.rule, self.number)


class TooMany(Refused):
    """So often will not do; once more after `seconds` will."""

    def __init__(self, seconds: float) -> None:
        self.seconds = ceil(seconds)
        super().__init__("too-many", 429, seconds=self.seconds)
