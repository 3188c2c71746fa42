"""A table from what somebody asked for, or the reason why it cannot be."""

import secrets
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from palissade.errors import BadPosition, PalissadeError
from palissade.game import Game
from palissade.kernel import random_source
from palissade.match import SPECTATOR
from palissade.registry import game as find_game
from palissade.server.identity.names import good_name
from palissade.server.machines.levels import offered, who_plays
from palissade.server.refused import Refused
from palissade.server.store.rows import SeatRow, Summary, TableRow
from palissade.server.tables.deals import dealt
from palissade.server.tables.table import Table
from palissade.server.wire.people import Person
from palissade.server.wire.tables import Anyone, Friend, Machine, Mine, NewTable, NoClock, SameScreen, SeatWish

_LETTERS = "23456789abcdefghijkmnpqrstuvwxyz"  # none that are mistaken for another
_ID_LENGTH = 10


def table_id() -> str:
    """A name for a table that can be read out, and not be guessed."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))


def wanted_game(wish: NewTable) -> Game:
    """The game asked for; raises `Refused` for what does not go together."""
    try:
        game = find_game(wish.game, **wish.options)
    except PalissadeError as error:
        raise Refused("no-such-game", status=422, problem=error.message) from None
    if len(wish.seats) != len(game.seats):
        raise Refused("wrong-seats", status=422, game=str(game), seats=len(game.seats), wanted=len(wish.seats))
    _check_people(game, wish)
    _check_levels(game, wish)
    _check_rated(wish)
    return game


def _check_people(game: Game, wish: NewTable) -> None:
    """Somebody plays; and where seats know different things, nobody sits in two, except openly at one screen."""
    if all(isinstance(seat, Machine) for seat in wish.seats):
        raise Refused("needs-person", status=422)
    if game.is_hidden and sum(isinstance(seat, Mine) for seat in wish.seats) > 1:
        raise Refused("one-seat", status=422, rule=game.secrecy.RULE if game.secrecy else None)


def _check_levels(game: Game, wish: NewTable) -> None:
    possible = offered(game)
    for seat in wish.seats:
        if isinstance(seat, Machine) and seat.level not in possible:
            raise Refused("no-such-level", status=422, game=str(game), level=seat.level, possible=", ".join(possible))


def screen_names(wish: NewTable) -> list[str]:
    """The names of others at the same screen."""
    return [seat.name for seat in wish.seats if isinstance(seat, SameScreen) and seat.name is not None]


def has_machine(wish: NewTable) -> bool:
    return any(isinstance(seat, Machine) for seat in wish.seats)


def _check_rated(wish: NewTable) -> None:
    if not wish.rated:
        return
    people = sum(isinstance(seat, Mine | Friend | Anyone) for seat in wish.seats)
    if len(wish.seats) != 2 or people != 2 or sum(isinstance(seat, Mine) for seat in wish.seats) > 1:
        raise Refused("rated-two-people", status=422)
    if isinstance(wish.clock, NoClock):
        raise Refused("rated-clock", status=422)
    if wish.takebacks:
        raise Refused("rated-takebacks", status=422)
    if wish.position is not None:
        raise Refused("rated-position", status=422)


def beginning(game: Game, wish: NewTable, seed: int) -> str | None:
    """The position from which a game is to begin, or None for its start; raises `Refused` for what is none.

    What the host may not know of it is drawn anew, unknown to them or not: a position tells nobody a secret (BKR-10).
    """
    if wish.position is None:
        return None
    try:
        position = game.read(wish.position)
        if game.single.is_over(position):
            raise Refused("position-over", status=422)
        if game.is_hidden:
            mine = (number for number, seat in enumerate(wish.seats) if isinstance(seat, Mine))
            seat = next(mine, SPECTATOR)
            game.single.conceal(position, seat)
            game.single.redeal(position, seat, random_source(seed))
        return game.write(position)
    except BadPosition as error:
        raise Refused("bad-position", status=422, problem=error.message) from None


def seats_for(wishes: Sequence[SeatWish], person: Person) -> list[SeatRow]:
    return [_seat_for(number, wish, person) for number, wish in enumerate(wishes)]


def _seat_for(number: int, wish: SeatWish, person: Person) -> SeatRow:
    match wish:
        case Mine():
            return SeatRow(number, "person", person=person.id)
        case SameScreen(name=name):
            return SeatRow(number, "screen", person=person.id, name=None if name is None else good_name(name))
        case Machine(level=level):
            return SeatRow(number, "machine", level=level)
        case Friend():
            return SeatRow(number, "friend")
        case Anyone():
            return SeatRow(number, "anyone")


def new_row(game: Game, wish: NewTable, seats: list[SeatRow], host: str, at: int, seed: int) -> TableRow:
    """The table as it is kept; what chance fixes is drawn from the seed."""
    position = beginning(game, wish, seed)
    row = TableRow(
        id=table_id(),
        game=game.id,
        options=dict(game.chosen),
        deal=dealt(game, seed, wish.deal_number) if position is None else None,
        position=position,
        clock=msgspec.to_builtins(wish.clock),
        listed=wish.listed or any(isinstance(seat, Anyone) for seat in wish.seats),
        rated=wish.rated,
        takebacks=wish.takebacks,
        host=host,
        rematch_of=None,
        made_at=at,
        number=0,
        changed_at=at,
        summary=Summary("open", 0, None, False, None),
    )
    return with_summary(row, seats)


def with_summary(row: TableRow, seats: list[SeatRow]) -> TableRow:
    """The row with how a new table stands."""
    return replace(row, summary=Table(row, list(seats), {}).summary())


def again(table: Table, host: str | None, at: int, seed: int) -> tuple[TableRow, list[SeatRow]]:
    """The table on which the same people play again, with everybody one seat further."""
    seats = [_as_played(table.game, seat) for seat in turned_seats(table.seats)]
    row = replace(
        table.row,
        id=table_id(),
        deal=dealt(table.game, seed),
        position=None,  # a whole game this time
        host=host,
        rated=table.is_rematch_rated,
        rematch_of=table.id,
        made_at=at,
        number=0,
        changed_at=at,
    )
    return with_summary(row, seats), seats


def _as_played(game: Game, seat: SeatRow) -> SeatRow:
    """A new table has no machine that there is no more: who played for it stays."""
    return replace(seat, level=who_plays(game, seat.level)) if seat.who == "machine" else seat


def turned_seats(seats: Sequence[SeatRow]) -> list[SeatRow]:
    """Who sits where when the same people play again: everybody one seat further."""
    before = [seats[-1], *seats[:-1]]
    return [
        SeatRow(number, seat.who, person=seat.person, level=seat.level, name=seat.name)
        for number, seat in enumerate(before)
    ]
