"""Alpha-beta: every action of both sides to a certain depth, then one more, for as long as there is time.

For open games between two with few actions, or with many that are answered at once. What a position at the end of a
line is worth is `knowledge.evaluate`; half where the room has none. A turn may have several actions.

    search_root   one depth; the actions of the root come in the order of what they brought at the depth before
    search        one position of a line: principal variation search (Marsland and Campbell 1982) with a hash table
                  (Zobrist 1970) and actions in the order: of the table, killers, by what they look worth, by history
                  (Schaeffer 1989)
    at_once       a position of which nothing need be looked at

Values are whole numbers for the seat that acts: DECIDED and more is a win that the rules settle, the sooner the
greater, and so it is proven.

Who is pressed (`knowledge.presses`) has few answers (`knowledge.answers`), and they cost no depth: no line ends where
somebody must do something. Actions that come late in the order are looked at less deep, and again if one is better than
was expected (late move reductions). What that overlooks it finds at a greater depth; what is proven stays proven.

Repetition (COM-1) is looked at with the match's own history, as in `tree`: a second occurrence after the root is as
good as a draw. A draw never makes a win, so what is proven does not depend on the way it was reached.
"""

import numpy as np
import numpy.typing as npt

from palissade.contract import MOST_SCORES, MOST_SEATS, Knowledge, RepeatingRules
from palissade.kernel import PART, Actions, Bytes, Ints, Position, Positions, position_type, rule
from palissade.search.tree import key_of

rules: RepeatingRules = PART  # of the game, put here by `kernel.load`; so are all down to HAS_MATTERS
knowledge: Knowledge = PART
MAY_REPEAT = False
HAS_EVALUATE = False
HAS_WINS_NEXT = False
HAS_PRESSES = False
HAS_ANSWERS = False
HAS_MATTERS = False

MOST_DEPTH = 100  # actions of a line
NONE = -1
NO_KEY = np.uint64(0)  # in the middle of a turn: see `key_of`
WHOLE = 10_000  # what a sure win would be by evaluation: so much more than half
WON = 30_000  # by the rules, at once; one less for every action until then
DECIDED = WON - MOST_DEPTH - 1
DRAW = 0
UNSETTLED = 1 << 20  # no value at all
KILLERS = 2

# In the order of actions: what has served before, all others by what they look worth, those that matter little.
FIRST, WORTH, LITTLE = 1 << 40, 1 << 10, 1 << 38
PRESSING = 4_000  # what it looks worth besides to press the other

# Where an action comes late in the order, at the root too: it is looked at one less deep, and later ones two.
LATE, LATER, LATE_AT_ROOT = 6, 12, 4
SHALLOW = 1  # so deep nothing is worth less

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
        ("reduces", np.int32),  # 0 if late actions are looked at as deep as all others
        ("best", np.int32),  # place of the best action of the root
        ("killers", np.int32, (MOST_DEPTH + 1, KILLERS)),  # actions that refuted others at the same distance
        ("tried", np.int32, (MOST_DEPTH + 1, KILLERS + 1)),  # actions that were tried before all were listed
        ("is_pressed", np.int8, (MOST_DEPTH + 2,)),  # whether the mover is, at each place of the line
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
    for i in range(len(roots)):
        before = int(work.positions)
        positions[1] = positions[0]
        rules.apply(positions[1], int(roots[i, 0]))
        side = 1 if rules.mover(positions[1]) == mover else -1
        value = side * at_once(1, depth - 1, works, positions, words, keys, past)
        if abs(value) == UNSETTLED:
            high = alpha + 1 if i else WON
            less = int(work.reduces and i >= LATE_AT_ROOT and depth > SHALLOW and not work.is_pressed[1])
            while True:
                low, top = min(side * alpha, side * high), max(side * alpha, side * high)
                value = side * search(
                    *(1, depth - 1 - less, low, top, works, halt, positions, raw, words, keys, past),
                    *(actions, order, history, table),
                )
                if work.is_stopped or value <= alpha or (less == 0 and (value < high or high == WON)):
                    break
                if less == 0:
                    high = WON
                less = 0
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
    """What the line's last position, which `at_once` tells nothing of, is worth to the seat that acts there; between
    alpha and beta exactly.
    """
    work, pos = works[0], positions[ply]
    if work.positions >= work.most or halt[0]:
        work.is_stopped = 1
        return DRAW
    # 1. Nothing is better than winning by the next action, nothing worse than losing now.
    alpha, beta = max(alpha, ply - WON), min(beta, WON - ply - 1)
    if alpha >= beta:
        return alpha
    # 2. What the table says.
    key = keys[ply]
    if key == NO_KEY:
        key = whole_key(raw[ply], words)
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
    # 3. Actions, the most promising first. Most are never needed: what has served before comes before all are listed.
    seat, first_alpha, is_pressed = rules.mover(pos), alpha, bool(work.is_pressed[ply])
    is_listed = HAS_ANSWERS and is_pressed
    if is_listed:
        count = list_answers(pos, expected, actions[ply], order[ply], history[seat])
        if count == 0:  # the other wins, unless the limit is there first
            return ply + 2 - WON if ply + 1 < work.plies_left else DRAW
    else:
        count = remember(ply, pos, work, expected, actions[ply], order[ply])
    i, best, most = 0, NONE, -WON
    while True:
        if i == count:
            if is_listed:
                break
            is_listed = True
            count = list_all(ply, depth, i, positions, work, actions[ply], order[ply], history[seat])
            if i == count:
                break
        bring_best_forward(actions[ply], order[ply], i, count)
        action = int(actions[ply, i])
        positions[ply + 1] = positions[ply]
        rules.apply(positions[ply + 1], action)
        side = 1 if rules.mover(positions[ply + 1]) == seat else -1
        below = depth if is_pressed else depth - 1
        value = side * at_once(ply + 1, below, works, positions, words, keys, past)
        # 4. All but the first only have to be no better, which is quickly seen, of late ones at less depth; one that is
        #    better is looked at again.
        if abs(value) == UNSETTLED:
            high, less = alpha + 1 if i else beta, 0
            if work.reduces and depth > SHALLOW and i >= LATE and not is_pressed and not work.is_pressed[ply + 1]:
                is_later = i >= LATER or order[ply, i] < -LITTLE // 2
                less = 0 if side == 1 else 2 if is_later and depth > SHALLOW + 1 else 1
            while True:
                low, top = min(side * alpha, side * high), max(side * alpha, side * high)
                value = side * search(
                    *(ply + 1, below - less, low, top, works, halt, positions, raw, words, keys, past),
                    *(actions, order, history, table),
                )
                if work.is_stopped:
                    return DRAW
                if value <= alpha or (less == 0 and (value < high or high == beta)):
                    break
                if less == 0:
                    high = beta
                less = 0
        if value > most:
            best, most = action, value
        alpha = max(alpha, value)
        if alpha >= beta:
            if work.killers[ply, 0] != action:
                work.killers[ply, 1] = work.killers[ply, 0]
                work.killers[ply, 0] = action
            history[seat, action] += depth * depth
            break
        i += 1
    # 5. Remembered, as seen from here.
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
def at_once(ply: int, depth: int, works: Positions, positions: Positions, words: Keys, keys: Keys, past: Keys) -> int:
    """What the line's last position is worth to the seat that acts there, or UNSETTLED if that takes looking on."""
    work, pos = works[0], positions[ply]
    work.positions += 1
    if rules.is_over(pos):
        return end_value(pos, work, ply)
    if ply >= work.plies_left:
        return DRAW
    if HAS_WINS_NEXT:
        if knowledge.wins_next(pos):
            return WON - ply - 1
    keys[ply] = NO_KEY
    if MAY_REPEAT:  # a draw, of positions that begin a turn
        mark = words.view(np.uint8)
        count = rules.identity(pos, mark)
        keys[ply] = key_of(mark, words, count)
        if count > 0 and has_come_again(ply, int(work.repetitions), keys, past):
            return DRAW
    work.is_pressed[ply] = 0
    if HAS_PRESSES:
        work.is_pressed[ply] = knowledge.presses(pos)
    if ply >= MOST_DEPTH or (depth <= 0 and not (HAS_ANSWERS and work.is_pressed[ply])):
        return evaluation(pos, work)
    return UNSETTLED


# ---- the order of actions


@rule
def remember(ply: int, pos: Position, work: Position, expected: int, out: Actions, order: Ints) -> int:
    """Write the action that the table says, and killers that are legal; return how many."""
    count = 0
    for i in range(KILLERS + 1):
        action = expected if i == 0 else int(work.killers[ply, i - 1])
        if action != NONE and (i == 0 or (action != expected and rules.refusal(pos, action) == 0)):
            out[count] = work.tried[ply, count] = action
            order[count] = FIRST - count
            count += 1
    return count


@rule
def list_answers(pos: Position, expected: int, out: Actions, order: Ints, history: Ints) -> int:
    """Write what the pressed mover may do about it, with its place in the order; return how many."""
    count = knowledge.answers(pos, out) if HAS_ANSWERS else 0
    for i in range(count):
        action = int(out[i])
        order[i] = FIRST if action == expected else history[action]
    return count


@rule
def list_all(
    ply: int,
    depth: int,
    tried: int,  # how many actions were tried already: they stay where they are
    positions: Positions,
    work: Position,
    out: Actions,
    order: Ints,
    history: Ints,
) -> int:
    """Write the legal actions with their places in the order, and return how many; before the last one those alone on
    which depends what comes of it, and one more.
    """
    pos = positions[ply]
    count = rules.legal_actions(pos, out)
    mattering = count
    if HAS_MATTERS:
        if not work.is_pressed[ply]:
            mattering = knowledge.matters(pos, out, count)
    look = 0
    for i in range(count):
        action = int(out[i])
        order[i] = history[action]
        if depth > SHALLOW:
            if i <= mattering:  # those after it look the same
                look = first_look(ply, action, positions, work)
            order[i] = WORTH * look + min(int(history[action]), WORTH - 1)
        if i >= mattering:
            order[i] -= LITTLE
        for j in range(tried):
            if action == work.tried[ply, j]:
                order[i] = FIRST - j
    for i in range(tried):
        pull_forward(out, order, i, int(work.tried[ply, i]))
    return count if depth > SHALLOW else min(count, tried + mattering + 1)


@rule
def first_look(ply: int, action: int, positions: Positions, work: Position) -> int:
    """What an action looks worth to its mover, without a look at what may follow."""
    seat = rules.mover(positions[ply])
    positions[ply + 1] = positions[ply]
    rules.apply(positions[ply + 1], action)
    pos = positions[ply + 1]
    if rules.is_over(pos):
        return DRAW
    if rules.mover(pos) == seat:
        return evaluation(pos, work)
    if HAS_WINS_NEXT:
        if knowledge.wins_next(pos):
            return -WON
    look = -evaluation(pos, work)
    if HAS_PRESSES:
        if knowledge.presses(pos):
            look += PRESSING
    return look


@rule
def bring_best_forward(actions: Actions, order: Ints, i: int, count: int) -> None:
    """Of the actions from this place on the most promising comes here: most are never needed in order."""
    best = i
    for j in range(i + 1, count):
        if order[j] > order[best]:
            best = j
    actions[i], actions[best] = actions[best], actions[i]
    order[i], order[best] = order[best], order[i]


@rule
def pull_forward(actions: Actions, order: Ints, i: int, action: int) -> None:
    """An action from this place on comes here; those before it move on, so that none of them falls behind others."""
    at = i
    while actions[at] != action:
        at += 1
    place = order[at]
    for j in range(at, i, -1):
        actions[j], order[j] = actions[j - 1], order[j - 1]
    actions[i], order[i] = action, place


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
