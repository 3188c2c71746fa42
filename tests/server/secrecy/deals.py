"""Deals that some seats cannot tell apart, whatever has been played so far."""

import random
from collections.abc import Collection

from palissade import Match
from palissade.contract import Deal
from palissade.games.blockers.notation import TILE_NAMES
from palissade.games.blockers.tiles import RACK, TILES
from palissade.match import SPECTATOR

TRIES = 200  # to find a deal in which all that was played could be played


def other_deal(match: Match, knowers: Collection[int], rng: random.Random) -> Deal:
    """Another deal that looks the same to these seats and to spectators, from the start to where the match is now."""
    for _ in range(TRIES):
        deal = {}
        for number, (colour, tiles) in enumerate(match.deal.items()):
            seat = next(seat for seat, place in enumerate(match.game.seats) if colour in place.colours)
            deal[colour] = _rest_anew(match, number, tiles, rng) if seat in knowers else _anew(match, number, rng)
        if deal != match.deal and _look_the_same(match, deal, knowers):
            return deal
    raise AssertionError(f"found no other deal after {match.ply} actions")


def _rest_anew(match: Match, colour: int, tiles: list[str], rng: random.Random) -> list[str]:
    """A seat knows what it has drawn when, but not in which order its first rack came, nor what is still to come."""
    drawn = _drawn(match, colour)
    first, rest = tiles[:RACK], tiles[drawn:]
    return [*rng.sample(first, len(first)), *tiles[RACK:drawn], *rng.sample(rest, len(rest))]


def _anew(match: Match, colour: int, rng: random.Random) -> list[str]:
    """Nobody knows more than that each tile was drawn before it was played, and what passes have told."""
    position = match.position[0]
    plays = int(position["plays"][colour])
    played = [int(tile) for tile in position["played"][colour][:plays]]
    unseen = [tile for tile in range(TILES) if tile not in played]
    rng.shuffle(unseen)
    while True:
        turns: dict[int, int] = {}
        for tile in (*played, *unseen):
            before = RACK + played.index(tile) if tile in played else TILES
            free = [turn for turn in range(int(position["not_before"][colour][tile]), before) if turn not in turns]
            if not free:
                break
            turns[rng.choice(free)] = tile
        if len(turns) == TILES:
            return [TILE_NAMES[turns[turn]] for turn in range(TILES)]


def _drawn(match: Match, colour: int) -> int:
    return min(RACK + int(match.position[0]["plays"][colour]), TILES)


def _look_the_same(match: Match, deal: Deal, knowers: Collection[int]) -> bool:
    """Whether these seats see the same through all that was played; the library says so, not the server."""
    one, other = Match(match.game, deal=match.deal), Match(match.game, deal=deal)
    for action in (*match.played, None):
        for seat in (SPECTATOR, *knowers):
            if one.view(seat).position.tobytes() != other.view(seat).position.tobytes():
                return False
        if (one.outcome, one.mover) != (other.outcome, other.mover):
            return False
        if action is None:
            return True
        if action not in other.actions():
            return False
        one.play(action)
        other.play(action)
    raise AssertionError("unreachable")
