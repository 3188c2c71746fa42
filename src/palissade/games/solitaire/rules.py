"""Solitaire: clear the board but one, never jumping your own colour.

SOL-1 equipment · SOL-2 set-up · SOL-3 jumping · SOL-4 end

Decisions of the rules page: the booklet's picture is lost, its chequer of colours is ours (`board.BOOKLET`); nothing
leaves the 8 × 8 squares. Every jump removes a pawn, so that no position comes again and COM-1 has nothing to look at.
"""

import numpy as np

from palissade.games.solitaire.board import (
    COUNT,
    EVERY_COLOUR,
    FIELD,
    LINES,
    SIDE,
    SQUARES,
    first_empty,
    jumps_along,
    places_taken,
    square_on,
)
from palissade.kernel import Actions, Ints, Position, Random, below, position_type, rule

# ---- Actions
#
#   0 ‥ 4095    square * 64 + goal    the pawn on the square jumps to the goal

ACTIONS = SQUARES * SQUARES
PAWNS = len(FIELD)
MOST_LEGAL = 4 * PAWNS
MOST_PLIES = PAWNS - 1  # every jump removes at least one pawn

# ---- Options, as `start` reads them, then the deal

OPTIONS = ("deal",)
DEAL = len(OPTIONS)

# ---- Refusals

LEGAL, NO_PAWN, NOT_STRAIGHT, NOTHING_TO_JUMP, NO_ROOM, OWN_COLOUR, TAKEN, TOO_FAR = range(8)
REFUSALS: tuple[str, ...] = (
    "",
    "SOL-3.no-pawn",
    "SOL-3.not-straight",
    "SOL-3.nothing-to-jump",
    "SOL-3.no-room",
    "SOL-3.own-colour",
    "SOL-3.taken",
    "SOL-3.too-far",
)

# ---- The position

POSITION = position_type(
    [
        ("lines", np.int64, (LINES,)),  # the pawns on each row and column, see `board`
        ("jumps", np.int32, (LINES,)),  # the jumps along each of them, and above their bits how many (`board.JUMPS`)
        ("choices", np.int16),  # how many jumps are possible in all
        ("pawns", np.int8),  # left
        ("moves", np.int8),  # made
    ]
)

COLUMNS = SIDE  # the line of the first column
EMPTY = -1  # no colour


# ---- SOL-1, SOL-2 Setting up


@rule
def start(pos: Position, setup: Ints) -> None:
    """The colours of the deal, row by row on the 36 squares in the middle."""
    clear(pos)
    for i in range(PAWNS):
        put(pos, FIELD[i], int(setup[DEAL + i]))
    find_jumps(pos)


@rule
def clear(pos: Position) -> None:
    """An empty board."""
    for line in range(LINES):
        pos.lines[line] = 0
        pos.jumps[line] = 0
    pos.choices = 0
    pos.pawns = 0
    pos.moves = 0


@rule
def put(pos: Position, square: int, colour: int) -> None:
    """Put a pawn on an empty square."""
    row, column = square // SIDE, square % SIDE
    pos.lines[row] |= 1 << 8 * colour + column
    pos.lines[COLUMNS + column] |= 1 << 8 * colour + row
    pos.pawns += 1


@rule
def find_jumps(pos: Position) -> None:
    """The jumps along every line."""
    for line in range(LINES):
        renew_jumps(pos, line)


@rule
def mover(pos: Position) -> int:
    """One plays alone."""
    return 0


# ---- SOL-3 Jumping


@rule
def legal_actions(pos: Position, out: Actions) -> int:
    """Every jump along every line."""
    count = 0
    for line in range(LINES):
        jumps = int(pos.jumps[line]) & 0xFFFF
        while jumps:
            out[count] = jump_along(pos, line, jumps)
            jumps &= jumps - 1
            count += 1
    return count


@rule
def jump_along(pos: Position, line: int, jumps: int) -> int:
    """The action that is the first of these jumps along a line."""
    number = 0
    while not jumps >> number & 1:
        number += 1
    place, step = number % SIDE, 1 if number < SIDE else -1
    goal = first_empty(places_taken(int(pos.lines[line])), place, step)
    return square_on(line, place) * SQUARES + square_on(line, goal)


@rule
def refusal(pos: Position, action: int) -> int:
    """The code of the rule that forbids the jump; LEGAL if none does."""
    square, goal = action // SQUARES, action % SQUARES
    if colour_at(pos, square) == EMPTY:
        return NO_PAWN
    if square == goal or (square // SIDE != goal // SIDE and square % SIDE != goal % SIDE):
        return NOT_STRAIGHT
    line, place, place_of_goal = along(square, goal)
    taken = places_taken(int(pos.lines[line]))
    step = 1 if place_of_goal > place else -1
    landing = first_empty(taken, place, step)
    if landing == place + step:
        return NOTHING_TO_JUMP
    if landing < 0 or landing >= SIDE:
        return NO_ROOM
    for jumped in range(place + step, landing, step):
        if colour_at(pos, square_on(line, jumped)) == colour_at(pos, square):
            return OWN_COLOUR
    if place_of_goal == landing:
        return LEGAL
    return TAKEN if taken >> place_of_goal & 1 else TOO_FAR


@rule
def apply(pos: Position, action: int) -> None:
    """A jump clears all places from the pawn to its goal, where the pawn then stands."""
    square, goal = int(action) // SQUARES, int(action) % SQUARES
    line, place, place_of_goal = along(square, goal)
    pawn = int(pos.lines[line]) >> place & EVERY_COLOUR  # a bit in the byte of its colour
    first, last = min(place, place_of_goal), max(place, place_of_goal)
    cleared = (2 << last) - (1 << first)
    pos.lines[line] = int(pos.lines[line]) & ~(cleared * EVERY_COLOUR) | pawn << place_of_goal
    renew_jumps(pos, line)
    # The lines across, one for each place; the jump crosses all of them at the same height.
    across, height = (COLUMNS, line) if line < COLUMNS else (0, line - COLUMNS)
    for crossed in range(first, last + 1):
        after = int(pos.lines[across + crossed]) & ~(EVERY_COLOUR << height)
        if crossed == place_of_goal:
            after |= pawn << height
        pos.lines[across + crossed] = after
        renew_jumps(pos, across + crossed)
    pos.pawns -= last - first - 1
    pos.moves += 1


@rule
def renew_jumps(pos: Position, line: int) -> None:
    """Look the jumps along a line up again, after pawns on it have changed."""
    jumps = jumps_along(int(pos.lines[line]))
    pos.choices += (jumps >> COUNT) - (int(pos.jumps[line]) >> COUNT)
    pos.jumps[line] = jumps


# ---- SOL-4 End


@rule
def is_over(pos: Position) -> bool:
    """Whether no jump is possible."""
    return bool(pos.choices == 0)


@rule
def result(pos: Position, won: Ints, scores: Ints) -> int:
    """Who plays alone always ends as the winner; what counts is how many pawns are left, and after how many moves."""
    won[0] = 1
    scores[0], scores[1] = pos.pawns, pos.moves
    return 4


# ---- Playouts


@rule
def random_action(pos: Position, rng: Random, out: Actions) -> int:
    """Draw the number of a jump, and go along the lines to it."""
    number = below(rng, int(pos.choices))
    line = 0
    while number >= int(pos.jumps[line]) >> COUNT:
        number -= int(pos.jumps[line]) >> COUNT
        line += 1
    jumps = int(pos.jumps[line]) & 0xFFFF
    for _ in range(number):
        jumps &= jumps - 1
    return jump_along(pos, line, jumps)


# ---- Small words


@rule
def colour_at(pos: Position, square: int) -> int:
    """The colour of the pawn on a square, or EMPTY."""
    pawn = int(pos.lines[square // SIDE]) >> square % SIDE
    for colour in range(4):
        if pawn >> 8 * colour & 1:
            return colour
    return EMPTY


@rule
def along(square: int, goal: int) -> tuple[int, int, int]:
    """The line on which two squares lie, and their places on it."""
    if square // SIDE == goal // SIDE:
        return square // SIDE, square % SIDE, goal % SIDE
    return COLUMNS + square % SIDE, square // SIDE, goal // SIDE
