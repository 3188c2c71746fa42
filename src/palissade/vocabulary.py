"""The words that a game has for its table: the names of its pieces, and those of its notation in other languages.

They stand in a room's `messages.toml`, beside its sentences:

    piece.cylinder, piece.disc.crown     what the rulebook calls a piece of this kind, or with this cut into it
    pieces.cylinder                      and several of them
    holding.stock                        what lies there before a seat
    mark.goal                            what a mark on the board means
    table.goal                           what to play for, in a few words
    word.exit                            a word of the notation; what all games have is in `palissade/messages.toml`

The notation is English in records and on the wire. A reader sees it in their own language, and may write either.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from palissade.messages import COMMON, LANGUAGES, Catalogue, Language, Message

SORTS = ("piece.", "pieces.", "holding.", "mark.", "table.")
WORD = "word."
_LETTERS = re.compile(r"[^\W\d_]{3,}")  # squares, directions and the marks of walls are shorter


@dataclass(frozen=True)
class Vocabulary:
    """Made from a room's catalogue."""

    catalogue: Catalogue

    def of_table(self, language: Language) -> dict[str, str]:
        """Every word by its key, as a page is told it; of the notation, what is not written as it is in English."""
        named = {key: sentences[language] for key, sentences in self.catalogue.entries.items() if key.startswith(SORTS)}
        foreign = {WORD + word: said for word, said in self._words[language].items() if said != word}
        return named | foreign

    def spoken(self, text: str, language: Language) -> str:
        """An action as it is written in the language."""
        words = self._words[language]
        return words.get(text) or _LETTERS.sub(lambda found: words.get(found[0], found[0]), text)

    def told(self, text: str) -> Message:
        """An action as it is written in every language."""
        return Message("action", {language: self.spoken(text, language) for language in LANGUAGES})

    def understood(self, text: str) -> str:
        """An action as the notation writes it, whatever language its words are in, and with or without accents."""
        return self._meant(text) or _LETTERS.sub(lambda found: self._meant(found[0]) or found[0], text)

    def _meant(self, word: str) -> str | None:
        return self._meanings.get(_plain(word))

    @cached_property
    def _words(self) -> Mapping[Language, Mapping[str, str]]:
        entries = {**COMMON.entries, **self.catalogue.entries}
        return {
            language: {
                key.removeprefix(WORD): sentences[language]
                for key, sentences in entries.items()
                if key.startswith(WORD)
            }
            for language in LANGUAGES
        }

    @cached_property
    def _meanings(self) -> Mapping[str, str]:
        """The word of the notation for a plain word of any language; where two mean different things, English wins."""
        return {_plain(said): word for language in reversed(LANGUAGES) for word, said in self._words[language].items()}


def _plain(word: str) -> str:
    """Without accents; capitals count, as in the notation."""
    parts = unicodedata.normalize("NFD", word.replace("œ", "oe"))
    return "".join(part for part in parts if not unicodedata.combining(part))
