"""Barrier: draughts with a wall of arrows across the middle that the players build themselves.

BAR-1 board · BAR-2 tiles (in `board`) · BAR-3 laying · BAR-4 moving (in `ways`) · BAR-5 capturing · BAR-6 crown ·
BAR-7 end · BAR-8 a tile may leave no way out, so nothing here looks for one · BAR-9 sharp play

Decisions of the rules page: Clear lays first and Yellow moves first; no capture is compulsory; crowning ends the turn;
each jump obeys the square now stood on; a side that is stuck passes.
"""

import numpy as np

from palissade.games.barrier.board import (
    BARRIER,
    CLEAR,
    DIRECTIONS,
    FAR_ROW,
    FIRST_PLACE,
    HOME,
    NONE,
    ONWARD,
    OWN_PLACES,
    PLACES,
    SQUARES,
    TILES,
    YELLOW,
    bit_of,
    has_square,
    is_on_board,
    lowest,
    nth,
    size,
)
from palissade.games.barrier.ways import active, can_act, can_jump, empty, headed, jumpers
from palissade.kernel import Actions, Bytes, Ints, Position, Random, below, position_type, rule

# ---- The option `laying`

BY_PLAYERS, AT_RANDOM = 0, 1

# ---- BAR-7

QUIET_LIMIT = 200  # so many actions in a row without a capture or a crowning are a draw

# ---- BAR-9

CROWNS = 3  # so many crowned pieces win

# ---- Actions; steps and jumps begin at multiples of 8, so that the rest is the direction
#
#   0 ‥ 127      lay a tile: tile * 16 + place     place: see `board`
#   128 ‥ 639    step: 128 + square * 8 + direction
#   640 ‥ 1151   jump: 640 + square * 8 + direction
#   1152         stop
#   1153         pass

FIRST_STEP = TILES * PLACES
FIRST_JUMP = FIRST_STEP + SQUARES * DIRECTIONS
STOP = FIRST_JUMP + SQUARES * DIRECTIONS
PASS = STOP + 1
ACTIONS = PASS + 1
MOST_LEGAL = 12 * DIRECTIONS  # in a direction a piece can either step or jump
MOST_PLIES = 1_000  # COM-2: pieces may be taken one by one, each after nearly two hundred actions

# ---- Options, as `start` reads them, then the deal

OPTIONS = ("laying", "sharp")
LAYING, SHARP, DEAL = range(3)

# ---- Refusals

LEGAL, TILES_FIRST, ALL_LAID, TILE_GONE, NOT_YOUR_PLACE, PLACE_TAKEN = range(6)
NOT_YOURS, NO_ARROW, NOT_FORWARD, OFF_BOARD, OCCUPIED = range(6, 11)
GOES_ON_JUMPING, NO_ENEMY, NO_LANDING, NO_STOP, NO_PASS = range(11, 16)
MUST_TAKE, MUST_GO_ON = range(16, 18)
REFUSALS: tuple[str, ...] = (
    "",
    "BAR-3.tiles-first",
    "BAR-3.all-laid",
    "BAR-3.tile-gone",
    "BAR-3.not-your-place",
    "BAR-3.place-taken",
    "BAR-4.not-yours",
    "BAR-4.no-arrow",
    "BAR-4.not-forward",
    "BAR-4.off-board",
    "BAR-4.occupied",
    "BAR-5.goes-on-jumping",
    "BAR-5.no-enemy",
    "BAR-5.no-landing",
    "BAR-5.no-stop",
    "BAR-7.no-pass",
    "BAR-9.must-take",
    "BAR-9.must-go-on",
)

# ---- The position

POSITION = position_type(
    [
        ("pieces", np.uint64, (2,)),  # where the pieces of each seat stand, a bit a square
        ("crowned", np.uint64),  # where crowned pieces stand, of both seats
        ("arrows", np.uint64, (DIRECTIONS,)),  # where a tile has an arrow in this direction
        ("bare", np.uint64),  # the squares of the barrier where no tile lies yet
        ("hand", np.uint64, (2,)),  # the tiles that each seat has still to lay, a bit a tile
        ("tile", np.int8, (PLACES,)),  # on each place of the barrier, or NO_TILE
        (
            "number",
            np.int8,
            (SQUARES,),
        ),  # which man of its seat a piece is, so that drawings can follow it; or NO_PIECE
        ("quiet", np.int16),  # actions since the last capture or crowning
        ("chain", np.int8),  # the square of the piece that may go on jumping, or NO_CHAIN at the start of a turn
        ("mover", np.int8),
        ("winner", np.int8),  # NOBODY while the game goes on, and in a draw
        ("drawn", np.int8),  # 1 once BAR-7 has made it a draw
        ("sharp", np.int8),  # 1: `sharp=true` (BAR-9)
    ]
)
NO_TILE, NO_PIECE, NO_CHAIN, NOBODY = TILES, -1, -1, -1


# ---- BAR-1, BAR-2 Setting up


@rule
def start(pos: Position, setup: Ints) -> None:
    """Twelve men and eight tiles each. With `laying=random` the tiles lie as dealt, and Yellow begins."""
    clear(pos)
    pos.sharp = setup[SHARP]
    for seat in range(2):
        word, number = HOME[seat], 0
        while word:
            put(pos, seat, number, lowest(word))
            word &= word - np.uint64(1)
            number += 1
    if setup[LAYING] == AT_RANDOM:
        for place in range(PLACES):
            lay(pos, int(setup[DEAL + place]), place)
        pos.mover = YELLOW


@rule
def clear(pos: Position) -> None:
    """An empty board, and all tiles in hand."""
    pos.crowned = NONE
    pos.bare = BARRIER
    for direction in range(DIRECTIONS):
        pos.arrows[direction] = NONE
    for place in range(PLACES):
        pos.tile[place] = NO_TILE
    for square in range(SQUARES):
        pos.number[square] = NO_PIECE
    for seat in range(2):
        pos.hand[seat] = np.uint64((1 << TILES) - 1)
        pos.pieces[seat] = NONE
    pos.quiet = 0
    pos.chain = NO_CHAIN
    pos.mover = CLEAR
    pos.winner = NOBODY
    pos.drawn = 0


@rule
def put(pos: Position, seat: int, number: int, square: int) -> None:
    """Put a man of the seat on an empty square."""
    pos.pieces[seat] |= bit_of(square)
    pos.number[square] = number


# ---- The turn


@rule
def mover(pos: Position) -> int:
    """The seat that acts now."""
    return int(pos.mover)


@rule
def legal_actions(pos: Position, out: Actions) -> int:
    """Tiles first; then steps and jumps, within a chain only jumps and `stop`; `pass` if there is nothing else. BAR-9:
    whoever can jump has no other choice.
    """
    if is_over(pos):
        return 0
    if is_laying(pos):
        return list_layings(pos, out)
    if pos.chain != NO_CHAIN:
        count = list_further_jumps(pos, out)
        if pos.sharp:
            return count
        out[count] = STOP
        return count + 1
    count = list_jumps(pos, out) if must_take(pos) else list_moves(pos, out)
    if count == 0:
        out[0] = PASS
        count = 1
    return count


@rule
def apply(pos: Position, action: int) -> None:
    """Play a legal action."""
    if action < FIRST_STEP:
        lay(pos, action // PLACES, action % PLACES)
        pos.mover = 1 - pos.mover if is_laying(pos) else YELLOW
    elif action < STOP:
        move(pos, action)
    else:
        pos.quiet += 1
        end_turn(pos)


@rule
def refusal(pos: Position, action: int) -> int:
    """The code of the rule that forbids the action; LEGAL if none does."""
    if action < FIRST_STEP:
        return laying_refusal(pos, action // PLACES, action % PLACES)
    if action == PASS:
        return NO_PASS if is_laying(pos) or pos.chain != NO_CHAIN or can_act(pos, int(pos.mover)) else LEGAL
    if is_laying(pos):
        return TILES_FIRST
    if action == STOP:
        if pos.chain == NO_CHAIN:
            return NO_STOP
        return MUST_GO_ON if pos.sharp else LEGAL
    if action < FIRST_JUMP:
        return step_refusal(pos, (action - FIRST_STEP) // DIRECTIONS, action % DIRECTIONS)
    return jump_refusal(pos, (action - FIRST_JUMP) // DIRECTIONS, action % DIRECTIONS)


# ---- BAR-3 Laying


@rule
def is_laying(pos: Position) -> bool:
    """Whether tiles are still to be laid."""
    return bool(pos.bare)


@rule
def owner_of(place: int) -> int:
    """Whose tile goes there: Clear's where column number + row is odd, Yellow's where it is even."""
    return YELLOW if has_square(OWN_PLACES[YELLOW], FIRST_PLACE + place) else CLEAR


@rule
def list_layings(pos: Position, out: Actions) -> int:
    """Every tile of the mover's on every bare square of its own."""
    seat, count = int(pos.mover), 0
    tiles = pos.hand[seat]
    for tile in range(TILES):
        if has_square(tiles, tile):
            for place in range(PLACES):
                if has_square(pos.bare & OWN_PLACES[seat], FIRST_PLACE + place):
                    out[count] = tile * PLACES + place
                    count += 1
    return count


@rule
def laying_refusal(pos: Position, tile: int, place: int) -> int:
    """Why the mover may not lay the tile on the place."""
    if not is_laying(pos):
        return ALL_LAID
    if owner_of(place) != pos.mover:
        return NOT_YOUR_PLACE
    if not has_square(pos.bare, FIRST_PLACE + place):
        return PLACE_TAKEN
    return LEGAL if has_square(pos.hand[int(pos.mover)], tile) else TILE_GONE


@rule
def lay(pos: Position, tile: int, place: int) -> None:
    """Put the tile of the place's owner down: two arrows point from its square."""
    bit = bit_of(FIRST_PLACE + place)
    pos.hand[owner_of(place)] ^= bit_of(tile)
    pos.tile[place] = tile
    pos.arrows[tile] |= bit
    pos.arrows[(tile + 2) % DIRECTIONS] |= bit
    pos.bare ^= bit


# ---- BAR-4 Moving


@rule
def list_moves(pos: Position, out: Actions) -> int:
    """Write the steps and the jumps of the mover's pieces."""
    count = 0
    for direction in range(DIRECTIONS):
        word = active(pos, int(pos.mover), direction)
        while word:
            out[count] = action_of(pos, lowest(word), direction)
            word &= word - np.uint64(1)
            count += 1
    return count


@rule
def action_of(pos: Position, square: int, direction: int) -> int:
    """What an active piece does that way: it jumps if somebody stands there, else it steps."""
    is_free = has_square(empty(pos), square + int(ONWARD[direction]))
    return (FIRST_STEP if is_free else FIRST_JUMP) + square * DIRECTIONS + direction


@rule
def way_refusal(pos: Position, square: int, direction: int) -> int:
    """Why the mover has no piece that may go from the square that way."""
    seat = int(pos.mover)
    if not has_square(pos.pieces[seat], square):
        return NOT_YOURS
    if not has_square(headed(pos, seat, direction), square):
        return NO_ARROW if has_square(BARRIER, square) else NOT_FORWARD
    return LEGAL if is_on_board(square, direction) else OFF_BOARD


@rule
def step_refusal(pos: Position, square: int, direction: int) -> int:
    """Why the mover may not step from the square that way."""
    if pos.chain != NO_CHAIN:
        return MUST_GO_ON if pos.sharp else GOES_ON_JUMPING
    refused = way_refusal(pos, square, direction)
    if refused == LEGAL and not has_square(empty(pos), square + int(ONWARD[direction])):
        refused = OCCUPIED
    return MUST_TAKE if refused == LEGAL and must_take(pos) else refused


@rule
def move(pos: Position, action: int) -> None:
    """Step or jump. A jump may go on with the same piece while it can, unless the piece has just been crowned."""
    seat, direction = int(pos.mover), action % DIRECTIONS
    is_jump = action >= FIRST_JUMP
    square = (action - FIRST_JUMP if is_jump else action - FIRST_STEP) // DIRECTIONS
    goal = square + int(ONWARD[direction])
    pos.quiet += 1
    if is_jump:
        take(pos, goal)
        goal += int(ONWARD[direction])
    bit, bits = bit_of(goal), bit_of(square) | bit_of(goal)
    pos.pieces[seat] ^= bits
    pos.number[goal] = pos.number[square]
    pos.number[square] = NO_PIECE
    is_new_crown = False
    if has_square(pos.crowned, square):
        pos.crowned ^= bits
    elif bit & FAR_ROW[seat]:
        is_new_crown = True
        crown(pos, goal)
        pos.quiet = 0
    if not pos.pieces[1 - seat] or has_crowns(pos, seat):
        pos.winner = seat
        pos.chain = NO_CHAIN
    elif is_jump and not is_new_crown and can_jump(pos, goal):
        pos.chain = goal
    else:
        end_turn(pos)


# ---- BAR-5 Capturing


@rule
def list_further_jumps(pos: Position, out: Actions) -> int:
    """Write the jumps with which the chain may go on: the same piece, obeying the square it now stands on."""
    square, count = int(pos.chain), 0
    for direction in range(DIRECTIONS):
        if has_square(jumpers(pos, int(pos.mover), direction), square):
            out[count] = FIRST_JUMP + square * DIRECTIONS + direction
            count += 1
    return count


@rule
def jump_refusal(pos: Position, square: int, direction: int) -> int:
    """Why the mover may not jump from the square that way."""
    if pos.chain not in (NO_CHAIN, square):
        return MUST_GO_ON if pos.sharp else GOES_ON_JUMPING
    refused = way_refusal(pos, square, direction)
    if refused != LEGAL:
        return refused
    over = square + int(ONWARD[direction])
    if not is_on_board(over, direction):
        return OFF_BOARD
    if not has_square(pos.pieces[1 - pos.mover], over):
        return NO_ENEMY
    return LEGAL if has_square(empty(pos), over + int(ONWARD[direction])) else NO_LANDING


@rule
def take(pos: Position, square: int) -> None:
    """Remove the enemy from the square, crowned or not."""
    bit = bit_of(square)
    pos.pieces[1 - pos.mover] ^= bit
    pos.crowned &= ~bit
    pos.number[square] = NO_PIECE
    pos.quiet = 0


# ---- BAR-6 Crown


@rule
def crown(pos: Position, square: int) -> None:
    """The man on the square is crowned."""
    pos.crowned |= bit_of(square)


# ---- BAR-7 End


@rule
def end_turn(pos: Position) -> None:
    """The other seat is to act, unless neither can, or nothing has happened for too long."""
    pos.chain = NO_CHAIN
    pos.mover = 1 - pos.mover
    if is_drawn(pos):
        pos.drawn = 1


@rule
def is_drawn(pos: Position) -> bool:
    """Between two turns: whether nothing has happened for too long, or neither seat can act."""
    return bool(pos.quiet >= QUIET_LIMIT or not (can_act(pos, YELLOW) or can_act(pos, CLEAR)))


@rule
def is_over(pos: Position) -> bool:
    """Whether somebody has won, or the game is drawn."""
    return bool(pos.winner != NOBODY or pos.drawn)


@rule
def result(pos: Position, won: Ints, scores: Ints) -> int:
    """BAR-7 names the winner, or makes it a draw; BAR-9 names who has the crowns while the other still has pieces."""
    winner = int(pos.winner)
    if winner == NOBODY:
        return 7
    won[winner] = 1
    return 9 if pos.pieces[1 - winner] else 7


# ---- BAR-9 Sharp play


@rule
def must_take(pos: Position) -> bool:
    """Whether the mover, at the start of a turn, is bound to jump."""
    if pos.sharp:
        for direction in range(DIRECTIONS):
            if jumpers(pos, int(pos.mover), direction):
                return True
    return False


@rule
def list_jumps(pos: Position, out: Actions) -> int:
    """Write the jumps of the mover's pieces."""
    count = 0
    for direction in range(DIRECTIONS):
        word = jumpers(pos, int(pos.mover), direction)
        while word:
            out[count] = FIRST_JUMP + lowest(word) * DIRECTIONS + direction
            word &= word - np.uint64(1)
            count += 1
    return count


@rule
def has_crowns(pos: Position, seat: int) -> bool:
    """Whether the seat has crowned pieces enough to win."""
    return bool(pos.sharp and size(pos.pieces[seat] & pos.crowned) >= CROWNS)


# ---- COM-1, playouts


@rule
def identity(pos: Position, out: Bytes) -> int:
    """Pieces by owner and crown, the tiles, the player to move; within a chain of jumps, nothing."""
    if pos.chain != NO_CHAIN:
        return 0
    out[0] = pos.mover
    count = 1
    for word in (pos.pieces[YELLOW], pos.pieces[CLEAR], pos.crowned):
        for byte in range(8):
            out[count] = word >> np.uint64(8 * byte) & np.uint64(255)
            count += 1
    for place in range(PLACES):
        out[count] = pos.tile[place]
        count += 1
    return count


@rule
def random_action(pos: Position, rng: Random, out: Actions) -> int:
    """Draw a direction and a number: the action is that of the so-manieth piece that can go that way, if there is one.

    Every action comes up equally often; `out` serves in a chain of jumps, and when few pieces can move.
    """
    seat = int(pos.mover)
    if is_laying(pos):
        tiles, bare = pos.hand[seat], pos.bare & OWN_PLACES[seat]
        left = size(tiles)
        draw = below(rng, left * left)
        return nth(tiles, draw // left) * PLACES + nth(bare, draw % left) - FIRST_PLACE
    if pos.chain != NO_CHAIN or must_take(pos):
        return int(out[below(rng, legal_actions(pos, out))])
    pieces = size(pos.pieces[seat])
    for _ in range(24):
        draw = below(rng, pieces * DIRECTIONS)
        direction = draw % DIRECTIONS
        word = active(pos, seat, direction)
        if draw // DIRECTIONS < size(word):
            return action_of(pos, nth(word, draw // DIRECTIONS), direction)
    return int(out[below(rng, legal_actions(pos, out))])
