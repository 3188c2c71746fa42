"""An engine without a process: what a pipe would carry is handed over."""

from palissade.gtp import Engine, Fault, Pipe
from palissade.gtp.protocol import Command, parse_answer


class Direct(Pipe):
    """Talks to one of our engines in this process."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.heard: list[str] = []
        self.commands = frozenset(self.ask("list_commands").split())

    def try_to(self, command: str) -> tuple[bool, str]:
        self.heard.append(command)
        read = Command.read(command)
        if read is None:
            raise Fault("engine", "was told nothing")
        said = self.engine.answer(read)
        assert said.endswith("\n\n")
        assert "\n\n" not in said[:-2]
        return parse_answer(said[:-2].split("\n"))

    def close(self) -> None:
        pass
