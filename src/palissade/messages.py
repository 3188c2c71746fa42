"""What Palissade says to people, in English and in French: catalogues of sentences, kept out of the rules."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, get_args

import msgspec

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


@dataclass(frozen=True)
class Message:
    """One thing said, in every language."""

    key: str
    sentences: Mapping[Language, str]

    def say(self, language: Language = "en") -> str:
        return self.sentences[language]

    def lower(self) -> "Message":
        """The same as a word inside a sentence: the blue king."""
        return Message(self.key, {language: said[:1].lower() + said[1:] for language, said in self.sentences.items()})


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing said in every language, as the files of a room write it: `{ en = "…", fr = "…" }`."""

    en: str
    fr: str

    def say(self, language: Language) -> str:
        return french_spaces(apostrophes(self.fr)) if language == "fr" else apostrophes(self.en)


@dataclass(frozen=True)
class Catalogue:
    """A file of sentences by key, each in every language, with `{places}` for what varies."""

    path: Path

    @classmethod
    def beside(cls, module_file: str) -> "Catalogue":
        """The `messages.toml` in the folder of a module."""
        return cls(Path(module_file).with_name("messages.toml"))

    @cached_property
    def entries(self) -> Mapping[str, Mapping[Language, str]]:
        entries = tomllib.loads(self.path.read_text("utf-8"))
        for sentences in entries.values():
            for language, sentence in sentences.items():
                sentences[language] = apostrophes(sentence)
            sentences["fr"] = french_spaces(sentences["fr"])
        return entries

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def message(self, key: str, **places: "str | int | Message") -> Message:
        """The sentence of this key, its places filled; a place may itself be a message."""
        return Message(
            key,
            {
                language: self.entries[key][language].format(
                    **{
                        place: value.say(language) if isinstance(value, Message) else value
                        for place, value in places.items()
                    }
                )
                for language in LANGUAGES
            },
        )


def french_spaces(sentence: str) -> str:
    """No line break before `; : ! ? »` nor after `«`: the catalogues are written with plain spaces."""
    return re.sub(r" (?=[;:!?»])|(?<=«) ", "\N{NO-BREAK SPACE}", sentence)


def apostrophes(sentence: str) -> str:
    """A true apostrophe within a word, or after a place: the catalogues are written with the one of the keyboard."""
    return re.sub(r"(?<=[\w}])'(?=\w)", "\N{RIGHT SINGLE QUOTATION MARK}", sentence)


COMMON = Catalogue.beside(__file__)
