"""The engines that run beside this process: started once, and asked for many games."""

import atexit

from palissade.arena.contestant import Contestant
from palissade.gtp import Pipe


class Engines:
    """Pipes to programs; who sits at several seats has one for each."""

    def __init__(self) -> None:
        self._pipes: dict[tuple[Contestant, int], Pipe] = {}

    def pipe(self, contestant: Contestant, number: int) -> Pipe | None:
        """The so-manieth engine of a contestant; None for one of our own players."""
        if not contestant.is_external:
            return None
        if (contestant, number) not in self._pipes:
            self._pipes[contestant, number] = Pipe(contestant.command)
        return self._pipes[contestant, number]

    def give_up(self, contestant: Contestant) -> None:
        """End the engines of one that no longer does what it should; a new game has new ones."""
        for key in [key for key in self._pipes if key[0] == contestant]:
            self._pipes.pop(key).close()

    def close(self) -> None:
        """End all of them."""
        while self._pipes:
            self._pipes.popitem()[1].close()


ENGINES = Engines()
atexit.register(ENGINES.close)
