"""Gumbel AlphaZero's search (Danihelka et al. 2022), for a whole batch of trees at once.

Every row of the batch has its own tree of the same size; the nodes of all trees lie in one table, node by node:

    at = node × batch + row            where a node lies
    edge = at × children + child       where one of its children lies

At the root a few actions are drawn without replacement (by Gumbel noise) and compared by sequential halving; deeper
down, visits follow the improved policy. A simulation is the same few hundred small kernels each time, with the number
of the simulation kept on the device, so that on a GPU it is captured once as a CUDA graph and then replayed. Where the
processor plays, there are two graphs, before it and after it.
"""

from typing import TYPE_CHECKING, NamedTuple, cast

import torch
from torch import Tensor

from training.device import DEVICE, ON_GPU
from training.evaluator import LOWEST_LEGAL, Evaluator
from training.halving import visit_plan
from training.settings import Effort, SearchSettings

if TYPE_CHECKING:
    from collections.abc import Callable

    from training.game import ProcessorGame

NOT_CONSIDERED = -1e6
VISITS_OFFSET = 50  # of the improved policy: how soon values outweigh the prior


class Decision(NamedTuple):
    """What a search found for each row."""

    action: Tensor  # the one to play
    actions: Tensor  # the children of the root
    weights: Tensor  # the improved policy over them
    value: Tensor  # of the root to its mover, if he plays by the improved policy


class Way(NamedTuple):
    """Where a simulation goes in each row: from the root down to an edge without a node."""

    edges: list[Tensor]  # one for each step
    counts: list[Tensor]  # whether that step was taken
    signs: list[Tensor]  # of its mover
    last: Tensor  # the last edge taken
    states: Tensor  # where it begins
    actions: Tensor  # what is played there


def completed(logit: Tensor, visits: Tensor, total: Tensor, value: Tensor) -> Tensor:
    """The children's values to the mover; an unvisited one is worth the mix of the node's own and its kin's."""
    is_seen = visits > 0
    mean = torch.where(is_seen, total / visits.clamp(min=1), 0.0)
    prior = logit.exp() * is_seen
    count = visits.sum(1)
    mixed = (value + count * (prior * mean).sum(1) / prior.sum(1).clamp(min=1e-8)) / (1 + count)
    return torch.where(is_seen, mean, mixed[:, None])


def improved(logit: Tensor, visits: Tensor, total: Tensor, value: Tensor, scale: float) -> Tensor:
    """Prior logits and what the visits taught."""
    worth = (completed(logit, visits, total, value) + 1) / 2
    return logit + (VISITS_OFFSET + visits.amax(1, keepdim=True)) * scale * worth


def descend(
    logit: Tensor,
    visits: Tensor,
    total: Tensor,
    value: Tensor,
    child: Tensor,
    is_over: Tensor,
    sign: Tensor,
    rows: Tensor,
    node: Tensor,
    is_live: Tensor,
    scale: float,
) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """One step down: the edge taken, whether it counts, its mover's sign, the next node, whether the row goes on."""
    at = node * len(rows) + rows
    prior, seen = logit[at], visits[at]
    wanted = torch.softmax(improved(prior, seen, total[at], value[at], scale), 1)
    score = torch.where(prior > LOWEST_LEGAL, wanted - seen / (1 + seen.sum(1, keepdim=True)), -torch.inf)
    edge = at * logit.shape[1] + score.argmax(1)
    counts = is_live & ~is_over[at]
    reached = child[edge]
    goes_on = counts & (reached >= 0)
    return edge, counts, sign[at], torch.where(goes_on, reached, node), goes_on


class Search:
    """Trees for `batch` rows and so many simulations each."""

    def __init__(self, evaluator: Evaluator, batch: int, effort: Effort, settings: SearchSettings) -> None:
        self.evaluator, self.game = evaluator, evaluator.game
        self.batch, self.effort, self.settings = batch, effort, settings
        nodes, children = effort.simulations + 1, settings.children
        self.rows = torch.arange(batch, device=DEVICE)
        plans = [visit_plan(count, effort.simulations) for count in range(effort.considered + 1)]
        self.plans = torch.tensor(plans, device=DEVICE, dtype=torch.float32)
        self.may_consider = torch.arange(children, device=DEVICE) < effort.considered

        def table(*shape: int, of: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(*shape, dtype=of, device=DEVICE)

        self.state = table(nodes * batch, self.game.width, of=torch.uint8)
        self.action = table(nodes * batch, children, of=torch.int64)
        self.logit = table(nodes * batch, children)
        self.visits = table(nodes * batch, children)
        self.total = table(nodes * batch, children)  # of values, to the node's mover
        self.child = table(nodes * batch * children, of=torch.int64)  # by edge: a node, or -1
        self.value = table(nodes * batch)
        self.is_over = table(nodes * batch, of=torch.bool)
        self.sign = table(nodes * batch)  # 1 where the first seat moves, -1 where the second does

        self.root = table(batch, self.game.width, of=torch.uint8)
        self.gumbel = table(batch, children)
        self.noise = table(1)  # of the Gumbel draws: 1 to learn, 0 to play one's best
        self.planned = table(batch, of=torch.int64)  # how many actions are considered in each row
        self.simulation = table(1, of=torch.int64)
        self.descend: Callable[..., tuple[Tensor, ...]] = evaluator.quick(descend)
        self.improved: Callable[..., Tensor] = evaluator.quick(improved)
        self.graphs: list[torch.cuda.CUDAGraph] = []
        # where the processor plays: what one half of a simulation leaves to the other
        self.way: Way | None = None
        self.played = table(0 if self.game.on_device else batch, self.game.width, of=torch.uint8)
        self.awaited: Callable[[], Tensor] | None = None

    @torch.no_grad()
    def run(self, states: Tensor, noise: float = 1.0) -> Decision:
        """Search every row."""
        self.plant(states, noise)
        for _ in range(self.effort.simulations):
            if self.game.on_device:
                self._run(1, self._simulate)
            else:
                self.begin()
                self.finish()
        return self.decide()

    def plant(self, states: Tensor, noise: float) -> None:
        """Put the roots into all trees."""
        self.root.copy_(states)
        self.noise.fill_(noise)
        if ON_GPU and self.settings.graphs and not self.graphs:
            self._capture()
        self._run(0, self._plant)

    def begin(self) -> None:
        """The first half of a simulation, where the processor plays: until it is asked to."""
        self._run(1, self._descend_to_play)
        assert self.way is not None
        self.awaited = cast("ProcessorGame", self.game).begin(self.way.states, self.way.actions)

    def finish(self) -> None:
        """The second half, when it has played."""
        assert self.awaited is not None
        self.played.copy_(self.awaited())
        self._run(2, self._grow_from_played)

    def _run(self, number: int, part: "Callable[[], None]") -> None:
        """A part, by its graph if it has been captured."""
        (self.graphs[number].replay if self.graphs else part)()

    def _capture(self) -> None:
        """The parts as CUDA graphs. They must have run before, so that nothing is compiled while they are captured."""
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(2):
                self._plant()
                self._simulate()
        torch.cuda.current_stream().wait_stream(side)
        halves = [self._descend_to_play, self._grow_from_played]
        graphs = []
        for part in (self._plant, *([self._simulate] if self.game.on_device else halves)):
            graphs.append(torch.cuda.CUDAGraph())
            with torch.cuda.graph(graphs[-1]):
                part()
        self.graphs = graphs

    def _descend_to_play(self) -> None:
        """What lies before the play. Of a captured one, the way stays where it is, and is another every time."""
        self.way = self._go_down()

    def _grow_from_played(self) -> None:
        """What lies after it."""
        assert self.way is not None
        self._grow(self.way, self.played)

    def _plant(self) -> None:
        """Step 1: the root, its children the actions with the greatest sums of logit and Gumbel noise."""
        logits, value = self.evaluator.evaluate(self.root)
        logits = logits.float()
        uniform = torch.rand_like(logits).clamp(1e-9, 1 - 1e-7)
        noisy = torch.where(logits > LOWEST_LEGAL, logits - self.noise * torch.log(-torch.log(uniform)), logits)
        best, action = torch.topk(noisy, self.settings.children, 1)
        logit = logits.gather(1, action)
        self.gumbel.copy_(torch.where(logit > LOWEST_LEGAL, best - logit, 0.0))
        self.simulation.zero_()
        self._write(self.simulation, self.root, logit, action, value)
        legal = self.logit[: self.batch, : self.effort.considered] > LOWEST_LEGAL
        self.planned.copy_(legal.sum(1))

    def _write(self, node: Tensor, states: Tensor, logit: Tensor, action: Tensor, value: Tensor) -> None:
        """Put a node into every tree. Where no child is legal the forced action is the only one."""
        is_forced = logit[:, :1] <= LOWEST_LEGAL
        first = torch.arange(logit.shape[1], device=DEVICE) == 0
        action = torch.where(is_forced & first, self.game.forced, action)
        logit = torch.log_softmax(torch.where(is_forced & first, 0.0, logit), 1)

        def put(into: Tensor, what: Tensor) -> None:
            into.view(-1, self.batch, *into.shape[1:]).index_copy_(0, node, what[None])

        put(self.state, states)
        put(self.action, action)
        put(self.logit, logit)
        put(self.value, value)
        put(self.is_over, self.game.is_over(states))
        put(self.sign, 1 - 2 * self.game.seat(states).float())
        nothing = torch.zeros_like(logit)
        put(self.visits, nothing)
        put(self.total, nothing)
        children = self.child.view(-1, self.batch * logit.shape[1])
        children.index_copy_(0, node, torch.full_like(children[:1], -1))

    def _simulate(self) -> None:
        """Steps 2 to 5, once: go down to an edge without a node, make the node, and carry its value up again."""
        way = self._go_down()
        self._grow(way, self.evaluator.play(way.states, way.actions))

    def _go_down(self) -> Way:
        """Steps 2 and 3."""
        # Step 2: at the root, the considered action whose turn it is
        score, legal = self._root_scores()
        turn = self.plans.index_select(1, self.simulation)[self.planned]
        is_due = (self.visits[: self.batch] == turn) & self.may_consider
        score = torch.where(legal, score + torch.where(is_due, 0.0, NOT_CONSIDERED), -torch.inf)
        edge = self.rows * self.settings.children + score.argmax(1)
        counts = ~self.is_over[: self.batch]
        reached = self.child[edge]
        is_live = counts & (reached >= 0)
        node = torch.where(is_live, reached, 0)
        edges, weights, signs, last = [edge], [counts], [self.sign[: self.batch]], edge

        # Step 3: below, the child that lags most behind the improved policy
        for _ in range(self.settings.depth - 1):
            edge, counts, sign, node, is_live = self.descend(
                self.logit,
                self.visits,
                self.total,
                self.value,
                self.child,
                self.is_over,
                self.sign,
                self.rows,
                node,
                is_live,
                self.settings.scale,
            )
            edges.append(edge)
            weights.append(counts)
            signs.append(sign)
            last = torch.where(counts, edge, last)
        parent = last.div(self.settings.children, rounding_mode="floor")
        return Way(edges, weights, signs, last, self.state[parent], self.action.view(-1)[last])

    def _grow(self, way: Way, states: Tensor) -> None:
        """Steps 4 and 5."""
        # Step 4: the new node; rows that came to the end of a game, or to the depth allowed, waste it
        self.simulation += 1
        logits, value = self.evaluator.evaluate(states)
        logit, action = torch.topk(logits, self.settings.children, 1)
        self._write(self.simulation, states, logit.float(), action, value)
        root_over = self.is_over[: self.batch]
        existing = self.child[way.last]
        leaf = torch.where(root_over, 0, torch.where(existing >= 0, existing, self.simulation))
        self.child.index_copy_(0, way.last, torch.where(root_over, existing, leaf))

        # Step 5: its value, to every mover on the way
        at = leaf * self.batch + self.rows
        found = self.value[at] * self.sign[at]
        weight = torch.stack(way.counts).float()
        path = torch.stack(way.edges).view(-1)
        self.visits.view(-1).index_add_(0, path, weight.view(-1))
        self.total.view(-1).index_add_(0, path, (weight * torch.stack(way.signs) * found).view(-1))

    def _root_scores(self) -> tuple[Tensor, Tensor]:
        """Gumbel noise and improved logits of the root's children, and which are legal."""
        logit, visits, total = self.logit[: self.batch], self.visits[: self.batch], self.total[: self.batch]
        better = self.improved(logit, visits, total, self.value[: self.batch], self.settings.scale)
        return self.gumbel + better, logit > LOWEST_LEGAL

    @torch.no_grad()
    def decide(self) -> Decision:
        """Step 6: of the most visited, the best; what the policy should have been, and what the root is worth by it.

        The mean over all visits would be too low, since halving visits every action that it considers.
        """
        score, legal = self._root_scores()
        visits, actions = self.visits[: self.batch], self.action[: self.batch]
        is_best = legal & (visits == visits.amax(1, keepdim=True))
        best = torch.where(is_best, score, -torch.inf).argmax(1, keepdim=True)
        weights = torch.softmax(torch.where(legal, score - self.gumbel, -torch.inf), 1)
        worth = completed(self.logit[: self.batch], visits, self.total[: self.batch], self.value[: self.batch])
        value = (weights * worth).sum(1)
        return Decision(actions.gather(1, best)[:, 0], actions.clone(), weights, value)
