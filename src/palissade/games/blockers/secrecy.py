"""BKR-10 Secrecy: what a seat may know of a position, and all that might be true behind it."""

from palissade.games.blockers.rules import (
    ALL_TILES,
    can_anyone_play,
    colours,
    drawn,
    is_closed,
    is_over,
    racks,
    tiles_played,
)
from palissade.games.blockers.tiles import PILE, RACK, TILES, UNKNOWN, bits
from palissade.kernel import Position, Random, below, rule

RULE = "BKR-10"


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
def has_worked_out(pos: Position, seat: int) -> bool:
    """Once all piles are empty, who has counted knows every rack: it is what was not played."""
    for colour in range(colours(pos)):
        if pos.plays[colour] < PILE:
            return False
    return True


@rule
def has_learned(before: Position, after: Position) -> bool:
    """A tile played is a tile shown, and mostly one drawn; a pass tells what is not held; the end shows everything."""
    if is_over(before) != is_over(after):
        return True
    for colour in range(colours(before)):
        if before.plays[colour] != after.plays[colour]:
            return True
        for tile in range(TILES):
            if before.not_before[colour, tile] != after.not_before[colour, tile]:
                return True
    return False


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
            bound = int(pos.not_before[colour, int(pos.played[colour, i])])
            possible = free & ((1 << RACK + i) - 1) & ~((1 << bound) - 1)
            choice = below(rng, min(RACK + i - bound, RACK))  # of the first 5 + i turns five are free
            if choice >= bits(possible):
                return False
            free &= ~(1 << bit_at(possible, choice))
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
def bit_at(mask: int, place: int) -> int:
    """The number of the set bit that has so many set bits below it."""
    for _ in range(place):
        mask &= mask - 1
    number = 0
    while not mask >> number & 1:
        number += 1
    return number
