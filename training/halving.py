"""Sequential halving: which of the actions considered at the root a search visits next."""

import math


def visit_plan(considered: int, simulations: int) -> list[int]:
    """For each simulation, how many visits the action has that it goes to (Danihelka et al. 2022, appendix).

    All considered actions are visited in turn, then the better half of them, and so on down to two. Where fewer are
    legal than were to be considered, the plan must be the one for those that are, or it asks for an illegal one.
    """
    if considered <= 1:
        return list(range(simulations))
    plan: list[int] = []
    visits = [0] * considered
    remaining, rounds = considered, math.ceil(math.log2(considered))
    while len(plan) < simulations:
        for _ in range(max(1, simulations // (rounds * remaining))):
            for i in range(remaining):
                plan.append(visits[i])
                visits[i] += 1
        remaining = max(2, remaining // 2)
    return plan[:simulations]
