"""What a game is: `Game`, `Option`, `Seat`, `Outcome`. Its parts, a room under `games/`, are those of `contract`."""

import importlib
import importlib.util
import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from palissade.arrays import Ints, Positions
from palissade.contract import (
    KNOWLEDGE,
    Deal,
    Dealer,
    Guide,
    Knowledge,
    Network,
    Notation,
    Observation,
    Options,
    OptionValue,
    PositionText,
    Puzzle,
    Rules,
    SceneMaker,
    Secrecy,
    Symmetry,
)
from palissade.errors import BadDeal, BadNotation, BadOption, IllegalAction, NoSuchAction
from palissade.messages import COMMON, LANGUAGES, Catalogue, Message
from palissade.plain import plain
from palissade.vocabulary import Vocabulary

if TYPE_CHECKING:
    from palissade.batch import Batch
    from palissade.match import Match


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: who won, with what points, and by which rule."""

    winners: tuple[int, ...]
    draw: bool
    scores: tuple[int, ...] | None
    reason: str


@dataclass(frozen=True)
class Option:
    """A choice made before the game; the first value is the default."""

    name: str
    values: tuple[OptionValue, ...]
    only_with: Options = field(default_factory=dict)  # what any other value than the default needs

    @property
    def default(self) -> OptionValue:
        return self.values[0]

    def number(self, value: OptionValue) -> int:
        """The value as the rules read it: whole numbers and truth values as they are, words by their place."""
        return self.values.index(value) if isinstance(value, str) else int(value)


@dataclass(frozen=True)
class Seat:
    """A place at the table."""

    colours: tuple[str, ...]  # usually one; Blockers! for experts has two, Solitaire none of its own
    team: int
    facing: int = 0  # quarter turns clockwise that bring this seat's side of the board to the bottom
    corner: int = 0  # of its side, as seen from there: -1 the left one, 1 the right one, 0 the middle of the side


@dataclass(frozen=True)
class Game:
    """One game of the collection with its options chosen."""

    id: str
    name: str
    box: str  # whose cloth and rim it is drawn on
    prefix: str  # of its rule numbers
    room: str  # the package of its parts
    seating: Callable[[Options], tuple[Seat, ...]]
    minutes: int  # of a usual game
    choices: tuple[Option, ...] = ()
    score_count: Callable[[Options], int] = lambda options: 0
    options: Options = field(default_factory=dict)

    def __post_init__(self) -> None:
        defaults = {option.name: option.default for option in self.choices}
        object.__setattr__(self, "options", {**defaults, **self.options})

    def __str__(self) -> str:
        chosen = ", ".join(f"{key}={written(value)}" for key, value in self.chosen.items())
        return f"{self.name} ({chosen})" if chosen else self.name

    def __repr__(self) -> str:
        arguments = "".join(f", {key}={value!r}" for key, value in self.chosen.items())
        return f"palissade.game({self.id!r}{arguments})"

    # ---- the room: a file for each part, read when it is first asked for

    @property
    def rules(self) -> Rules:
        rules: Rules = _part(self.room, "rules")
        return rules

    @property
    def notation(self) -> Notation:
        notation: Notation = _part(self.room, "notation")
        return notation

    @property
    def position_text(self) -> PositionText:
        text: PositionText = _part(self.room, "position")
        return text

    @property
    def scene(self) -> SceneMaker:
        scene: SceneMaker = _part(self.room, "scene")
        return scene

    @property
    def dealer(self) -> Dealer | None:
        dealer: Dealer | None = _part(self.room, "deal")
        return dealer

    @property
    def secrecy(self) -> Secrecy | None:
        secrecy: Secrecy | None = _part(self.room, "secrecy")
        return secrecy

    @property
    def symmetry(self) -> Symmetry | None:
        symmetry: Symmetry | None = _part(self.room, "symmetry")
        return symmetry

    @property
    def knowledge(self) -> Knowledge | None:
        knowledge: Knowledge | None = _part(self.room, "knowledge")
        return knowledge

    @property
    def observation(self) -> Observation | None:
        observation: Observation | None = _part(self.room, "observation")
        return observation

    @property
    def network(self) -> Network | None:
        network: Network | None = _part(self.room, "network")
        return network

    @property
    def puzzle(self) -> Puzzle | None:
        puzzle: Puzzle | None = _part(self.room, "puzzle")
        return puzzle

    @property
    def guide(self) -> Guide:
        guide: Guide = _part(self.room, "guide")
        return guide

    @property
    def catalogue(self) -> Catalogue:
        """What the game says to people."""
        return _catalogue(self.room)

    @property
    def vocabulary(self) -> Vocabulary:
        """What its pieces are called, and its notation in every language."""
        return _vocabulary(self.room)

    def enter(self) -> None:
        """Read every file of the room now instead of when it is first asked for."""
        for part in ("rules", "notation", "position", "scene", "guide", "deal", "secrecy", "symmetry"):
            _part(self.room, part)
        _ = self.catalogue.entries

    @property
    def parts(self) -> Mapping[str, Any]:
        """What generic compiled code may ask of the game, by the names it has there."""
        return {
            "rules": self.rules,
            "secrecy": self.secrecy,
            "symmetry": self.symmetry,
            "knowledge": self.knowledge,
            "observation": self.observation,
            "network": self.network,
            "puzzle": self.puzzle,
            "IS_HIDDEN": self.is_hidden,
            "MAY_REPEAT": self.may_repeat,
            "MAY_BE_OUT": hasattr(self.rules, "is_in"),
            **{f"HAS_{name.upper()}": hasattr(self.knowledge, name) for name in KNOWLEDGE},
        }

    # ---- options

    @property
    def chosen(self) -> Options:
        """The options that differ from their defaults."""
        return {option.name: self.options[option.name] for option in self.choices if not self._is_default(option)}

    def with_options(self, /, **options: OptionValue) -> "Game":
        """The same game with other options; refuses what the game does not have, naming what is possible."""
        for name, value in options.items():
            self._check_option(name, value)
        game = replace(self, options={**self.options, **options})
        for option in game.choices:
            for other, needed in option.only_with.items():
                if not game._is_default(option) and game.options[other] != needed:
                    raise BadOption(
                        COMMON.message(
                            "option.only-with",
                            option=f"{option.name}={written(game.options[option.name])}",
                            needed=f"{other}={written(needed)}",
                        )
                    )
        return game

    def option_from_text(self, name: str, text: str) -> OptionValue:
        """The value that a person wrote, as in `players=4`."""
        for option in self.choices:
            for value in option.values:
                if option.name == name and written(value) == text.lower():
                    return value
        self._check_option(name, text)
        return text

    def variants(self) -> Iterator["Game"]:
        """This game with every possible set of options, the defaults first."""
        names = [option.name for option in self.choices]
        for values in itertools.product(*(option.values for option in self.choices)):
            try:
                yield self.with_options(**dict(zip(names, values, strict=True)))
            except BadOption:
                continue

    def _is_default(self, option: Option) -> bool:
        return self.options[option.name] == option.default

    def _check_option(self, name: str, value: OptionValue) -> None:
        known = {option.name: option for option in self.choices}
        if name not in known:
            if not known:
                raise BadOption(COMMON.message("option.none", game=self.name, option=name))
            possible = ", ".join(known)
            raise BadOption(COMMON.message("option.unknown", game=self.name, option=name, possible=possible))
        # True == 1 in Python, but players=True is a mistake.
        if not any(value == known_value and type(value) is type(known_value) for known_value in known[name].values):
            possible = ", ".join(written(value) for value in known[name].values)
            message = COMMON.message("option.value", option=name, value=written(value), possible=possible)
            raise BadOption(message)

    # ---- seats

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        return self.seating(self.options)

    @cached_property
    def is_seen_alike(self) -> bool:
        """Whether all know the same and sit on the same side: one scene is everybody's, but for its `seat`."""
        return not self.is_hidden and len({(seat.facing, seat.corner) for seat in self.seats}) == 1

    def seat_name(self, seat: int) -> Message:
        """A seat by its colours, or by its number where colours are not its own."""
        if len(self.seats) == 1:
            return COMMON.message("seat.only")
        colours = [COMMON.message(f"colour.{colour}") for colour in self.seats[seat].colours]
        if not colours:
            return COMMON.message("seat.number", number=seat + 1)
        return Message("seat", {language: "+".join(one.say(language) for one in colours) for language in LANGUAGES})

    # ---- positions

    @property
    def is_hidden(self) -> bool:
        """Whether seats know different things (BKR-10)."""
        return self.secrecy is not None

    @property
    def may_repeat(self) -> bool:
        """Whether COM-1 is looked at."""
        return hasattr(self.rules, "identity")

    def deal(self, seed: int | None = None) -> Deal:
        """What chance fixes at the start, drawn from the seed; None for games without chance."""
        return self.dealer.draw(self.options, random.Random(seed)) if self.dealer else None

    def ordered_deal(self) -> Deal:
        """The deal in printed order, the same for everybody; None for games without chance."""
        return self.dealer.ordered(self.options) if self.dealer else None

    def setup(self, deal: Deal = None) -> Ints:
        """What `start` reads: the options as numbers, in the order in which the rules name them, then the deal."""
        numbers = {option.name: option.number(self.options[option.name]) for option in self.choices}
        setup = [numbers[name] for name in self.rules.OPTIONS]
        if self.dealer:
            setup += self.dealer.numbers(self.options, deal)
        elif deal is not None:
            raise BadDeal(COMMON.message("deal.none", game=self.name))
        return np.array(setup, np.int32)

    def start(self, deal: Deal = None) -> Positions:
        """The starting position, as an array of one."""
        positions = np.zeros(1, self.rules.POSITION)
        self.single.start(positions, self.setup(deal))
        return positions

    def write(self, positions: Positions) -> str:
        """The first position as one line of text, as the rules page describes it."""
        return self.position_text.write(plain(positions[0]))

    def read(self, text: str) -> Positions:
        """The position so written, as an array of one; raises `BadPosition` naming what is wrong with it."""
        return self.position_text.read(self, " ".join(text.split()))

    # ---- compiled code

    @cached_property
    def single(self) -> ModuleType:
        """The game's functions as Python calls them for one position: `single.py` built for this game."""
        return self.compiled("palissade.single")

    @cached_property
    def batch(self) -> "Batch":
        """The game's functions over arrays of positions, of one or of a million."""
        from palissade.batch import Batch  # noqa: PLC0415  (a look upwards, as in `match`)

        return Batch(self)

    def compiled(self, template: str, variant: str = "", **settings: Any) -> ModuleType:
        """A generic source file built for this game; other settings are another variant of it."""
        from palissade import kernel  # noqa: PLC0415  (the compiler takes a while to load, and looking at the shelf needs none)

        return kernel.load(template, self.id, self.parts, variant, **settings)

    # ---- playing and words

    def match(
        self, *, seed: int | None = None, deal: Deal = None, position: "str | Positions | None" = None
    ) -> "Match":
        """A new match; what chance fixes is drawn from the seed, or given as a deal. Or one from a position, as text or
        as an array of one.
        """
        from palissade.match import Match  # noqa: PLC0415  (a look upwards, for `palissade.game(…).match()`)

        return Match(self, seed=seed, deal=deal, position=position)

    def legal_actions(self, positions: Positions) -> list[int]:
        """The legal actions of the first position."""
        room = np.empty(self.rules.MOST_LEGAL, np.int32)
        listed: list[int] = room[: self.single.legal_actions(positions, room)].tolist()
        return listed

    def text(self, positions: Positions, action: int) -> str:
        """The action as the rules page writes it."""
        return self.notation.text(positions[0], action)

    def told(self, *texts: str) -> Message:
        """Actions within a sentence: by a name, where the room has one for them, else as they are written."""
        named = getattr(self.guide, "named", None)
        each = [named(self, text) if named else self.vocabulary.told(text) for text in texts]
        return Message("actions", {one: " ".join(said.say(one) for said in each) for one in LANGUAGES})

    def action(self, positions: Positions, text: str) -> int:
        """The action so written, in any language, legal or not."""
        try:
            return self.notation.action(positions[0], text.strip())
        except ValueError as error:
            understood = self.vocabulary.understood(text)
            if understood != text:
                return self.action(positions, understood)
            raise self._no_action(error, text) from None

    def action_of(self, positions: Positions, picks: Sequence[str]) -> int:
        """The action that a person means who picks these, legal or not."""
        try:
            return self.scene.action_of(positions[0], tuple(picks))
        except ValueError as error:
            raise self._no_action(error, " ".join(picks)) from None

    def _no_action(self, error: ValueError, said: str) -> BadNotation | IllegalAction:
        """What is answered where no action stands for what was said."""
        if isinstance(error, NoSuchAction):
            return self._refused(str(error))
        expected = self.catalogue.message("notation")
        return BadNotation(COMMON.message("notation.bad", game=self.name, text=said[:60], expected=expected))

    def refusal(self, positions: Positions, action: int) -> IllegalAction | None:
        """Why the action is not legal, with the rule it breaks; None if it is legal."""
        code = self.single.refusal(positions, action)
        return self._refused(self.rules.REFUSALS[code]) if code else None

    def _refused(self, key: str) -> IllegalAction:
        return IllegalAction(self.catalogue.message(key), rule=key.partition(".")[0])


def written(value: OptionValue) -> str:
    """An option's value as people write it: true, not True."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@cache
def _part(room: str, name: str) -> Any:
    """A file of a room; None where it has none of that name."""
    file = f"{room}.{name}"
    return importlib.import_module(file) if importlib.util.find_spec(file) else None


@cache
def _catalogue(room: str) -> Catalogue:
    return Catalogue.beside(str(importlib.import_module(room).__file__))


@cache
def _vocabulary(room: str) -> Vocabulary:
    return Vocabulary(_catalogue(room))
