"""The fair queue: equal seconds for addresses, persons and tables, with seconds made by hand."""

from collections import Counter, defaultdict

import pytest

from palissade.server.machines.fair_queue import FairQueue, Path


class Served:
    """A queue whose items are their own paths, and one thread that serves it."""

    def __init__(self, cost: dict[str, float] | None = None) -> None:
        self.queue = FairQueue[Path]()
        self.cost = cost or {}  # seconds by address; 1 where not told
        self.seconds = defaultdict[str, float](float)  # used, by address

    def push(self, *paths: str) -> None:
        for path in paths:
            names = tuple(path.split("/"))
            self.queue.push(names, names)

    def serve(self, times: int = 1, *, again: bool = False) -> list[str]:
        """Serve so many; each asks again at once, where told."""
        served = list[str]()
        for _ in range(times):
            path = self.queue.pop()
            assert path is not None
            self.charge("/".join(path))
            served.append("/".join(path))
            if again:
                self.queue.push(path, path)
        return served

    def pop(self) -> str:
        return "/".join(self.queue.pop() or ())

    def charge(self, path: str) -> None:
        names = tuple(path.split("/"))
        seconds = self.cost.get(names[0], 1.0)
        self.seconds[names[0]] += seconds
        self.queue.charge(names, seconds)

    @property
    def remembered(self) -> int:
        """How many names are kept."""
        kept, names = 0, [self.queue._root]
        while names:
            below = names.pop().below.values()
            kept += len(below)
            names.extend(below)
        return kept


def test_who_came_first_is_first() -> None:
    served = Served()
    served.push("a/ann/1", "b/bob/1", "c/cat/1")
    assert served.serve(3) == ["a/ann/1", "b/bob/1", "c/cat/1"]
    assert served.queue.pop() is None


def test_sixty_tables_get_no_more_than_one() -> None:
    served = Served()
    served.push(*(f"a/ann/{table}" for table in range(60)))
    served.serve(10, again=True)
    served.push("b/bob/1")
    assert served.serve(20, again=True).count("b/bob/1") == 10


def test_who_comes_to_a_full_queue_is_next() -> None:
    served = Served()
    served.push(*(f"a/ann/{table}" for table in range(60)))
    under_way = served.pop()
    served.push("b/bob/1")
    served.charge(under_way)
    assert served.serve() == ["b/bob/1"]


def test_addresses_share_evenly_then_persons_then_tables() -> None:
    served = Served()
    served.push("a/ann/1", "a/ann/2", "a/amy/1", "b/bob/1")
    turns = Counter(served.serve(80, again=True))
    assert turns == {"b/bob/1": 40, "a/amy/1": 20, "a/ann/1": 10, "a/ann/2": 10}


def test_it_is_seconds_that_are_shared_not_turns() -> None:
    served = Served({"slow": 4.0, "fast": 0.5})
    served.push("slow/a/1", "fast/b/1")
    served.serve(900, again=True)
    assert served.seconds["slow"] == pytest.approx(served.seconds["fast"], abs=4.5)  # one turn of each


def test_threads_that_get_free_together_are_shared_too() -> None:
    served = Served()
    served.push(*(f"a/ann/{table}" for table in range(9)))
    served.serve()
    served.push("b/bob/1", "b/bob/2")
    assert sorted(served.pop()[0] for _ in range(4)) == ["a", "a", "b", "b"]


def test_nobody_saves_up_time_by_staying_away() -> None:
    served = Served()
    served.push("a/ann/1", "b/bob/1")
    served.serve(2)
    served.push("a/ann/1", "c/cat/1")
    served.serve(100, again=True)
    served.push("b/bob/1")
    assert served.serve(30, again=True).count("b/bob/1") == 10


def test_nobody_gets_more_by_leaving_and_coming_back() -> None:
    """Bob leaves the queue each time he is served, so that he is new each time; ann and cat wait all the time."""
    served = Served()
    served.push("a/ann/1", "a/ann/2", "c/cat/1", "c/cat/2", "b/bob/1")
    turns = Counter[str]()
    for _ in range(300):
        (path,) = served.serve()
        turns[path[0]] += 1
        served.push(path)
    assert all(99 <= turns[address] <= 101 for address in "abc")


def test_newcomers_without_end_starve_nobody_and_are_forgotten() -> None:
    """A new address comes whenever one is served: it and ann wait together, and ann gets a good part of the time."""
    served = Served()
    served.push("a/ann/1", "a/ann/2")
    turns, most = 0, 0
    for number in range(1_000):
        served.push(f"address {number}/somebody/1")
        (path,) = served.serve()
        turns += path.startswith("a/")
        if path.startswith("a/"):
            served.push(path)
        most = max(most, served.remembered)
    assert served.queue.waiting == turns + 2  # all newcomers were served but as many as ann had turns
    assert turns >= 40
    assert most <= 4 * served.queue.waiting  # a path has three names


def test_who_has_waited_long_keeps_their_place() -> None:
    served = Served({"a": 10.0})
    served.push("a/ann/1")
    under_way = served.pop()
    served.push("b/bob/1", "c/cat/1")
    served.charge(under_way)
    served.push("d/dan/1")
    assert served.serve(3) == ["b/bob/1", "c/cat/1", "d/dan/1"]


def test_who_waits_no_longer_is_not_served_and_not_remembered() -> None:
    served = Served()
    served.push("a/ann/1", "b/bob/1")
    served.queue.remove(("a", "ann", "1"), ("a", "ann", "another"))  # not what waits there
    assert served.queue.waiting == 2
    path = ("a", "ann", "2")
    served.queue.push(path, path)
    served.queue.remove(path, path)
    assert (served.queue.waiting, served.remembered) == (2, 6)
    assert served.serve(2) == ["a/ann/1", "b/bob/1"]


def test_an_empty_queue_remembers_nobody() -> None:
    served = Served({"0": 100.0})
    for number in range(50):
        served.push(f"{number}/a/1", f"{number}/b/2")
    served.serve(100)
    assert (served.queue.waiting, served.queue.under_way, served.remembered) == (0, 0, 0)


def test_it_tells_how_many_wait_and_how_many_are_under_way() -> None:
    served = Served()
    served.push("a/ann/1", "a/amy/1", "b/bob/1")
    assert served.queue.waiting_below("a") == 2
    assert served.queue.waiting_below("nobody") == 0
    path = served.pop()
    assert (served.queue.waiting, served.queue.under_way, served.queue.waiting_below("a")) == (2, 1, 1)
    served.charge(path)
    assert (served.queue.waiting, served.queue.under_way) == (2, 0)


def test_one_thing_waits_at_the_end_of_a_path() -> None:
    served = Served()
    served.push("a/ann/1")
    with pytest.raises(ValueError, match="already"):
        served.push("a/ann/1")
