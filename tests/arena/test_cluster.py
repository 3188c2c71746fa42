"""The arena on several machines: a Ray cluster of two nodes on this one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from palissade import game
from palissade.arena import Fixture, Result, Tournament, play, run

ray: Any = pytest.importorskip("ray")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]


@pytest.fixture
def address() -> Iterator[str]:
    """Of a cluster of two nodes with a core each."""
    from ray.cluster_utils import Cluster  # noqa: PLC0415

    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes.add_node(num_cpus=1)
    yield nodes.address
    ray.shutdown()
    nodes.shutdown()


def test_two_nodes_play_what_one_process_plays(address: str, tmp_path: Path) -> None:
    from palissade.arena.cluster import Cluster  # noqa: PLC0415

    def play_and_sign(fixture: Fixture) -> Result:
        (tmp_path / ray.get_runtime_context().get_node_id()).touch()
        return play(fixture)

    tournament = Tournament(game("alignement"), ("uct:simulations=30", "greedy", "random"), games=8)
    machines = Cluster(address)
    machines._play = ray.remote(num_cpus=1)(play_and_sign)
    there = {result.key: result.record.actions for result in run(tournament, crew=machines)}
    assert there == {result.key: result.record.actions for result in run(tournament)}
    assert len(list(tmp_path.iterdir())) == 2
