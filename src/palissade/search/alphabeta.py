"""Alpha-beta: every action of both sides to a certain depth, then one more, for as long as there is time.

For open games between two with few actions, or with many that are answered at once. What a position at the end of a
line is worth is `knowledge.evaluate`; half where the room has none. A turn may have several actions.

    search_root   one depth; the actions of the root come in the order of what they brought at the depth before
    search        one position of a line: principal variation search (Marsland and Campbell 1982) with a hash table
                  (Zobrist 1970) and actions in the order: of the table, killers, by history (Schaeffer 1989)

Values are whole numbers for the seat that acts: DECIDED and more is a win that the rules settle, the sooner the
greater, and so it is proven. What is forced costs no depth: an only action, an answer where `knowledge.presses`.

Repetition (COM-1) is looked at with the match's own history, as in `tree`: a second occurrence after the root is as
good as a draw. A draw never makes a win, so what is proven does not depend on the way it was reached.
"""

import numpy as np
import numpy.typing as npt

from palissade.contract import MOST_SCORES, MOST_SEATS, Knowledge, RepeatingRules
from palissade.kernel import PART, Actions, Bytes, Ints, Position, Positions, position_type, rule
from palissade.search.tree import key_of

rules: RepeatingRules = PART  # of the game, put here by `kernel.load`; so are all down to HAS_PRESSES
knowledge: Knowledge = PART
MAY_REPEAT = False
HAS_EVALUATE = False
HAS_PRESSES = False

MOST_DEPTH = 100  # actions of a line
NONE = -1
NO_KEY = np.uint64(0)  # in the middle of a turn: see `key_of`
WHOLE = 10_000  # what a sure win would be by evaluation: so much more than half
WON = 30_000  # by the rules, at once; one less for every action until then
DECIDED = WON - MOST_DEPTH - 1
DRAW = 0
KILLERS = 2
FIRST, KILLER = 1 << 40, 1 << 39  # in the order of actions: what the table says, and killers, before all others

AT_LEAST, AT_MOST, EXACTLY = range(3)  # what a value in the table is

ENTRY = position_type(
    [
        ("key", np.uint64),
        ("action", np.int32),  # the best
        ("value", np.int32),
        ("depth", np.int16),
        ("bound", np.int8),
    ]
)

WORK = position_type(
    [
        ("positions", np.int64),  # looked at
        ("most", np.int64),  # to be looked at
        ("is_stopped", np.int32),  # the depth could not be finished
        ("plies_left", np.int32),  # before COM-2
        ("repetitions", np.int32),  # that are a draw by COM-1
        ("seats", np.int32),
        ("best", np.int32),  # place of the best action of the root
        ("killers", np.int32, (MOST_DEPTH + 1, KILLERS)),  # actions that refuted others at the same distance
        ("values", np.float32, (MOST_SEATS,)),  # room for an evaluation, for a result
        ("won", np.int32, (MOST_SEATS,)),
        ("scores", np.int32, (MOST_SCORES,)),
    ]
)

Keys = npt.NDArray[np.uint64]
Table = npt.NDArray[np.void]


@rule
def search_root(
    depth: int,
    roots: Ints,  # rows: action, value, positions looked at below it; the best of the depth before comes first
    works: Positions,
    halt: Bytes,  # 1 as soon as somebody wants an answer
    positions: Positions,  # the root, and one for each action of a line
    raw: Keys,  # the same bytes as words
    words: Keys,  # room for what tells a position from others
    keys: Keys,  # of the line
    past: Keys,  # of all positions that have begun a turn before and at the root, in order of size
    actions: Actions,  # a row for each action of a line, and so the next
    order: Ints,
    history: Ints,  # by seat and action: how much it has refuted
    table: Table,
) -> None:
    """Look so deep; where it is stopped before the end, the best so far counts if it was looked at."""
    work = works[0]
    mover, alpha = rules.mover(positions[0]), -WON
    step = 0 if len(roots) == 1 else 1
    for i in range(len(roots)):
        before = int(work.positions)
        positions[1] = positions[0]
        rules.apply(positions[1], int(roots[i, 0]))
        side = 1 if rules.mover(positions[1]) == mover else -1
        high = alpha + 1 if i else WON
        while True:
            low, top = min(side * alpha, side * high), max(side * alpha, side * high)
            value = side * search(
                *(1, depth - step, low, top, works, halt, positions, raw, words, keys, past),
                *(actions, order, history, table),
            )
            if value < high or high == WON or work.is_stopped:
                break
            high = WON
        roots[i, 2] += int(work.positions) - before
        if work.is_stopped:
            return
        roots[i, 1] = value
        if i == 0 or value > alpha:
            work.best = i
            alpha = max(alpha, value)


@rule
def search(
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
    works: Positions,
    halt: Bytes,
    positions: Positions,
    raw: Keys,
    words: Keys,
    keys: Keys,
    past: Keys,
    actions: Actions,
    order: Ints,
    history: Ints,
    table: Table,
) -> int:
    """What the line's last position is worth to the seat that acts there; between alpha and beta exactly."""
    work, pos = works[0], positions[ply]
    work.positions += 1
    if work.positions >= work.most or halt[0]:
        work.is_stopped = 1
        return DRAW
    if rules.is_over(pos):
        return end_value(pos, work, ply)
    if ply >= work.plies_left:
        return DRAW
    # 1. A draw by repetition, of positions that begin a turn.
    key = NO_KEY
    if MAY_REPEAT:
        mark = words.view(np.uint8)
        count = rules.identity(pos, mark)
        key = key_of(mark, words, count)
        keys[ply] = key
        if count > 0 and has_come_again(ply, int(work.repetitions), keys, past):
            return DRAW
    if key == NO_KEY:
        key = whole_key(raw[ply], words)
    # 2. Nothing is better than winning by the next action, nothing worse than losing now.
    alpha, beta = max(alpha, ply - WON), min(beta, WON - ply - 1)
    if alpha >= beta:
        return alpha
    # 3. What the table says.
    place = np.int64(key & np.uint64(len(table) - 1))
    expected = NONE
    if table[place].key == key:
        expected = int(table[place].action)
        value, bound = int(table[place].value), int(table[place].bound)
        is_proven = (value >= DECIDED and bound != AT_MOST) or (value <= -DECIDED and bound != AT_LEAST)
        if value >= DECIDED:
            value -= ply
        elif value <= -DECIDED:
            value += ply
        if table[place].depth >= depth or is_proven:
            if bound == EXACTLY or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha):
                return value
    if depth <= 0 or ply >= MOST_DEPTH:
        return evaluation(pos, work)
    # 4. Every action, the most promising first.
    seat, count, first_alpha = rules.mover(pos), rules.legal_actions(pos, actions[ply]), alpha
    for i in range(count):
        action = int(actions[ply, i])
        if action == expected:
            order[ply, i] = FIRST
        elif action == work.killers[ply, 0] or action == work.killers[ply, 1]:
            order[ply, i] = KILLER
        else:
            order[ply, i] = history[seat, action]
    below = depth - 1 if count > 1 else depth
    if HAS_PRESSES:
        if count > 1 and knowledge.presses(pos):
            below = depth
    best, most = NONE, -WON
    for i in range(count):
        bring_best_forward(actions[ply], order[ply], i, count)
        action = int(actions[ply, i])
        positions[ply + 1] = positions[ply]
        rules.apply(positions[ply + 1], action)
        side = 1 if rules.mover(positions[ply + 1]) == seat else -1
        # 5. All but the first only have to be no better, which is quickly seen; one that is better is looked at again.
        high = alpha + 1 if i else beta
        while True:
            low, top = min(side * alpha, side * high), max(side * alpha, side * high)
            value = side * search(
                *(ply + 1, below, low, top, works, halt, positions, raw, words, keys, past),
                *(actions, order, history, table),
            )
            if value < high or high == beta or work.is_stopped:
                break
            high = beta
        if work.is_stopped:
            return DRAW
        if value > most:
            best, most = action, value
        alpha = max(alpha, value)
        if alpha >= beta:
            if order[ply, i] < KILLER:
                work.killers[ply, 1] = work.killers[ply, 0]
                work.killers[ply, 0] = action
            history[seat, action] += depth * depth
            break
    # 6. Remembered, as seen from here.
    if ply + MOST_DEPTH < work.plies_left:
        value = most
        if value >= DECIDED:
            value += ply
        elif value <= -DECIDED:
            value -= ply
        table[place].key = key
        table[place].action = best
        table[place].value = value
        table[place].depth = depth
        table[place].bound = AT_MOST if most <= first_alpha else AT_LEAST if most >= beta else EXACTLY
    return most


@rule
def bring_best_forward(actions: Actions, order: Ints, i: int, count: int) -> None:
    """Of the actions from this place on the most promising comes here: most are never needed in order."""
    best = i
    for j in range(i + 1, count):
        if order[j] > order[best]:
            best = j
    actions[i], actions[best] = actions[best], actions[i]
    order[i], order[best] = order[best], order[i]


# ---- what a position is worth


@rule
def end_value(pos: Position, work: Position, ply: int) -> int:
    """Of a game that is over, to the seat that `mover` names."""
    seat, winners = rules.mover(pos), 0
    for other in range(int(work.seats)):
        work.won[other] = 0
    rules.result(pos, work.won, work.scores)
    for other in range(int(work.seats)):
        winners += int(work.won[other])
    if winners == 0 or winners == work.seats:
        return DRAW
    return WON - ply if work.won[seat] else ply - WON


@rule
def evaluation(pos: Position, work: Position) -> int:
    """What the room expects of a game that goes on."""
    if HAS_EVALUATE:
        knowledge.evaluate(pos, work.values)
        return int(WHOLE * (2 * float(work.values[rules.mover(pos)]) - 1))
    return DRAW


# ---- which position it is


@rule
def whole_key(raw: Keys, words: Keys) -> np.uint64:
    """A key made of all that the position holds."""
    for i in range(len(raw)):
        words[i] = raw[i]
    return key_of(words.view(np.uint8), words, 8 * len(raw))


@rule
def has_come_again(ply: int, repetitions: int, keys: Keys, past: Keys) -> bool:
    """Whether the line's last position came after the root already, or so often in the match that it is a draw."""
    key = keys[ply]
    for i in range(ply - 2, 0, -1):
        if keys[i] == key:
            return True
    low, high = 0, len(past)
    while low < high:
        middle = (low + high) // 2
        if past[middle] < key:
            low = middle + 1
        else:
            high = middle
    before = 0
    while low + before < len(past) and past[low + before] == key:
        before += 1
    return before + 1 >= repetitions
