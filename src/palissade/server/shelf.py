"""The shelf: every game and every strength of machines, in the reader's language."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from palissade.contract import OptionValue
from palissade.game import Game, Option, Seat, written
from palissade.messages import Catalogue, Language, Message
from palissade.registry import games
from palissade.server.machines.levels import measured_ladders, offered, stand_in
from palissade.server.wire.shelf import (
    Choice,
    GameOnShelf,
    LadderOnShelf,
    Level,
    OptionOnShelf,
    RungOnShelf,
    SeatOnShelf,
    Shelf,
)

CATALOGUE = Catalogue(Path(__file__).with_name("shelf.toml"))


def shelf(language: Language, progress: Callable[[str], float]) -> Shelf:
    """Everything there is to choose from; `progress` tells how far a game is on its way to being playable."""
    ids = dict.fromkeys(level for game in games() for level in offered(game))
    return Shelf(
        games=[_game(game, language, progress(game.id)) for game in games()],
        levels=[_level(id_, language) for id_ in ids],
    )


def level_name(id_: str) -> Message:
    """What a level is called."""
    return CATALOGUE.message(f"level.{id_}")


def _level(id_: str, language: Language) -> Level:
    return Level(
        id=id_,
        name=level_name(id_).say(language),
        sentence=CATALOGUE.message(f"level.{id_}.sentence").say(language),
    )


def _game(game: Game, language: Language, progress: float) -> GameOnShelf:
    seatings = _seatings(game)
    return GameOnShelf(
        id=game.id,
        name=game.name,
        box=game.box,
        players=sorted(seatings),
        minutes=game.minutes,
        sentence=game.catalogue.message("shelf.sentence").say(language),
        words=game.vocabulary.of_table(language),
        options=[_option(game, option, language) for option in game.choices],
        seats={
            str(players): [SeatOnShelf(list(seat.colours), seat.team) for seat in seats]
            for players, seats in seatings.items()
        },
        draws=max(seatings) > 1,  # nobody agrees on a draw alone
        is_hidden=game.is_hidden,
        is_puzzle=game.puzzle is not None,
        levels=offered(game),
        stand_in=stand_in(game),
        ladders=list(_ladders(game, language)),
        progress=progress,
    )


def _ladders(game: Game, language: Language) -> Iterator[LadderOnShelf]:
    for variant, ladder in measured_ladders(game):
        balance = ladder.balance
        yield LadderOnShelf(
            options=ladder.options,
            rungs=[RungOnShelf(rung.level, rung.elo, rung.low, rung.high) for rung in ladder.rungs],
            balance=balance.says(variant, level_name(balance.level)).say(language) if balance else None,
        )


def _seatings(game: Game) -> Mapping[int, tuple[Seat, ...]]:
    """The seats for each number of players, other options as they come out of the box."""
    seatings: dict[int, tuple[Seat, ...]] = {}
    for variant in game.variants():  # the defaults first
        seatings.setdefault(len(variant.seats), variant.seats)
    return seatings


def _option(game: Game, option: Option, language: Language) -> OptionOnShelf:
    return OptionOnShelf(
        name=option.name,
        label=game.catalogue.message(f"option.{option.name}").say(language),
        values=[Choice(value, _label(game, option, value, language)) for value in option.values],
        only_with=dict(option.only_with),
    )


def _label(game: Game, option: Option, value: OptionValue, language: Language) -> str:
    """A number says itself; anything else has its words."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return game.catalogue.message(f"option.{option.name}.{written(value)}").say(language)
