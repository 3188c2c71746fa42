"""One game being played: history and undo, repetition and limit, outcome, record, and what each seat may see."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
from msgspec import UNSET

from palissade.advice import Advice, Threat
from palissade.arrays import Positions
from palissade.boards.position_text import UNKNOWN
from palissade.contract import LIMIT, MOST_SCORES, MOST_SEATS, Deal
from palissade.errors import BadDeal, BadNotation, BadPosition, BadRecord, IllegalAction, PalissadeError
from palissade.game import Game, Outcome
from palissade.messages import COMMON, Message
from palissade.plain import plain
from palissade.record import VERSION, WITH_POSITION, Record
from palissade.registry import game as find_game
from palissade.scene import Choices, Pick, Scene
from palissade.svg import draw

REPETITIONS = 3  # COM-1: this many occurrences of a position are a draw
SPECTATOR = -1


class Match:
    """A game from its deal to its outcome, one action after the other."""

    def __init__(
        self,
        game: Game,
        *,
        seed: int | None = None,
        deal: Deal = None,
        position: str | Positions | None = None,  # to begin from, instead of the start
    ) -> None:
        self.game = game
        if position is None:
            self.deal = game.deal(seed) if deal is None else deal
            begun = game.start(self.deal)
        elif deal is not None or seed is not None:
            raise BadDeal(COMMON.message("position.deal"))
        else:
            self.deal = None
            begun = game.read(position) if isinstance(position, str) else position.copy()
        self.begins_at = None if position is None else game.write(begun)  # as text
        if self.begins_at is not None and UNKNOWN in self.begins_at:
            raise BadPosition(COMMON.message("position.unknown"))
        self.played: list[int] = []
        self.texts: list[str] = []
        self.outcome: Outcome | None = None
        self._positions = [begun]
        self._movers = [int(game.single.mover(self.position))]
        self._seen: Counter[bytes] = Counter()
        self._identities: list[bytes] = []  # of each position, as COM-1 compares them
        self.outcome = self._decide(self._see_position())

    def __repr__(self) -> str:
        return f"<Match {self.game}, {self.ply} actions, {self.outcome or f'seat {self.mover} to act'}>"

    # ---- where we are

    @property
    def position(self) -> Positions:
        """The position now, as an array of one."""
        return self._positions[-1]

    @property
    def ply(self) -> int:
        """How many actions have been played."""
        return len(self.played)

    @property
    def mover(self) -> int | None:
        """The seat that acts now; None when the game is over."""
        return None if self.outcome else self._movers[-1]

    @property
    def movers(self) -> list[int]:
        """Who played each action."""
        return self._movers[: self.ply]

    def position_text(self) -> str:
        """The position as one line of text, as the rules page describes it. What has happened before is not in it: a
        match that begins from it counts repetitions (COM-1) and actions (COM-2) anew.
        """
        return self.game.write(self.position)

    def actions(self) -> list[int]:
        """The legal actions; none once the game is over."""
        return [] if self.outcome else self.game.legal_actions(self.position)

    def legal(self) -> list[str]:
        """The legal actions as the rules page writes them."""
        pos, text = plain(self.position[0]), self.game.notation.text
        return [text(pos, action) for action in self.actions()]

    # ---- playing

    def check(self, action: int | str) -> int:
        """The action as a number; raises `BadNotation` or `IllegalAction` with the reason if it may not be played."""
        if isinstance(action, str):
            action = self.game.action(self.position, action)
        if refusal := _refusal(self.game, self.position, self.outcome, action):
            raise refusal
        return action

    def play(self, *actions: int | str) -> None:
        """Play one action, or several in a row; if one is refused, none of them is played."""
        before = self.ply
        try:
            for action in actions:
                self._play(self.check(action))
        except PalissadeError:
            while self.ply > before:
                self.undo()
            raise

    def replay(self, action: int | str, text: str | None = None) -> None:
        """Play what has been checked before: a number, with its text where that is at hand; or a text out of `texts`,
        kept because it was.
        """
        if isinstance(action, str):
            self._play(self.game.action(self.position, action), action)
        else:
            self._play(action, text)

    def undo(self) -> None:
        """Take the last action back."""
        if not self.played:
            raise IndexError("nothing has been played")
        self._forget_position()
        self.outcome = None
        self._positions.pop()
        self._movers.pop()
        self.played.pop()
        self.texts.pop()

    def _play(self, action: int, text: str | None = None) -> None:
        self.texts.append(self.game.text(self.position, action) if text is None else text)
        self.played.append(action)
        position = self.position.copy()
        self.game.single.apply(position, action)
        self._positions.append(position)
        self._movers.append(int(self.game.single.mover(position)))
        occurrences = self._see_position()
        self.outcome = self._decide(occurrences)

    # ---- the end

    def _decide(self, occurrences: int) -> Outcome | None:
        """The page's own endings, then COM-1, then COM-2."""
        if self.game.single.is_over(self.position):
            return outcome(self.game, self.position)
        if occurrences >= REPETITIONS:
            return Outcome((), True, None, "COM-1")
        if self.ply >= LIMIT:
            return Outcome((), True, None, "COM-2")
        return None

    def _key(self) -> bytes:
        room = np.empty(self.game.rules.POSITION.itemsize, np.uint8)
        return room[: self.game.single.identity(self.position, room)].tobytes()

    def _see_position(self) -> int:
        """COM-1: how often this position has now begun a turn."""
        self._identities.append(key := self._key() if self.game.may_repeat else b"")
        if not key:
            return 0
        self._seen[key] += 1
        return self._seen[key]

    def _forget_position(self) -> None:
        if key := self._identities.pop():
            self._seen[key] -= 1

    # ---- the record

    def record(self) -> Record:
        """The match as a file that replays anywhere."""
        return Record(
            version=VERSION if self.begins_at is None else WITH_POSITION,
            game=self.game.id,
            options=dict(self.game.chosen),
            deal=self.deal,
            position=UNSET if self.begins_at is None else self.begins_at,
            actions=list(self.texts),
            outcome=self.outcome,
        )

    @classmethod
    def from_record(cls, record: Record | str | bytes) -> "Match":
        """The match that the record tells, every action checked; raises `BadRecord` saying where it fails."""
        if not isinstance(record, Record):
            record = Record.read(record)
        try:
            game = find_game(record.game, **record.options)
            if record.position is UNSET:
                game.setup(record.deal)  # a deal that is missing is refused, not drawn
                match = cls(game, deal=record.deal)
            else:
                match = cls(game, deal=record.deal, position=record.position)
        except PalissadeError as error:
            raise BadRecord(error.message, error.rule) from error
        for ply, action in enumerate(record.actions):
            try:
                match.play(action)
            except PalissadeError as error:
                message = COMMON.message("record.ply", ply=ply, action=action[:60], problem=error.message)
                raise BadRecord(message, error.rule, ply) from error
        match._check_outcome(record.outcome)
        return match

    def _check_outcome(self, told: Outcome | None) -> None:
        """A record may leave the outcome out, or tell one of the table's (a resignation), but not a wrong one."""
        by_rule = told is not None and told.reason.partition("-")[0] in (self.game.prefix, "COM")
        if told is not None and told != self.outcome and (self.outcome or by_rule):
            raise BadRecord(COMMON.message("record.outcome", told=_json(told), true=_json(self.outcome)), ply=self.ply)

    # ---- what may be seen

    def has_taught(self, ply: int) -> bool:
        """Whether playing this action showed somebody what they could not know before (BKR-10)."""
        if not self.game.is_hidden:
            return False
        return bool(self.game.single.has_learned(self._positions[ply], self._positions[ply + 1]))

    def view(self, seat: int = SPECTATOR, ply: int | None = None) -> "View":
        """The match as this seat may see it: now, or as it was after so many actions."""
        if not SPECTATOR <= seat < len(self.game.seats):
            raise ValueError(f"{self.game} has no seat {seat}")
        if ply is not None and ply != self.ply:
            return self._look_back(seat, ply)
        position = self._concealed(self.position, seat)
        return View(
            game=self.game,
            seat=seat,
            position=position,
            mover=self.mover,
            movers=tuple(self.movers),
            played=tuple(self.played),
            texts=tuple(self.texts),
            identities=tuple(self._identities),
            outcome=self.outcome,
            may_choose=self.mover is not None and self._may_choose(seat, self.mover),
        )

    def _look_back(self, seat: int, ply: int) -> "View":
        if not 0 <= ply < self.ply:
            raise ValueError(f"only {self.ply} actions have been played, not {ply}")
        return View(
            game=self.game,
            seat=seat,
            position=self._concealed(self._positions[ply], seat),
            mover=self._movers[ply],
            movers=tuple(self._movers[:ply]),
            played=tuple(self.played[:ply]),
            texts=tuple(self.texts[:ply]),
            identities=tuple(self._identities[: ply + 1]),
            outcome=None,
            may_choose=self._may_choose(seat, self._movers[ply]),
        )

    def _may_choose(self, seat: int, mover: int) -> bool:
        """Whether the seat may know what the mover can play."""
        return seat == mover or not self.game.is_hidden

    def _concealed(self, position: Positions, seat: int) -> Positions:
        """The position without what the seat may not know; at the end all is open."""
        if self.game.is_hidden and not self.outcome:
            position = position.copy()
            self.game.single.conceal(position, seat)
        return position

    def _repr_svg_(self) -> str:
        """Notebooks draw a match by itself, as its mover sees it."""
        return self.view(SPECTATOR if self.mover is None else self.mover)._repr_svg_()


@dataclass(frozen=True)
class View:
    """A match as one seat may see it: made only from what that seat may know (BKR-10)."""

    game: Game
    seat: int
    position: Positions  # with what the seat may not know wiped out
    mover: int | None
    movers: tuple[int, ...]
    played: tuple[int, ...]
    texts: tuple[str, ...]
    identities: tuple[bytes, ...]  # of all positions so far, this one included, as COM-1 compares them; see `Rules`
    outcome: Outcome | None
    may_choose: bool  # whether it is shown what is legal

    @property
    def ply(self) -> int:
        return len(self.played)

    @property
    def last_turn(self) -> tuple[int, ...]:
        """The actions played last by one seat in a row: the turn under way, or the one before it."""
        first = self.ply
        while first and self.movers[first - 1] == self.movers[-1]:
            first -= 1
        return self.played[first:]

    def position_text(self) -> str:
        """The position as one line of text, what the seat may not know written as unknown."""
        return self.game.write(self.position)

    @cached_property
    def actions(self) -> tuple[int, ...]:
        """The legal ones; empty for those who may not know them. The mover's view holds all that tells them."""
        return tuple(self.game.legal_actions(self.position)) if self.may_choose else ()

    @cached_property
    def _plain(self) -> Any:
        """The position to read from many times over."""
        return plain(self.position[0])

    def legal(self) -> list[str]:
        """The legal actions as the rules page writes them."""
        pos, text = self._plain, self.game.notation.text
        return [text(pos, action) for action in self.actions]

    def scene(self) -> Scene:
        """How the table looks from this seat."""
        scene = self.game.scene.scene(self.game, self.position[0], self.seat, self.last_turn)
        return scene.at_rest() if self.outcome else scene

    def picks(self) -> Mapping[int, tuple[Pick, ...]]:
        """For each legal action, the spots a person clicks in order."""
        pos, picks = self._plain, self.game.scene.picks
        return {action: picks(pos, action) for action in self.actions}

    def choices(self) -> Choices:
        """The legal actions as a tree of picks: {pick: {pick: action as the rules page writes it}}."""
        pos, picks, text = self._plain, self.game.scene.picks, self.game.notation.text
        tree: Choices = {}
        for action in self.actions:
            *before, last = picks(pos, action)
            branch: Any = tree
            for pick in before:
                branch = branch.setdefault(pick, {})
            branch[last] = text(pos, action)
        return tree

    def why(self, picks: Sequence[Pick]) -> BadNotation | IllegalAction | None:
        """Why these picks may not be played now; None if they are a legal action."""
        try:
            action = self.game.action_of(self.position, picks)
        except (BadNotation, IllegalAction) as refusal:
            return refusal
        return _refusal(self.game, self.position, self.outcome, action)

    def advice(self) -> Advice | None:
        """What the mover is asked to do; None when the game is over, and for those who may not know."""
        if self.mover is None or not self.may_choose:
            return None
        return self.game.guide.advice(self.game, self.position[0])

    def about(self) -> Mapping[Pick, Message]:
        """What each thing may do that can be picked first and needs a second pick."""
        first = [pick for pick, after in self.choices().items() if isinstance(after, dict)]
        told = {pick: self.game.guide.about(self.game, self.position[0], pick) for pick in first}
        return {pick: message for pick, message in told.items() if message}

    def threats(self) -> tuple[Threat, ...]:
        """What threatens anybody in this position, as far as the seat may know."""
        return () if self.mover is None else self.game.guide.threats(self.game, self.position[0], self.seat)

    def _repr_svg_(self) -> str:
        """Notebooks draw a view by itself."""
        return draw(self.scene())


def _refusal(game: Game, position: Positions, over: Outcome | None, action: int) -> IllegalAction | None:
    """Why the action may not be played, in a match that may be over; None if it may."""
    if over:
        return IllegalAction(COMMON.message("over", reason=over.reason))
    if not 0 <= action < game.rules.ACTIONS:
        return IllegalAction(COMMON.message("action.unknown", action=action, last=game.rules.ACTIONS - 1))
    return game.refusal(position, action)


def outcome(game: Game, position: Positions) -> Outcome:
    """Who won a position that is over, with what points, by which rule."""
    won, scores = np.zeros(MOST_SEATS, np.int32), np.zeros(MOST_SCORES, np.int32)
    reason = game.single.result(position, won, scores)
    winners = tuple(seat for seat in range(len(game.seats)) if won[seat])
    if len(winners) == len(game.seats) > 1:
        winners = ()  # if everybody shares, it is a draw and nobody is named
    count = game.score_count(game.options)
    return Outcome(
        winners=winners,
        draw=not winners,
        scores=tuple(scores[:count].tolist()) if count else None,
        reason=f"{game.prefix}-{reason}",
    )


def reason_in_words(game: Game, outcome: Outcome) -> Message:
    """Why the game ended, as a sentence; a rule that both wins and draws has one for its draws."""
    key = f"outcome.{outcome.reason}"
    if outcome.draw and f"{key}.draw" in game.catalogue:
        key += ".draw"
    return (game.catalogue if key in game.catalogue else COMMON).message(key)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
