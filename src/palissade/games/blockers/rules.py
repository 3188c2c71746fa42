"""Blockers!: play a tile where it says, keep your groups few, and beware of what you capture. Racks are hidden.

BKR-1 board · BKR-2 tiles · BKR-3 playing · BKR-4 where · BKR-5 passing · BKR-6 captured · BKR-7 end · BKR-8 score ·
BKR-9 expert · BKR-10 secrecy

Decisions of the rules page: who can play nothing passes without drawing; when nobody still in can play, the game ends
and is scored; a tie in "most captured" counts once.
"""

import numpy as np

from palissade.kernel import Actions, Ints, Position, Random, below, position_type, rule

# ---- BKR-1 Board. Squares are numbered row * 9 + column from A1, which is top left; blocks row by row.
#
#        1 2 3   4 5 6   7 8 9
#     A
#     B   sun    star    heart
#     C
#     D
#     E  circle diamond triangle
#     F
#     G
#     H   moon   cross   square
#     I

COLUMNS, ROWS = 9, 9
SQUARES = COLUMNS * ROWS

# ---- BKR-2 Tiles. A tile is a number: digits 0 ‥ 8, letters 9 ‥ 17, symbols 18 ‥ 26 in the order of the blocks, joker.

COLOURS = ("red", "green", "blue", "yellow", "violet")
MOST_COLOURS = len(COLOURS)
MOST_SEATS = 5
DIGITS, LETTERS, SYMBOLS, JOKER = 0, 9, 18, 27  # the first of each sort
TILES = 28
RACK = 5
PILE = TILES - RACK
PLAYS = PILE + 1  # BKR-7: tiles that each colour plays; then its pile is empty and four tiles are left
UNKNOWN, NO_TILE = 28, 29  # a tile lies there, face down for who looks (BKR-10); nothing lies there
NO_COLOUR = -1

# BKR-3: the nine squares of each tile but the joker, in order.
LINES = np.array(
    [[row * 9 + column for row in range(9)] for column in range(9)]
    + [[row * 9 + column for column in range(9)] for row in range(9)]
    + [[(block // 3 * 3 + i // 3) * 9 + block % 3 * 3 + i % 3 for i in range(9)] for block in range(9)],
    np.int8,
)

# ---- Actions
#
#   0 ‥ 4535   (rack * 28 + tile) * 81 + square    rack: 0, or for experts 1 for the second colour of the seat
#   4536       pass

PASS = 2 * TILES * SQUARES
ACTIONS = PASS + 1
MOST_LEGAL = 2 * (4 * 9 + SQUARES)  # two racks, each of four tiles and the joker
# Someone can always play, so n - 1 passes at most come before each of the 24 n plays of n seats; experts play 4 * 24.
MOST_PLIES = PLAYS * MOST_SEATS * MOST_SEATS

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
    pos.seats = setup[0]
    pos.expert = setup[1]
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
        first, is_dealt = 2 + colour * TILES, colour < colours(pos)
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


# For each pattern of tiles of one colour around a square, whether those beside it hold together without it, along the
# eight squares around. The bits of a pattern are the 3 × 3 squares row by row; RING goes round them clockwise from the
# one above, so that its even places are the squares beside, its odd ones the corners.
RING = (1, 2, 5, 8, 7, 6, 3, 0)


def _holds_together(around: int) -> bool:
    ring = [bool(around >> place & 1) for place in RING]
    loose_ends = sum(ring[i] and not (ring[i + 1] and ring[(i + 2) % 8]) for i in (0, 2, 4, 6))
    return loose_ends <= 1


HOLDS_TOGETHER = np.array([_holds_together(around) for around in range(512)])


@rule
def splits_group(pos: Position, colour: int, square: int) -> bool:
    """Whether the group of the colour's tile on this square would fall apart without it."""
    row, column = square // COLUMNS, square % COLUMNS
    above = int(pos.rows[colour, row]) >> column & 7
    level = int(pos.rows[colour, row + 1]) >> column & 7
    below_it = int(pos.rows[colour, row + 2]) >> column & 7
    if HOLDS_TOGETHER[above | level << 3 | below_it << 6]:
        return False
    here_top, here_bottom = halves_of(square)
    top, bottom = halves(pos, colour)
    top, bottom = top & ~here_top, bottom & ~here_bottom
    beside_top, beside_bottom = spread(here_top, here_bottom, top, bottom)
    # The group holds together if from one of the tiles beside the square all the others are reached.
    reached_top = beside_top & -beside_top
    reached_bottom = 0 if reached_top else beside_bottom & -beside_bottom
    while True:
        next_top, next_bottom = spread(reached_top, reached_bottom, top, bottom)
        if beside_top & ~next_top == 0 and beside_bottom & ~next_bottom == 0:
            return False
        if next_top == reached_top and next_bottom == reached_bottom:
            return True
        reached_top, reached_bottom = next_top, next_bottom


# Groups are searched for on all squares at once: rows A ‥ E and F ‥ I are the bits of two words, ten bits a row (the
# tenth stays 0 and keeps neighbours from running over).
HALF, STRIDE = 5, 10
ROW, LAST_ROW = (1 << STRIDE) - 1, STRIDE * (HALF - 1)


@rule
def halves(pos: Position, colour: int) -> tuple[int, int]:
    """All tiles of a colour on the board."""
    top, bottom = 0, 0
    for row in range(HALF):
        top |= int(pos.rows[colour, row + 1]) >> 1 << row * STRIDE
    for row in range(HALF, ROWS):
        bottom |= int(pos.rows[colour, row + 1]) >> 1 << (row - HALF) * STRIDE
    return top, bottom


@rule
def halves_of(square: int) -> tuple[int, int]:
    """One square."""
    row, column = square // COLUMNS, square % COLUMNS
    if row < HALF:
        return 1 << row * STRIDE + column, 0
    return 0, 1 << (row - HALF) * STRIDE + column


@rule
def spread(top: int, bottom: int, within_top: int, within_bottom: int) -> tuple[int, int]:
    """These squares and the squares beside them, as far as they lie within."""
    next_top = top | top << 1 | top >> 1 | top << STRIDE | top >> STRIDE | (bottom & ROW) << LAST_ROW
    next_bottom = bottom | bottom << 1 | bottom >> 1 | bottom << STRIDE | bottom >> STRIDE | top >> LAST_ROW
    return next_top & within_top, next_bottom & within_bottom


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
        total += groups(pos, seat * racks(pos) + rack)
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


@rule
def groups(pos: Position, colour: int) -> int:
    """How many groups of orthogonally connected tiles the colour has; a lone tile is one."""
    top, bottom = halves(pos, colour)
    count = 0
    while top | bottom:
        group_top = top & -top
        group_bottom = 0 if group_top else bottom & -bottom
        while True:
            next_top, next_bottom = spread(group_top, group_bottom, top, bottom)
            if next_top == group_top and next_bottom == group_bottom:
                break
            group_top, group_bottom = next_top, next_bottom
        top, bottom = top & ~group_top, bottom & ~group_bottom
        count += 1
    return count


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


# ---- BKR-10 Secrecy


@rule
def conceal(pos: Position, seat: int) -> None:
    """Turn face down, where the game goes on, all piles and the racks that the seat may not see."""
    if is_over(pos):
        return
    for colour in range(colours(pos)):
        plays = int(pos.plays[colour])
        for i in range(plays, PILE):
            pos.pile[colour, i] = UNKNOWN
        if not may_see_rack(pos, seat, colour):
            for i in range(drawn(pos, colour) - plays):
                pos.rack[colour, i] = UNKNOWN


@rule
def may_see_rack(pos: Position, seat: int, colour: int) -> bool:
    """Everybody sees its own racks, and those that experts have closed (BKR-9)."""
    return colour // racks(pos) == seat or (pos.expert == 1 and is_closed(pos, colour))


@rule
def redeal(pos: Position, seat: int, rng: Random) -> None:
    """Deal what the seat may not know anew: each deal that agrees with all it has seen is equally likely."""
    if is_over(pos):
        return
    conceal(pos, seat)
    for colour in range(colours(pos)):
        if may_see_rack(pos, seat, colour):
            shuffle_pile(pos, colour, rng)
    while True:
        for colour in range(colours(pos)):
            if not may_see_rack(pos, seat, colour):
                while not deal_unseen(pos, colour, rng):
                    pass
        if can_anyone_play(pos):  # or the game would be over (BKR-5)
            return


@rule
def shuffle_pile(pos: Position, colour: int, rng: Random) -> None:
    """The rack is known: the pile is all the rest, in any order."""
    unseen = ALL_TILES & ~tiles_played(pos, colour)
    for i in range(drawn(pos, colour) - int(pos.plays[colour])):
        unseen &= ~(1 << int(pos.rack[colour, i]))
    for i in range(int(pos.plays[colour]), PILE):
        tile = bit_at(unseen, below(rng, bits(unseen)))
        unseen &= ~(1 << tile)
        pos.pile[colour, i] = tile


@rule
def deal_unseen(pos: Position, colour: int, rng: Random) -> bool:
    """Deal a colour whose rack is not known; False if the attempt came to nothing and another must be made.

    A deal gives each tile its turn to be drawn, 0 ‥ 27. The seat knows two things about turns: the tile that was played
    first was among the first five drawn, the second among the first six and so on; and what passes tell, `not_before`.
    Each tile in its order gets a turn out of as many as could at most be free for it. The number of these is the same
    in all attempts, so all deals are equally likely to come up; an attempt that hits a turn that is not free fails.
    """
    plays = int(pos.plays[colour])
    unseen = ALL_TILES & ~tiles_played(pos, colour)
    bounds = 0  # which values of `not_before` there are
    for tile in range(TILES):
        bounds |= 1 << int(pos.not_before[colour, tile])
    free = ALL_TILES  # the turns that no tile has yet
    if bounds == 1:
        free &= ~((1 << plays) - 1)  # nothing depends on when the played tiles were drawn
    else:
        for i in range(plays):
            turn = bit_at(free & ((1 << RACK + i) - 1), below(rng, RACK))
            if turn < pos.not_before[colour, int(pos.played[colour, i])]:
                return False
            free &= ~(1 << turn)
    rack, unseen_count, dealt = 0, TILES - plays, 0
    for bound in range(TILES - 1, -1, -1):  # those with the fewest turns first
        if not bounds >> bound & 1:
            continue
        for tile in range(TILES):
            if not unseen >> tile & 1 or pos.not_before[colour, tile] != bound:
                continue
            possible = free & ~((1 << bound) - 1)
            choice = below(rng, min(TILES - bound, unseen_count) - dealt)
            if choice >= bits(possible):
                return False
            turn = bit_at(possible, choice)
            free &= ~(1 << turn)
            dealt += 1
            if turn < drawn(pos, colour):
                rack |= 1 << tile
            else:
                pos.pile[colour, turn - RACK] = tile
    for i in range(drawn(pos, colour) - plays):
        pos.rack[colour, i] = bit_at(rack, i)
    return True


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


# ---- Playouts, symmetries


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


# The eight ways to turn the board: bit 0 exchanges rows and columns, then bit 1 left and right, bit 2 top and bottom.


def _turned(square: int, symmetry: int) -> int:
    row, column = divmod(square, COLUMNS)
    if symmetry & 1:
        row, column = column, row
    if symmetry & 2:
        column = COLUMNS - 1 - column
    if symmetry & 4:
        row = ROWS - 1 - row
    return row * COLUMNS + column


def _turned_tile(tile: int, symmetry: int) -> int:
    turned = {_turned(square, symmetry) for square in LINES[tile].tolist()}
    return next(other for other in range(JOKER) if turned == set(LINES[other].tolist()))


TURNED = np.array([[_turned(square, symmetry) for square in range(SQUARES)] for symmetry in range(8)], np.int8)
TURNED_TILE = np.array(
    [[_turned_tile(tile, symmetry) for tile in range(JOKER)] + [JOKER, UNKNOWN, NO_TILE] for symmetry in range(8)],
    np.int8,
)


@rule
def symmetries(pos: Position) -> int:
    """The board with its lines and blocks looks the same from all sides and in the mirror."""
    return 8


@rule
def turn_position(pos: Position, symmetry: int) -> None:
    """Every square turns, and every tile into the one that goes there."""
    turned, turned_tile = TURNED[symmetry], TURNED_TILE[symmetry]
    colour_before, tile_before, filled_before = pos.colour.copy(), pos.tile.copy(), pos.filled.copy()
    rack_before, not_before, captured_before = pos.rack.copy(), pos.not_before.copy(), pos.captured.copy()
    for line in range(JOKER):
        pos.filled[int(turned_tile[line])] = filled_before[line]
    for colour in range(MOST_COLOURS):
        for row in range(ROWS + 2):
            pos.rows[colour, row] = 0
        for i in range(RACK):
            pos.rack[colour, i] = NO_TILE
        for i in range(RACK):
            if rack_before[colour, i] != NO_TILE:
                exchange(pos, colour, NO_TILE, int(turned_tile[int(rack_before[colour, i])]))
        for i in range(PILE):
            pos.pile[colour, i] = turned_tile[int(pos.pile[colour, i])]
        for i in range(PLAYS):
            pos.played[colour, i] = turned_tile[int(pos.played[colour, i])]
        for tile in range(TILES):
            pos.not_before[colour, int(turned_tile[tile])] = not_before[colour, tile]
        for seat in range(MOST_SEATS):
            before, after = int(captured_before[seat, colour]), 0
            for tile in range(TILES):
                after |= (before >> tile & 1) << int(turned_tile[tile])
            pos.captured[seat, colour] = after
    for square in range(SQUARES):
        goal, colour = int(turned[square]), int(colour_before[square])
        pos.colour[goal] = colour
        pos.tile[goal] = turned_tile[int(tile_before[square])]
        if colour != NO_COLOUR:
            pos.rows[colour, goal // COLUMNS + 1] |= 2 << goal % COLUMNS


@rule
def turn_action(pos: Position, action: int, symmetry: int) -> int:
    """The action turned: its tile becomes the one that goes there."""
    if action == PASS:
        return PASS
    rack, tile, square = action // SQUARES // TILES, action // SQUARES % TILES, action % SQUARES
    return (rack * TILES + int(TURNED_TILE[symmetry, tile])) * SQUARES + int(TURNED[symmetry, square])


# ---- Small words

ALL_TILES = (1 << TILES) - 1


@rule
def places(tile: int) -> int:
    """BKR-3: how many squares a tile goes on; none for a tile that is face down."""
    if tile < JOKER:
        return 9
    return SQUARES if tile == JOKER else 0


@rule
def place_of(tile: int, place: int) -> int:
    """The square with this number among those of the tile."""
    return place if tile == JOKER else int(LINES[tile, place])


@rule
def is_held(pos: Position, colour: int, tile: int) -> bool:
    """Whether the tile is in the colour's rack."""
    for i in range(RACK):
        if pos.rack[colour, i] == tile:
            return True
    return False


@rule
def block_of(square: int) -> int:
    """The 3 × 3 block of a square, row by row."""
    return square // COLUMNS // 3 * 3 + square % COLUMNS // 3


@rule
def bits(mask: int) -> int:
    """How many bits are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@rule
def bit_at(mask: int, place: int) -> int:
    """The number of the set bit that has so many set bits below it."""
    for _ in range(place):
        mask &= mask - 1
    number = 0
    while not mask >> number & 1:
        number += 1
    return number
