"""The tree search: any game, any number of seats, whatever tells what a leaf is worth.

A simulation goes down the tree to a leaf (`select_leaf`, which gives nodes their children by `expand`), asks what the
leaf is worth (`evaluate_leaf`) and tells every action on the way what it brought to the seat that chose it
(`back_up`). What differs by LEAF is only who is asked:

    PLAYOUT   a game at random to its end: plain UCT (Kocsis and Szepesvári 2006)
    STATIC    `knowledge.evaluate`, at once
    GUIDED    some plies of `knowledge.playout_action`, as many as `knowledge.cut` says, then `knowledge.evaluate`; what
              the room lacks is done at random, or by a setting
    OUTSIDE   whoever calls: `gather` hands leaves out, `give_back` takes values and weights in (a network, batched)

Without weights for actions an action is chosen by UCB1, with them (`knowledge.prior` where USES_PRIOR, or those from
outside) by PUCT (Rosin 2011; Silver et al. 2017). Of many actions those of little weight are left out where the room
says so (`knowledge.LEAST`): their node can then be proven by a win only.

What the rules settle is proven (Winands, Björnsson and Saito 2008): a seat that can choose a position won for it has
won, and a position whose every action is proven is worth the best of them to the seat that chooses. No simulation goes
into what is proven lost while there is anything else, and a search ends when its root is proven.

Repetition (COM-1) is seen on the way down, with the match's own history; playouts do not look at it. All count towards
the limit (COM-2).

Where seats know different things, every simulation begins with a deal that the searching seat cannot tell from the
true one, and one tree is grown over all of them (single-observer information set search; Cowling, Powley and
Whitehouse 2012): an action's bonus then counts how often it was there to be chosen. What holds in one deal may not in
another: there nothing is proven.

Several threads may grow one tree (Chaslot, Winands and van den Herik 2008) without locks (Enzenberger and Müller 2009).
Each has a SEARCH, a PATH, room, and ground of its own among the nodes; what they share is written so (`atomic`):

    counts      by `add`: none is lost. A visit is counted on the way down, before it is known what it brings; till then
                it is a loss to whoever chose it (virtual loss), and the others go elsewhere
    children    made where nobody looks, and put in their place by one `swap`; who comes too late takes its own back
    order       of children with weights: whoever is the first to need the next one looks for it, and nobody goes past
                it meanwhile (`best_promise`)
    proofs      by `swap`, and so once. Who looks along children for a proof finds one that is open, if there is one:
                those that are being put in order were never tried, and one of them always comes next
    the rest    as it comes. A bound may be made of numbers of two moments, and what a proven node has brought be off by
                what is under way until somebody comes there again: nothing else depends on either
"""

import math

import numpy as np
import numpy.typing as npt

from palissade.atomic import add, read, swap
from palissade.contract import MOST_SCORES, MOST_SEATS, Knowledge, RepeatingRules, Secrecy
from palissade.kernel import PART, Actions, Bytes, Floats, Ints, Position, Positions, Random, below, position_type, rule

rules: RepeatingRules = PART  # of the game, put here by `kernel.load`; so are all down to HAS_CUT
secrecy: Secrecy = PART
knowledge: Knowledge = PART
IS_HIDDEN = False
MAY_REPEAT = False
HAS_EVALUATE = False
HAS_PLAYOUT_ACTION = False
HAS_CUT = False

LEAVES = PLAYOUT, STATIC, GUIDED, OUTSIDE = 0, 1, 2, 3
LEAF = PLAYOUT  # this and the next are settings of a variant; all that is a mere number is in the SEARCH
USES_PRIOR = False

ROOT, NONE = 0, -1
MOST_DEPTH = 1_000  # nodes of a descent below the root
DRAW = 0.5

# What is known of a node beyond its visits: nothing (OPEN), or who wins it, a bit for each seat, or DRAWN.
OPEN, DRAWN = 0, 1 << MOST_SEATS
REPEATED = -1  # a draw in this search, though not by COM-1 yet: see `repetition`
WAITING = -2  # handed out by `gather`
FEW = 64  # actions, all of which get children whatever they weigh
UNORDERED, ORDERING, ORDERED = 0, 1, 2  # what comes after a child: see `best_promise`
LOST, UNDECIDED, WON = 0, 1, 2  # for the seat that chooses
FOR_EVER = np.iinfo(np.int32).max  # visits that nothing can catch up with
NEVER = -math.inf  # what is below every bound: as long as there is anything else it is not chosen

NODE = position_type(
    [
        ("action", np.int32),  # that leads here
        ("first", np.int32),  # child, or NONE
        ("next", np.int32),  # sibling, or NONE
        ("visits", np.int32),
        ("offered", np.int32),  # how often the action was legal when its parent was visited
        ("total", np.float32),  # of the values for the seat that chooses this action; NEVER if it is proven to lose
        ("prior", np.float32),  # its share of the weights of all actions beside it
        ("proof", np.int8),
        ("order", np.int8),  # of the siblings after it, by weight: whether the heaviest comes next
        ("lacks", np.int8),  # 1 if some of its actions have no child for their small weight: see `worth_a_try`
    ]
)

SEARCH = position_type(
    [
        ("exploration", np.float64),  # the weight of the bonus for what was tried little
        ("first_play", np.float64),  # PUCT: how much less than its tried siblings an untried action is taken to bring
        ("seat", np.int32),  # that searches: what it may not know is dealt anew
        ("seats", np.int32),
        ("plies_left", np.int32),  # before COM-2
        ("repetitions", np.int32),  # that are a draw by COM-1
        ("cut", np.int32),  # GUIDED: plies before the evaluation
        ("least", np.float64),  # of the greatest weight: what less of it has no child, where there are more than FEW
        ("overlooks", np.uint32),  # how many of ALL actions are not thought of
        ("blindness", np.uint32),  # which these are
        ("margin", np.float64),  # the share of a game's worth that goes by its scores, not by who has won: 0 is none
        ("points", np.float64),  # that are e times that share; below 0 where few of them win
        ("is_shared", np.int32),  # 1 if other threads grow the same tree
        ("used", np.int32),  # nodes: the next one is free
        ("end", np.int32),  # of those that this thread may use
        ("simulations", np.int32),  # that this thread has done
        ("visit", np.int32),  # the number of the last list of legal actions: see `stamps`
        ("sums", np.float64, (MOST_SEATS,)),  # of the values of all simulations, by seat
        ("won", np.int32, (MOST_SEATS,)),  # room for a result, and so the next
        ("scores", np.int32, (MOST_SCORES,)),
    ]
)

# Passing an array costs more than a step down the tree: what every step needs is in records.
PATH = position_type(
    [
        ("depth", np.int32),  # of its last node
        ("nodes", np.int32, (MOST_DEPTH + 1,)),  # of one descent, from the root on
        ("choosers", np.int32, (MOST_DEPTH + 1,)),  # the seats that chose them
        ("values", np.float32, (MOST_SEATS,)),  # what it led to, by seat
        ("actions", np.int32),  # how many follow
    ]
)

# Nodes of an open game whose position can come again have a key; it is 0 in the middle of a turn.
MULTIPLIER = np.uint64(0xFFFEB81B)
HALF, LOW = np.uint64(32), np.uint64(0xFFFFFFFF)
ALL = np.uint64(1 << 16)

Nodes = npt.NDArray[np.void]
Keys = npt.NDArray[np.uint64]


# ---- simulating


@rule
def simulate(
    simulations: int,
    searches: Positions,  # the SEARCH, in an array of one
    positions: Positions,  # the root, and one to work in
    nodes: Nodes,
    keys: Keys,  # of the nodes
    past: Keys,  # of all positions that have begun a turn before and at the root, in order of size
    words: Keys,  # room for what tells a position from others
    paths: Positions,  # room for a PATH, in an array of one
    room: Actions,
    weights: Floats,  # of these actions
    stamps: Ints,  # by action: the last list of legal actions it was on
    rng: Random,
) -> None:
    """Grow the tree by so many simulations, by fewer if the root is proven."""
    search, path, pos = searches[0], paths[0], positions[1]
    for _ in range(simulations):
        if nodes[ROOT].proof > OPEN:
            return
        positions[1] = positions[0]
        if IS_HIDDEN:
            secrecy.redeal(pos, int(search.seat), rng)
        select_leaf(pos, search, path, nodes, keys, past, words, room, weights, stamps, rng)
        proof = int(nodes[path.nodes[path.depth]].proof)
        if proof == OPEN:
            evaluate_leaf(pos, search, path, nodes, room, rng)
        else:
            read_proof(proof, path)
        back_up(search, path, nodes)


@rule
def select_leaf(
    pos: Position,
    search: Position,
    path: Position,
    nodes: Nodes,
    keys: Keys,
    past: Keys,
    words: Keys,
    room: Actions,
    weights: Floats,
    stamps: Ints,
    rng: Random,
) -> None:
    """Descend by the best bound, down to an action that was never tried. Only when it is tried again does it get
    children, and is it asked whether its position has come before: most leaves are seen once and need neither.
    """
    node, depth = ROOT, 0
    path.nodes[0] = ROOT
    count_visit(search, nodes, ROOT)
    deepest = min(int(search.plies_left), MOST_DEPTH)
    while depth < deepest and nodes[node].proof == OPEN and not rules.is_over(pos):
        if nodes[node].first == NONE:
            path.depth = depth
            if MAY_REPEAT:
                if has_come_again(pos, search, path, nodes, keys, past, words):
                    break
            if LEAF == OUTSIDE:
                break  # its children come with its value
        if IS_HIDDEN or nodes[node].first == NONE:  # in an open game the children are always the same
            if not expand(pos, search, nodes, node, room, weights, stamps, rng):
                break
        chooser = rules.mover(pos)
        if USES_PRIOR or LEAF == OUTSIDE:
            child = best_promise(search, nodes, node, stamps)
        else:
            child = best_bound(search, nodes, node, stamps)
        node = least_visited(nodes, node) if child == NONE else child
        depth += 1
        path.nodes[depth], path.choosers[depth] = node, chooser
        visits = count_visit(search, nodes, node)
        rules.apply(pos, int(nodes[node].action))
        if LEAF != OUTSIDE and visits == 0:
            break
    path.depth = depth


@rule
def count_visit(search: Position, nodes: Nodes, node: int) -> int:
    """Count one more, and return how many there were."""
    if search.is_shared:
        return int(add(nodes, node, "visits", 1))
    visits = int(nodes[node].visits)
    nodes[node].visits = visits + 1
    return visits


# ---- children


@rule
def expand(
    pos: Position,
    search: Position,
    nodes: Nodes,
    node: int,
    room: Actions,
    weights: Floats,
    stamps: Ints,
    rng: Random,
) -> bool:
    """Give the node the children it lacks and stamp those that are legal now; False if there is no room for them."""
    count = rules.legal_actions(pos, room)
    if search.overlooks > 0:
        count = notice(search, room, count)
    if search.used + count > search.end:
        return False
    if USES_PRIOR:
        knowledge.prior(pos, room, count, weights)
        if search.least > 0 and count > FEW:
            kept = worth_a_try(search, room, weights, count)
            nodes[node].lacks = kept < count
            count = kept
    elif LEAF == OUTSIDE:  # an action that a hidden game offers only now
        weights[:count] = 1
    adopt(search, nodes, node, room, count, weights, stamps, 1, rng)
    return True


@rule
def worth_a_try(search: Position, room: Actions, weights: Floats, count: int) -> int:
    """Keep of a list of actions those whose weight is no too small share of the greatest, and return how many: of
    hundreds most would never be tried, and to make children of them is most of the work.
    """
    greatest, kept = 0.0, 0
    for i in range(count):
        greatest = max(greatest, float(weights[i]))
    least = float(search.least) * greatest
    for i in range(count):
        if weights[i] >= least:
            room[kept], weights[kept] = room[i], weights[i]
            kept += 1
    return kept


@rule
def notice(search: Position, room: Actions, count: int) -> int:
    """Keep of a list of actions those that are thought of, one at the least, and return how many. What is overlooked in
    one position is so in all others of the search: who does not see that a piece can be taken does not see it at all.
    """
    kept = 0
    for i in range(count):
        key = stirred(stirred(stirred((np.uint64(room[i]) << HALF) + np.uint64(search.blindness))))
        if key % ALL >= search.overlooks:
            room[kept] = room[i]
            kept += 1
    return max(kept, 1)


@rule
def adopt(
    search: Position,
    nodes: Nodes,
    node: int,
    room: Actions,
    count: int,
    weights: Floats,
    stamps: Ints,
    offered: int,  # 1 if one of them is to be chosen now
    rng: Random,
) -> None:
    """Make a child of every action of the list that has none, in random order, so that equal bounds are tried in no
    order of ours.
    """
    used = int(search.used)
    while True:
        first = int(nodes[node].first)
        if first != NONE and not IS_HIDDEN:
            return  # another thread was here
        chain = with_children(search, nodes, first, room, count, weights, stamps, offered, rng)
        if chain == first or swap(nodes, node, "first", first, chain):
            return
        search.used = used


@rule
def with_children(
    search: Position,
    nodes: Nodes,
    first: int,  # child that is there already, or NONE
    room: Actions,
    count: int,
    weights: Floats,
    stamps: Ints,
    offered: int,
    rng: Random,
) -> int:
    """Make those that lack, with the others after them; return the first."""
    visit = int(search.visit) + 1
    search.visit = visit
    for i in range(count):
        stamps[room[i]] = visit
    child = first
    while child != NONE:
        action = int(nodes[child].action)
        if stamps[action] == visit:
            nodes[child].offered += offered
            stamps[action] = -visit  # there already
        child = int(nodes[child].next)
    whole, has_weights = 0.0, USES_PRIOR or LEAF == OUTSIDE
    if has_weights:
        for i in range(count):
            whole += float(weights[i])
    for i in range(count):
        j = i + below(rng, count - i)
        room[i], room[j] = room[j], room[i]
        if has_weights:
            weights[i], weights[j] = weights[j], weights[i]
        action = int(room[i])
        if stamps[action] == visit:
            child = int(search.used)
            search.used = child + 1
            nodes[child].action = action
            nodes[child].first = NONE
            nodes[child].next = first
            nodes[child].visits = 0
            nodes[child].offered = offered
            nodes[child].total = 0
            nodes[child].prior = float(weights[i]) / whole if has_weights else 0.0
            nodes[child].proof = OPEN
            nodes[child].order = UNORDERED
            nodes[child].lacks = 0
            first = child
        stamps[action] = visit
    return heaviest_first(nodes, first) if USES_PRIOR and not IS_HIDDEN else first


@rule
def best_bound(search: Position, nodes: Nodes, node: int, stamps: Ints) -> int:
    """UCB1: the child with the highest upper bound; one that was never tried comes first."""
    best, best_score = NONE, -1.0
    exploration, visit = float(search.exploration), int(search.visit)
    log_visits = math.log(nodes[node].visits)  # this one is counted
    child = int(nodes[node].first)
    while child != NONE:
        if not IS_HIDDEN or stamps[nodes[child].action] == visit:
            visits = int(nodes[child].visits)
            if visits == 0:
                return child
            if IS_HIDDEN:
                log_visits = math.log(nodes[child].offered + 1)
            score = float(nodes[child].total) / visits + exploration * math.sqrt(log_visits / visits)
            if score > best_score:
                best, best_score = child, score
        child = int(nodes[child].next)
    return best


@rule
def best_promise(search: Position, nodes: Nodes, node: int, stamps: Ints) -> int:
    """PUCT: the child with the highest value and, as long as it was tried little, the highest weight.

    Where the room weighs the actions of an open game, those that were tried come first, and after them the untried one
    of the highest weight: none behind it can be the best. Whoever is the first to choose it looks for the one that
    comes next; until that is found, nobody goes past it.
    """
    best, best_score = NONE, -1.0
    visit, is_ordered = int(search.visit), USES_PRIOR and not IS_HIDDEN
    tried, total = 0, 0.0
    child = int(nodes[node].first)
    while child != NONE and not (is_ordered and read(nodes, child, "order") != ORDERED):
        tried += int(nodes[child].visits)
        total += max(float(nodes[child].total), 0.0)
        child = int(nodes[child].next)
    last = child
    untried = max((total / tried if tried else DRAW) - float(search.first_play), 0.0)
    child = int(nodes[node].first)
    while child != NONE:
        visits = int(nodes[child].visits)
        if not IS_HIDDEN or stamps[nodes[child].action] == visit:
            value = float(nodes[child].total) / visits if visits else untried
            chances = int(nodes[child].offered) if IS_HIDDEN else tried
            bonus = float(search.exploration) * float(nodes[child].prior) * math.sqrt(chances + 1) / (visits + 1)
            if value + bonus > best_score:
                best, best_score = child, value + bonus
        if is_ordered and child == last:
            break
        child = int(nodes[child].next)
    if is_ordered and last != NONE:
        if best == NONE:
            return last
        if best == last and swap(nodes, last, "order", UNORDERED, ORDERING):
            nodes[last].next = heaviest_first(nodes, int(nodes[last].next))
            swap(nodes, last, "order", ORDERING, ORDERED)
    return best


@rule
def heaviest_first(nodes: Nodes, first: int) -> int:
    """Put the child of the highest weight, of this one and those after it, before the others, and return it."""
    if first == NONE:
        return NONE
    best, before, last = first, NONE, first
    child = int(nodes[first].next)
    while child != NONE:
        if nodes[child].prior > nodes[best].prior:
            best, before = child, last
        last, child = child, int(nodes[child].next)
    if best != first:
        nodes[before].next = nodes[best].next
        nodes[best].next = first
    return best


@rule
def least_visited(nodes: Nodes, node: int) -> int:
    """Where all is lost, simulations take turns."""
    best = child = int(nodes[node].first)
    while child != NONE:
        if nodes[child].visits < nodes[best].visits:
            best = child
        child = int(nodes[child].next)
    return best


# ---- what a leaf is worth


@rule
def evaluate_leaf(pos: Position, search: Position, path: Position, nodes: Nodes, room: Actions, rng: Random) -> None:
    """Write what the leaf is worth to each seat; if the rules say so, it is proven."""
    most, seats, depth = int(search.plies_left), int(search.seats), int(path.depth)
    last, plies = most, depth
    if LEAF == STATIC:
        last = depth
    elif LEAF == GUIDED:
        if HAS_EVALUATE:
            last = min(most, depth + int(search.cut))
            if HAS_CUT:
                last = min(most, depth + knowledge.cut(pos))
    while plies < last and not rules.is_over(pos):
        if LEAF == GUIDED:
            if HAS_PLAYOUT_ACTION:
                rules.apply(pos, knowledge.playout_action(pos, rng, room))
            else:
                rules.apply(pos, rules.random_action(pos, rng, room))
        else:
            rules.apply(pos, rules.random_action(pos, rng, room))
        plies += 1
    if LEAF == STATIC:
        if plies < most and not rules.is_over(pos):
            knowledge.evaluate(pos, path.values)
            return
    elif LEAF == GUIDED:
        if HAS_EVALUATE:
            if plies < most and not rules.is_over(pos):
                knowledge.evaluate(pos, path.values)
                return
    proof = value_seats(pos, search, path)
    if plies == depth and not IS_HIDDEN and seats > 1:  # alone nobody can be beaten: the search goes on
        swap(nodes, int(path.nodes[depth]), "proof", OPEN, proof)


@rule
def value_seats(pos: Position, search: Position, path: Position) -> int:
    """A win is worth 1 and a loss 0; a game drawn, cut short or won by everybody is worth half to each. Part of it may
    go by the scores. Returns the same as a proof, in which scores have no part.
    """
    winners, proof, seats = 0, 0, int(search.seats)
    for seat in range(seats):
        search.won[seat] = 0
    if rules.is_over(pos):
        rules.result(pos, search.won, search.scores)
    for seat in range(seats):
        winners += int(search.won[seat])
        proof |= int(search.won[seat]) << seat
    if winners == 0 or winners == seats > 1:
        proof = DRAWN
    read_proof(proof, path)
    if search.margin > 0 and rules.is_over(pos):
        share_by_scores(search, path)
    return proof


@rule
def share_by_scores(search: Position, path: Position) -> None:
    """Who wins by more, or loses by less, has more of it: a search that sees only wins plays without a plan once it is
    sure of one, or of a loss.
    """
    seats, margin, points = int(search.seats), float(search.margin), float(search.points)
    whole = 0.0
    for seat in range(seats):
        whole += math.exp((int(search.scores[seat]) - int(search.scores[0])) / points)
    for seat in range(seats):
        share = math.exp((int(search.scores[seat]) - int(search.scores[0])) / points) / whole
        path.values[seat] = (1 - margin) * path.values[seat] + margin * share


# ---- repetition (COM-1)


@rule
def has_come_again(
    pos: Position, search: Position, path: Position, nodes: Nodes, keys: Keys, past: Keys, words: Keys
) -> bool:
    """Whether the position of the path's last node has come before, so that it is a draw."""
    if path.depth == 0:
        return False
    node = path.nodes[path.depth]
    mark = words.view(np.uint8)
    count = rules.identity(pos, mark)
    keys[node] = key_of(mark, words, count)
    if count == 0:
        return False
    proof = repetition(int(search.repetitions), path, keys, past)
    if proof == OPEN:
        return False
    swap(nodes, node, "proof", OPEN, proof)
    return True


@rule
def repetition(repetitions: int, path: Position, keys: Keys, past: Keys) -> int:
    """DRAWN if the last position of the path is there often enough for COM-1, the match's history included; REPEATED if
    it came after the root already.

    The second occurrence after the root is as good as a draw: whoever could do better the second time could have done
    so the first time, and without this a search would have to go round twice to see it. It proves nothing, though, and
    before the root two occurrences may well be part of the way.
    """
    depth = int(path.depth)
    key = keys[path.nodes[depth]]
    after = 0
    for i in range(1, depth):
        if keys[path.nodes[i]] == key:
            after += 1
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
    if before + after + 1 >= repetitions:
        return DRAWN
    return REPEATED if after else OPEN


@rule
def key_of(mark: Bytes, words: Keys, count: int) -> np.uint64:
    """A key for so many bytes, by multiplying with carry (Marsaglia); 0 for none. Two positions have the same by
    accident once in 10 ** 19 times.
    """
    key = np.uint64(count)
    length = (count + 7) // 8
    for i in range(count, 8 * length):
        mark[i] = 0
    for i in range(length):
        key = stirred(stirred(key ^ words[i]))  # once only moves the upper half, where the next word may cancel it
    return stirred(stirred(key)) if length else key


@rule
def stirred(key: np.uint64) -> np.uint64:
    """One step of multiplying with carry."""
    return (key & LOW) * MULTIPLIER + (key >> HALF)


@rule
def write_keys(mark: Bytes, words: Keys, counts: Ints, keys: Keys) -> None:
    """The key of each row of bytes."""
    for i in range(len(counts)):
        keys[i] = key_of(mark[i], words[i], int(counts[i]))


# ---- backing up


@rule
def back_up(search: Position, path: Position, nodes: Nodes) -> None:
    """Give every action on the path what it brought to the seat that chose it; what is proven is worth just that."""
    is_proven = bool(nodes[path.nodes[path.depth]].proof > OPEN)
    for i in range(int(path.depth), 0, -1):
        node, chooser = int(path.nodes[i]), int(path.choosers[i])
        if search.is_shared:
            add(nodes, node, "total", path.values[chooser])
        else:
            nodes[node].total += path.values[chooser]
        if is_proven:
            value = proven_value(int(nodes[node].proof), chooser)
            nodes[node].total = value * int(nodes[node].visits) if value > 0 else NEVER
            parent = int(path.nodes[i - 1])
            is_proven = prove(nodes, parent, node, chooser)
            if is_proven:
                read_proof(int(nodes[parent].proof), path)
    search.simulations += 1
    for seat in range(int(search.seats)):
        search.sums[seat] += path.values[seat]


@rule
def prove(nodes: Nodes, node: int, child: int, chooser: int) -> bool:
    """Whether the node is proven, now that its child is: the chooser wins by it, or every action is proven.

    Where several seats could win what the chooser cannot, it may choose who does, and nothing is proven.
    """
    best = int(nodes[child].proof)
    if proven_value(best, chooser) < 1:
        if nodes[node].lacks:
            return False
        other = int(nodes[node].first)
        while other != NONE:
            proof = int(nodes[other].proof)
            if proof <= OPEN:
                return False
            if proven_value(proof, chooser) > proven_value(best, chooser):
                best = proof
            other = int(nodes[other].next)
        other = int(nodes[node].first)
        while other != NONE:
            proof = int(nodes[other].proof)
            if proof != best and proven_value(proof, chooser) == proven_value(best, chooser):
                return False
            other = int(nodes[other].next)
    swap(nodes, node, "proof", OPEN, best)
    return True


def value_of_proof(proof: int, seat: int) -> float:
    """What a proof is worth to a seat."""
    return DRAW if proof == DRAWN else float(proof >> seat & 1)


proven_value = rule(value_of_proof)  # and as it is for Python, which asks once a thought


@rule
def read_proof(proof: int, path: Position) -> None:
    """What a proof is worth to each seat; REPEATED is a draw too."""
    for seat in range(MOST_SEATS):
        path.values[seat] = DRAW if proof == REPEATED else proven_value(proof, seat)


# ---- leaves that are evaluated outside


@rule
def gather(
    searches: Positions,
    positions: Positions,
    leaves: Positions,  # as many as are wanted
    nodes: Nodes,
    keys: Keys,
    past: Keys,
    words: Keys,
    paths: Positions,  # one for each leaf, and so below
    actions: Actions,
    weights: Floats,
    stamps: Ints,
    rng: Random,
) -> int:
    """Write leaves to be evaluated, with their actions, and return how many; what rules settle is backed up at once.

    Until a leaf is given back it counts as a loss to whoever chose it (virtual loss), so that the next descents go
    elsewhere; if one comes to it all the same, of this thread or another, there are no more to hand out now.
    """
    search, pos = searches[0], positions[1]
    found = 0
    for _ in range(len(leaves)):
        if nodes[ROOT].proof != OPEN:
            break
        path = paths[found]
        positions[1] = positions[0]
        if IS_HIDDEN:
            secrecy.redeal(pos, int(search.seat), rng)
        select_leaf(pos, search, path, nodes, keys, past, words, actions[found], weights[found], stamps, rng)
        node = int(path.nodes[path.depth])
        proof = int(nodes[node].proof)
        is_leaf = proof == OPEN and path.depth < search.plies_left and not rules.is_over(pos)
        if proof == WAITING or (is_leaf and not swap(nodes, node, "proof", OPEN, WAITING)):
            for i in range(int(path.depth) + 1):
                add(nodes, int(path.nodes[i]), "visits", -1)
            break
        if is_leaf:
            leaves[found] = positions[1]
            path.actions = rules.legal_actions(pos, actions[found])
            found += 1
        else:
            if proof == OPEN:
                evaluate_leaf(pos, search, path, nodes, actions[found], rng)
            else:
                read_proof(proof, path)
            back_up(search, path, nodes)
    return found


@rule
def give_back(
    found: int,
    searches: Positions,
    nodes: Nodes,
    paths: Positions,
    actions: Actions,
    values: Floats,  # a row for each leaf: what each seat may expect
    weights: Floats,  # of its actions, of any sum above 0
    stamps: Ints,
    rng: Random,
) -> None:
    """Take in what `gather` handed out, evaluated."""
    search = searches[0]
    for i in range(found):
        path = paths[i]
        node, count = int(path.nodes[path.depth]), int(path.actions)
        if search.least > 0 and count > FEW:
            kept = worth_a_try(search, actions[i], weights[i], count)
            nodes[node].lacks = kept < count
            count = kept
        if search.used + count <= search.end:
            adopt(search, nodes, node, actions[i], count, weights[i], stamps, 0, rng)
        swap(nodes, node, "proof", WAITING, OPEN)
        for seat in range(MOST_SEATS):
            path.values[seat] = values[i, seat]
        back_up(search, path, nodes)


# ---- the answer, and what is kept of it


@rule
def lead(nodes: Nodes, chooser: int) -> tuple[int, int]:
    """The child of the root that was visited most, or NONE, and by how many visits it is ahead of the next. One that is
    proven won comes before all, one that is proven lost after all: the only one that is not lost is ahead FOR_EVER.
    """
    best, best_rank, most, next_most, not_lost = NONE, LOST, 0, 0, 0
    child = int(nodes[ROOT].first)
    while child != NONE:
        visits, rank = int(nodes[child].visits), rank_of(int(nodes[child].proof), chooser)
        if visits > 0 and (rank > best_rank or (rank == best_rank and visits > most)):
            best, best_rank, most, next_most = child, rank, visits, most if rank == best_rank else 0
        elif rank == best_rank and visits > next_most:
            next_most = visits
        not_lost += rank != LOST
        child = int(nodes[child].next)
    return best, FOR_EVER if best_rank != LOST and not_lost == 1 else most - next_most


@rule
def rank_of(proof: int, chooser: int) -> int:
    """WON, LOST or neither, as far as it is proven."""
    if proof <= OPEN or proof == DRAWN:
        return UNDECIDED
    return WON if proven_value(proof, chooser) == 1 else LOST


@rule
def transplant(nodes: Nodes, keys: Keys, node: int, kept: Nodes, kept_keys: Keys) -> int:
    """Copy what grows from a node into other arrays, where it is the root; return how many nodes that are.

    A draw that was one only because the position had come after the old root is looked at again.
    """
    kept[ROOT] = nodes[node]
    kept[ROOT].next = NONE
    used, done = 1, 0
    while done < used:
        if kept[done].proof == REPEATED:
            kept[done].proof = OPEN
            kept[done].visits = 0
            kept[done].total = 0
        child, last = int(kept[done].first), NONE
        while child != NONE:
            kept[used] = nodes[child]
            if MAY_REPEAT:
                kept_keys[used] = keys[child]
            if last == NONE:
                kept[done].first = used
            else:
                kept[last].next = used
            last = used
            used += 1
            child = int(nodes[child].next)
        done += 1
    return used
