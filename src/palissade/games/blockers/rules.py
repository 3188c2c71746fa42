"""Blockers!: play a tile where it says, keep your groups few, and beware of what you capture. Racks are hidden.

BKR-1 board · BKR-2 tiles · BKR-3 playing · BKR-4 where · BKR-5 passing · BKR-6 captured · BKR-7 end · BKR-8 score ·
BKR-9 expert · BKR-10 secrecy

Decisions of the rules page: who can play nothing passes without drawing; when nobody still in can play, the game ends
and is scored; a tie in "most captured" counts once.
"""

import numpy as np

from palissade.games.blockers.colours import MOST_COLOURS, MOST_SEATS
from palissade.games.blockers.groups import count_groups, splits_group
from palissade.games.blockers.tiles import (
    COLUMNS,
    DIGITS,
    JOKER,
    LETTERS,
    NO_COLOUR,
    NO_TILE,
    PILE,
    PLAYS,
    RACK,
    ROWS,
    SQUARES,
    SYMBOLS,
    TILES,
    bits,
    block_of,
    place_of,
    places,
)
from palissade.kernel import Actions, Ints, Position, Random, below, position_type, rule

# ---- Actions
#
#   0 ‥ 4535   (rack * 28 + tile) * 81 + square    rack: 0, or for experts 1 for the second colour of the seat
#   4536       pass

PASS = 2 * TILES * SQUARES
ACTIONS = PASS + 1
MOST_LEGAL = 2 * (4 * 9 + SQUARES)  # two racks, each of four tiles and the joker
# Someone can always play, so n - 1 passes at most come before each of the 24 n plays of n seats; experts play 4 * 24.
MOST_PLIES = PLAYS * MOST_SEATS * MOST_SEATS

# ---- Options, as `start` reads them, then the deal

OPTIONS = ("players", "expert")
PLAYERS, EXPERT, DEAL = range(3)

# ---- Refusals

LEGAL, NO_PASS, ONE_RACK, CLOSED, NOT_HELD, OTHER_COLUMN, OTHER_ROW, OTHER_BLOCK, OWN_COLOUR, SPLITS = range(10)
REFUSALS: tuple[str, ...] = (
    "",
    "BKR-5.no-pass",
    "BKR-9.one-rack",
    "BKR-9.closed",
    "BKR-2.not-held",
    "BKR-3.column",
    "BKR-3.row",
    "BKR-3.block",
    "BKR-4.own-colour",
    "BKR-4.splits",
)

# ---- The position
#
# How many tiles a colour has played tells the rest: it has drawn five more, 28 at most, and holds what it has drawn and
# not played. An open rack thus always has five tiles, a closed one four.

POSITION = position_type(
    [
        ("captured", np.int32, (MOST_SEATS, MOST_COLOURS)),  # BKR-6: which tiles of a colour a seat took, a bit a tile
        ("rows", np.int16, (MOST_COLOURS, ROWS + 2)),  # where a colour lies, a bit a column, with an empty rim around
        ("colour", np.int8, (SQUARES,)),  # of the tile on a square, or NO_COLOUR
        ("tile", np.int8, (SQUARES,)),  # on a square, or NO_TILE
        ("filled", np.int8, (JOKER,)),  # how many of a tile's nine squares are not empty
        ("rack", np.int8, (MOST_COLOURS, RACK)),  # in rising order, NO_TILE last
        ("pile", np.int8, (MOST_COLOURS, PILE)),  # what is drawn after the first, second … play; NO_TILE once drawn
        ("played", np.int8, (MOST_COLOURS, PLAYS)),  # the tiles played, in order; NO_TILE from then on
        ("not_before", np.int8, (MOST_COLOURS, TILES)),  # passes tell: so many tiles were drawn without this one
        ("plays", np.int8, (MOST_COLOURS,)),  # how many tiles a colour has played
        ("seats", np.int8),
        ("expert", np.int8),  # 1: each seat has two colours and two racks (BKR-9)
        ("mover", np.int8),
        ("reason", np.int8),  # the number of the rule that ended the game, or GOES_ON
    ]
)
GOES_ON = 0


# ---- BKR-2 Setting up


@rule
def start(pos: Position, setup: Ints) -> None:
    """An empty board; each colour's first five tiles are its rack, the others its pile, in the order of the deal."""
    pos.seats = setup[PLAYERS]
    pos.expert = setup[EXPERT]
    pos.mover = 0
    pos.reason = GOES_ON
    for square in range(SQUARES):
        pos.colour[square] = NO_COLOUR
        pos.tile[square] = NO_TILE
    for line in range(JOKER):
        pos.filled[line] = 0
    for colour in range(MOST_COLOURS):
        pos.plays[colour] = 0
        for seat in range(MOST_SEATS):
            pos.captured[seat, colour] = 0
        for row in range(ROWS + 2):
            pos.rows[colour, row] = 0
        for i in range(PLAYS):
            pos.played[colour, i] = NO_TILE
        for tile in range(TILES):
            pos.not_before[colour, tile] = 0
        first, is_dealt = DEAL + colour * TILES, colour < colours(pos)
        for i in range(PILE):
            pos.pile[colour, i] = setup[first + RACK + i] if is_dealt else NO_TILE
        for i in range(RACK):
            pos.rack[colour, i] = NO_TILE
        if is_dealt:
            for i in range(RACK):
                exchange(pos, colour, NO_TILE, int(setup[first + i]))


@rule
def exchange(pos: Position, colour: int, given: int, taken: int) -> None:
    """Replace a tile of the rack by another and keep the rack in order, so that it does not tell what came when."""
    i = 0
    while pos.rack[colour, i] != given:
        i += 1
    while i > 0 and pos.rack[colour, i - 1] > taken:
        pos.rack[colour, i] = pos.rack[colour, i - 1]
        i -= 1
    while i < RACK - 1 and pos.rack[colour, i + 1] < taken:
        pos.rack[colour, i] = pos.rack[colour, i + 1]
        i += 1
    pos.rack[colour, i] = taken


# ---- BKR-3 Playing


@rule
def mover(pos: Position) -> int:
    """The seat that acts now."""
    return int(pos.mover)


@rule
def legal_actions(pos: Position, out: Actions) -> int:
    """Every tile of the mover's open racks on every square where it may be played; `pass` if there is none."""
    if is_over(pos):
        return 0
    count = 0
    for rack in range(racks(pos)):
        colour = first_colour(pos) + rack
        if is_closed(pos, colour):
            continue
        for i in range(RACK):
            tile = int(pos.rack[colour, i])
            for place in range(places(tile)):
                square = place_of(tile, place)
                if landing_refusal(pos, colour, square) == LEGAL:
                    out[count] = (rack * TILES + tile) * SQUARES + square
                    count += 1
    if count == 0:
        out[0] = PASS
        count = 1
    return count


@rule
def refusal(pos: Position, action: int) -> int:
    """The code of the rule that forbids the action; LEGAL if none does."""
    if action == PASS:
        return NO_PASS if can_play(pos, int(pos.mover)) else LEGAL
    rack, tile, square = action // SQUARES // TILES, action // SQUARES % TILES, action % SQUARES
    if rack >= racks(pos):
        return ONE_RACK
    colour = first_colour(pos) + rack
    if is_closed(pos, colour):
        return CLOSED
    if not is_held(pos, colour, tile):
        return NOT_HELD
    if tile < LETTERS:
        if square % COLUMNS != tile - DIGITS:
            return OTHER_COLUMN
    elif tile < SYMBOLS:
        if square // COLUMNS != tile - LETTERS:
            return OTHER_ROW
    elif tile < JOKER:
        if block_of(square) != tile - SYMBOLS:
            return OTHER_BLOCK
    return landing_refusal(pos, colour, square)


@rule
def apply(pos: Position, action: int) -> None:
    """Play a legal action, then see who is next and whether the game has ended."""
    if action == PASS:
        note_pass(pos)
    else:
        rack, tile, square = action // SQUARES // TILES, action // SQUARES % TILES, action % SQUARES
        colour = first_colour(pos) + rack
        lay(pos, colour, tile, square)
        draw(pos, colour, tile)
    pass_turn(pos)


@rule
def lay(pos: Position, colour: int, tile: int, square: int) -> None:
    """Put the tile on the board; BKR-6: what lay there goes to the mover."""
    row, column = square // COLUMNS, square % COLUMNS
    bit = 2 << column
    owner = int(pos.colour[square])
    if owner == NO_COLOUR:
        pos.filled[DIGITS + column] += 1
        pos.filled[LETTERS + row] += 1
        pos.filled[SYMBOLS + block_of(square)] += 1
    else:
        pos.captured[int(pos.mover), owner] |= 1 << int(pos.tile[square])
        pos.rows[owner, row + 1] ^= bit
    pos.rows[colour, row + 1] |= bit
    pos.colour[square] = colour
    pos.tile[square] = tile


@rule
def draw(pos: Position, colour: int, tile: int) -> None:
    """BKR-5: the tile leaves the rack, and the next of the pile takes its place while the pile lasts."""
    plays = int(pos.plays[colour])
    taken = NO_TILE
    if plays < PILE:
        taken = int(pos.pile[colour, plays])
        pos.pile[colour, plays] = NO_TILE
    exchange(pos, colour, tile, taken)
    pos.played[colour, plays] = tile
    pos.plays[colour] = plays + 1


# ---- BKR-4 Where


@rule
def landing_refusal(pos: Position, colour: int, square: int) -> int:
    """Why no tile of the colour may be laid on the square."""
    owner = int(pos.colour[square])
    if owner == NO_COLOUR:
        return LEGAL
    if owner == colour:
        return OWN_COLOUR
    return SPLITS if splits_group(pos, owner, square) else LEGAL


# ---- BKR-5 Passing


@rule
def can_play(pos: Position, seat: int) -> bool:
    """Whether any tile in an open rack of the seat can be played."""
    for rack in range(racks(pos)):
        colour = seat * racks(pos) + rack
        if not is_closed(pos, colour):
            for i in range(RACK):
                if is_playable(pos, colour, int(pos.rack[colour, i])):
                    return True
    return False


@rule
def is_playable(pos: Position, colour: int, tile: int) -> bool:
    """Whether there is a square where the colour may lay this tile."""
    if tile < JOKER and pos.filled[tile] < 9:
        return True
    for place in range(places(tile)):
        if landing_refusal(pos, colour, place_of(tile, place)) == LEGAL:
            return True
    return False


@rule
def can_anyone_play(pos: Position) -> bool:
    """Whether any seat still in has a tile that can be played; one that has stopped has only closed racks."""
    for seat in range(int(pos.seats)):
        if can_play(pos, seat):
            return True
    return False


@rule
def note_pass(pos: Position) -> None:
    """A pass tells everybody that no tile that could be played now has been drawn so far, unless it was played."""
    for rack in range(racks(pos)):
        colour = first_colour(pos) + rack
        if is_closed(pos, colour):
            continue
        unplayed = ALL_TILES & ~tiles_played(pos, colour)
        for tile in range(TILES):
            if unplayed >> tile & 1 and is_playable(pos, colour, tile):
                pos.not_before[colour, tile] = drawn(pos, colour)


# ---- BKR-7 End


@rule
def pass_turn(pos: Position) -> None:
    """The next seat still in is to act. The game ends when there is none, or when nobody can play (BKR-5)."""
    seat = int(pos.mover)
    for _ in range(int(pos.seats)):
        seat = seat + 1 if seat + 1 < pos.seats else 0
        if not has_stopped(pos, seat):
            pos.mover = seat
            if not can_play(pos, seat) and not can_anyone_play(pos):
                pos.reason = 5
            return
    pos.reason = 8


@rule
def has_stopped(pos: Position, seat: int) -> bool:
    """Whether all piles of the seat are empty, with four tiles left in each rack."""
    for rack in range(racks(pos)):
        if not is_closed(pos, seat * racks(pos) + rack):
            return False
    return True


@rule
def is_closed(pos: Position, colour: int) -> bool:
    """Whether the colour has played its last tile: its pile is empty, four tiles are left."""
    return bool(pos.plays[colour] == PLAYS)


@rule
def is_over(pos: Position) -> bool:
    """Whether everyone has stopped, or nobody still in can play."""
    return bool(pos.reason != GOES_ON)


# ---- BKR-8 Score


@rule
def result(pos: Position, won: Ints, scores: Ints) -> int:
    """The fewest points win, then the fewest captured tiles; who is still tied shares."""
    seats, best = int(pos.seats), 0
    for seat in range(seats):
        scores[seat] = points(pos, seat)
        if is_better(pos, scores, seat, best):
            best = seat
    for seat in range(seats):
        won[seat] = 0 if is_better(pos, scores, best, seat) else 1
    return int(pos.reason)


@rule
def points(pos: Position, seat: int) -> int:
    """One for each group of the seat's colours, and one for each tile of the colour it captured most."""
    total, most = 0, 0
    for rack in range(racks(pos)):
        total += count_groups(pos, seat * racks(pos) + rack)
    for colour in range(colours(pos)):
        most = max(most, bits(int(pos.captured[seat, colour])))
    return total + most


@rule
def is_better(pos: Position, scores: Ints, seat: int, other: int) -> bool:
    """Whether the seat comes before the other."""
    if scores[seat] != scores[other]:
        return bool(scores[seat] < scores[other])
    return captures(pos, seat) < captures(pos, other)


@rule
def captures(pos: Position, seat: int) -> int:
    """How many tiles the seat has captured in all."""
    total = 0
    for colour in range(colours(pos)):
        total += bits(int(pos.captured[seat, colour]))
    return total


# ---- BKR-9 Expert: what "the colours of a seat" means


@rule
def racks(pos: Position) -> int:
    """How many colours, racks and piles each seat has."""
    return 1 + int(pos.expert)


@rule
def colours(pos: Position) -> int:
    """How many colours are in play."""
    return int(pos.seats) * racks(pos)


@rule
def first_colour(pos: Position) -> int:
    """The mover's colour, or for experts the first of its two."""
    return int(pos.mover) * racks(pos)


# ---- What everybody knows


@rule
def drawn(pos: Position, colour: int) -> int:
    """How many tiles the colour has drawn, the first rack included."""
    return min(RACK + int(pos.plays[colour]), TILES)


@rule
def tiles_played(pos: Position, colour: int) -> int:
    """Which tiles the colour has played, a bit a tile."""
    found = 0
    for i in range(int(pos.plays[colour])):
        found |= 1 << int(pos.played[colour, i])
    return found


# ---- Playouts


@rule
def random_action(pos: Position, rng: Random, out: Actions) -> int:
    """Draw among all places of all tiles in the mover's racks until one is legal; `out` serves when few are."""
    first = first_colour(pos)
    in_first = places_in_rack(pos, first)
    in_all = in_first + (places_in_rack(pos, first + 1) if pos.expert else 0)
    for _ in range(32):
        choice, rack = below(rng, in_all), 0
        if choice >= in_first:
            choice, rack = choice - in_first, 1
        i = min(choice // 9, RACK - 1)  # the joker is the last of its rack
        tile = int(pos.rack[first + rack, i])
        square = place_of(tile, choice - 9 * i)
        if landing_refusal(pos, first + rack, square) == LEGAL:
            return (rack * TILES + tile) * SQUARES + square
    return int(out[below(rng, legal_actions(pos, out))])


@rule
def places_in_rack(pos: Position, colour: int) -> int:
    """How many places the tiles of a rack have on an empty board; none once it is closed."""
    if is_closed(pos, colour):
        return 0
    return (RACK - 1) * 9 + places(int(pos.rack[colour, RACK - 1]))


# ---- Small words

ALL_TILES = (1 << TILES) - 1


@rule
def is_held(pos: Position, colour: int, tile: int) -> bool:
    """Whether the tile is in the colour's rack."""
    for i in range(RACK):
        if pos.rack[colour, i] == tile:
            return True
    return False
