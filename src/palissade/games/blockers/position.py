"""A position of Blockers! in writing: `red:2,3,B,star,moon/…/7@C7,G@green,!@E5/1>5,A>5 green:?/?/2@B2/- red`.

For each colour its rack, its pile in the order of drawing, the tiles it has played in order, each with its square or
the captor before whom it lies, and what passes have told: `1>5` if the first five tiles drawn were known not to hold
the 1. Then who is to act, and once the game is over the rule that ended it. A player is named by the first of its
colours. What lies face down for who looks is `?`.
"""

from dataclasses import dataclass

from palissade.arrays import Position, Positions
from palissade.boards.position_text import UNKNOWN, Parts, read_list, read_number, refused, written_list
from palissade.errors import BadPosition
from palissade.game import Game
from palissade.games.blockers.colours import COLOURS
from palissade.games.blockers.notation import TILE_NAMES, square_name
from palissade.games.blockers.rules import GOES_ON, can_anyone_play, colours, drawn, exchange, has_stopped, lay, racks
from palissade.games.blockers.tiles import NO_COLOUR, NO_TILE, PILE, PLAYS, RACK, SQUARES, TILES
from palissade.games.blockers.tiles import UNKNOWN as FACE_DOWN

SQUARE_NAMES = tuple(square_name(square) for square in range(SQUARES))
STOPPED, STUCK = 8, 5  # the rules that end the game


# ---- Writing


def write(pos: Position) -> str:
    each = 1 + pos.expert
    where = {(pos.colour[square], pos.tile[square]): SQUARE_NAMES[square] for square in range(SQUARES)}
    for seat, captured in enumerate(pos.captured):
        for colour, tiles in enumerate(captured):
            where |= {(colour, tile): COLOURS[seat * each] for tile in range(TILES) if tiles >> tile & 1}
    parts = [f"{COLOURS[colour]}:{'/'.join(_written(pos, colour, where))}" for colour in range(pos.seats * each)]
    parts.append(COLOURS[pos.mover * each])
    return " ".join(parts if pos.reason == GOES_ON else [*parts, f"over:BKR-{pos.reason}"])


def _written(pos: Position, colour: int, where: dict[tuple[int, int], str]) -> list[str]:
    """Its rack, its pile, what it has played, and what passes have told."""
    played = [tile for tile in pos.played[colour] if tile != NO_TILE]
    told = [f"{TILE_NAMES[tile]}>{without}" for tile, without in enumerate(pos.not_before[colour]) if without]
    return [
        _written_tiles(pos.rack[colour]),
        _written_tiles(pos.pile[colour]),
        written_list([f"{TILE_NAMES[tile]}@{where[colour, tile]}" for tile in played]),
        written_list(told),
    ]


def _written_tiles(tiles: list[int]) -> str:
    lie = [tile for tile in tiles if tile != NO_TILE]
    return UNKNOWN if FACE_DOWN in lie else written_list([TILE_NAMES[tile] for tile in lie])


# ---- Reading


def read(game: Game, text: str) -> Positions:
    parts = Parts(game, text)
    positions = game.start(game.ordered_deal())
    pos = positions[0]
    for colour in range(colours(pos)):
        kinds = parts.labelled(COLOURS[colour]).split("/")
        if len(kinds) != 4:
            raise refused(game, "position.kinds", colour=COLOURS[colour])
        _Colour(game, pos, colour).set_up(*kinds)
    pos.mover = parts.one_of(COLOURS[: colours(pos) : racks(pos)], "red")
    pos.reason = _reason(game, pos, is_open=UNKNOWN not in text)
    parts.over(None if pos.reason == GOES_ON else f"BKR-{pos.reason}")
    return positions


def _reason(game: Game, pos: Position, *, is_open: bool) -> int:
    """The rule that has ended the game, if one has; while racks are hidden it goes on (BKR-10)."""
    if all(has_stopped(pos, seat) for seat in range(int(pos.seats))):
        if not is_open:
            raise refused(game, "position.open")
        return STOPPED
    if has_stopped(pos, int(pos.mover)):
        raise refused(game, "position.stopped", colour=COLOURS[int(pos.mover) * racks(pos)])
    return STUCK if is_open and not can_anyone_play(pos) else GOES_ON


@dataclass
class _Colour:
    """One colour of the position that is being read."""

    game: Game
    pos: Position
    colour: int

    def set_up(self, rack: str, pile: str, played: str, told: str) -> None:
        """Lay what has been played, fill the rack, pile up the rest, note what passes have told."""
        pos, colour = self.pos, self.colour
        laid = [item.partition("@") for item in read_list(played)]
        history = [self._tile(name) for name, _, _ in laid]
        plays = len(history)
        if plays > PLAYS:
            raise self._refused("position.played", most=PLAYS)
        pos.plays[colour] = plays
        in_rack, in_pile = drawn(pos, colour) - plays, max(PILE - plays, 0)
        held, waiting = self._tiles(rack, in_rack), self._tiles(pile, in_pile)
        self._check_once([*history, *held, *waiting])
        if len(held) != in_rack:
            raise self._refused("position.rack", count=len(held), needed=in_rack, plays=plays)
        if len(waiting) != in_pile:
            raise self._refused("position.pile", count=len(waiting), needed=in_pile, plays=plays)
        for tile, (_, _, place) in zip(history, laid, strict=True):
            self._put(tile, place)
        pos.played[colour, :plays] = history
        pos.pile[colour] = [NO_TILE] * (PILE - in_pile) + waiting
        pos.rack[colour] = NO_TILE
        for tile in held:
            exchange(pos, colour, NO_TILE, tile)
        for item in read_list(told):
            self._note(item)
        if not self._explains_passes(history, held, waiting):
            raise self._refused("position.passes")

    def _tiles(self, text: str, unseen: int) -> list[int]:
        return [FACE_DOWN] * unseen if text == UNKNOWN else [self._tile(name) for name in read_list(text)]

    def _tile(self, name: str) -> int:
        if name not in TILE_NAMES:
            raise self._refused("position.tile", tile=name[:60])
        return TILE_NAMES.index(name)

    def _check_once(self, tiles: list[int]) -> None:
        for i, tile in enumerate(tiles):
            if tile != FACE_DOWN and tile in tiles[:i]:
                raise self._refused("position.tile-twice", tile=TILE_NAMES[tile])

    def _put(self, tile: int, place: str) -> None:
        """Where a tile lies that has been played: on a square, or before its captor (BKR-6)."""
        pos, each = self.pos, racks(self.pos)
        captors = COLOURS[: colours(pos) : each]
        if place in SQUARE_NAMES:
            square = SQUARE_NAMES.index(place)
            if pos.colour[square] != NO_COLOUR:
                raise self._refused("position.twice", square=place)
            lay(pos, self.colour, tile, square)
        elif place in captors and (each > 1 or place != COLOURS[self.colour]):
            pos.captured[captors.index(place), self.colour] |= 1 << tile
        else:
            raise self._refused("position.place", tile=TILE_NAMES[tile], place=place[:60])

    def _note(self, told: str) -> None:
        """`1>5`: a pass has told that the 1 was not among the first five drawn."""
        name, _, without = told.partition(">")
        tile = self._tile(name)
        if self.pos.not_before[self.colour, tile]:
            raise self._refused("position.tile-twice", tile=name)
        self.pos.not_before[self.colour, tile] = read_number(self.game, without, RACK, drawn(self.pos, self.colour))

    def _explains_passes(self, history: list[int], held: list[int], waiting: list[int]) -> bool:
        """Whether the tiles can have been drawn in an order that allows what was played and what passes have told.

        Each tile has a first turn to be drawn and a last one. Going through the turns, the tile with the earliest last
        turn among those that may be drawn is: if that leaves one undrawn, so does every order.
        """
        now = drawn(self.pos, self.colour)
        turns = {}
        for tile in range(TILES):
            first = int(self.pos.not_before[self.colour, tile])
            if tile in history:
                turns[tile] = first, RACK - 1 + history.index(tile)
            elif tile in held:
                turns[tile] = first, now - 1
            elif tile in waiting:
                turns[tile] = now + waiting.index(tile), now + waiting.index(tile)
            else:
                turns[tile] = first if FACE_DOWN in held else now, TILES - 1
        for turn in range(TILES):
            tile = min((t for t in turns if turns[t][0] <= turn), key=lambda t: turns[t][1], default=FACE_DOWN)
            if tile == FACE_DOWN or turns.pop(tile)[1] < turn:
                return False
        return True

    def _refused(self, key: str, **places: str | int) -> BadPosition:
        return refused(self.game, key, colour=COLOURS[self.colour], **places)
