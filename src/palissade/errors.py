"""What is asked for and cannot be: each error names what is wrong, in the reader's language, and changes nothing."""

from palissade.messages import Language, Message


class PalissadeError(ValueError):
    """Something asked for that cannot be."""

    def __init__(self, message: Message, rule: str | None = None) -> None:
        self.message = message
        self.rule = rule
        super().__init__(self.say("en"))

    def say(self, language: Language = "en") -> str:
        sentence = self.message.say(language)
        colon = "\N{NO-BREAK SPACE}:" if language == "fr" else ":"
        return f"{self.rule}{colon} {sentence}" if self.rule else sentence


class UnknownGame(PalissadeError):
    """No game of that name on the shelf."""


class BadOption(PalissadeError):
    """An option, or a value of one, that the game does not have."""


class BadDeal(PalissadeError):
    """A deal that is not one of this game's."""


class BadPosition(PalissadeError):
    """A text that is no position of the game."""


class BadNotation(PalissadeError):
    """A text that is no action of the game, legal or not."""


class NoSuchAction(ValueError):
    """Raised by a notation: what is written is clear, but a rule forbids it wherever pieces stand, so that no action
    stands for it. Carries the key of the sentence.
    """


class IllegalAction(PalissadeError):
    """An action that a rule forbids now; `rule` is its number."""


class BadRecord(PalissadeError):
    """A record that cannot be replayed; `ply` is where, if it is at an action."""

    def __init__(self, message: Message, rule: str | None = None, ply: int | None = None) -> None:
        super().__init__(message, rule)
        self.ply = ply
