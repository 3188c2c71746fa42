"""Our side of the protocol: an engine that plays any game with one of our players.

A move of the protocol is a turn: its actions as our records write them, with spaces between. In Blokus Duo that is
what public engines say: `e8,d9,e9,f9,e10`. Who plays alone, or goes on when all others have passed, plays one action at
a time.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version

import msgspec

from palissade.errors import PalissadeError
from palissade.game import Game
from palissade.gtp import protocol
from palissade.gtp.colours import colour_of, colours, seat_of
from palissade.gtp.protocol import Command, answer
from palissade.gtp.turns import PASS, is_turn_over
from palissade.match import Match
from palissade.players import Player
from palissade.registry import game as find_game
from palissade.registry import games
from palissade.text import board

MakePlayer = Callable[[Game, int], Player]
"""A player that is new at a table of this game, with this seed."""


class Refused(Exception):
    """A command that cannot be done; says why."""


class Engine:
    """A conversation over the protocol: a match, and the player who is asked for moves."""

    def __init__(self, game: Game, make_player: MakePlayer, seed: int = 0) -> None:
        self.game = game
        self.is_open = True
        self._make_player, self._seed, self._games = make_player, seed, 0
        self._commands: dict[str, Callable[[Command], str]] = {
            name.removeprefix("do_"): getattr(self, name) for name in dir(self) if name.startswith("do_")
        }
        self._begin(game.match(seed=seed))

    def talk(self, lines: Iterable[str]) -> Iterator[str]:
        """The answers to commands, until there are no more of them or one says `quit`."""
        for line in lines:
            command = Command.read(line)
            if command is not None:
                yield self.answer(command)
            if not self.is_open:
                return

    def answer(self, command: Command) -> str:
        """The answer to one command. Whatever goes wrong is told and changes nothing."""
        match, ply = self.match, self.match.ply
        try:
            if command.name not in self._commands:
                raise Refused("unknown command")
            return answer(command.id, self._commands[command.name](command))
        except Refused as error:
            problem = str(error)
        except PalissadeError as error:
            problem = error.say("en")
        except Exception as error:
            problem = f"internal error: {type(error).__name__}: {error}"
        if self.match is match:
            self._go_back(ply)
        return answer(command.id, problem, is_good=False)

    def _begin(self, match: Match) -> None:
        self.match, self.game = match, match.game
        self.player = self._make_player(match.game, self._seed)
        self._turns: list[int] = []  # the ply at which each move of the protocol began

    # ---- the protocol's own

    def do_protocol_version(self, command: Command) -> str:
        return protocol.VERSION

    def do_name(self, command: Command) -> str:
        return "Palissade"

    def do_version(self, command: Command) -> str:
        try:
            return version("palissade")
        except PackageNotFoundError:
            return "0"

    def do_known_command(self, command: Command) -> str:
        return str(command.rest in self._commands).lower()

    def do_list_commands(self, command: Command) -> str:
        return "\n".join(sorted(self._commands))

    def do_quit(self, command: Command) -> str:
        self.is_open = False
        return ""

    def do_clear_board(self, command: Command) -> str:
        """A new game; where chance deals, with a new deal."""
        self._games += 1
        self._begin(self.game.match(seed=self._seed + self._games))
        return ""

    def do_play(self, command: Command) -> str:
        """`play COLOUR TURN`: a whole turn, or its next actions."""
        began = self.match.ply
        match command.words:
            case [colour, first, *others]:
                seat = self._await(colour)
            case _:
                raise Refused("expected: play COLOUR ACTION…")
        for action in (first, *others):
            if self.match.mover != seat:
                raise Refused(f"the turn ends before {action[:60]}")
            self.match.play(action)
        self._turns.append(began)
        return ""

    def do_genmove(self, command: Command) -> str:
        """`genmove COLOUR`: play a turn, or the rest of it."""
        began = self.match.ply
        turn = self._think(command.rest)
        self._turns.append(began)
        return turn

    def do_reg_genmove(self, command: Command) -> str:
        """What `genmove` would play."""
        began = self.match.ply
        turn = self._think(command.rest)
        self._go_back(began)
        return turn

    def do_undo(self, command: Command) -> str:
        """Take the last move of the protocol back, all its actions."""
        if not self._turns:
            raise Refused("cannot undo")
        self._go_back(self._turns.pop())
        return ""

    def do_showboard(self, command: Command) -> str:
        """The board, as somebody sees it who looks on."""
        return "\n" + board(self.match.view().scene(), "en", self.game.vocabulary)

    def do_final_score(self, command: Command) -> str:
        """`B+12`, `0` for a draw; of games without points `B+`, of more than two their points or the winners."""
        outcome = self.match.outcome
        if outcome is None:
            raise Refused("the game goes on")
        seats, scores = len(self.game.seats), outcome.scores
        has_points = scores is not None and len(scores) == seats
        if seats != 2:
            told = scores if has_points and scores is not None else [seat + 1 for seat in outcome.winners]
            return " ".join(map(str, told)) or "0"
        if outcome.draw:
            return "0"
        margin = abs(scores[0] - scores[1]) if has_points and scores is not None else ""
        return f"{colour_of(self.game, outcome.winners[0]).upper()}+{margin}"

    # ---- what public engines offer beside it

    def do_all_legal(self, command: Command) -> str:
        """`all_legal COLOUR`: what may be played next, one action on a line."""
        began = self.match.ply
        self._await(command.rest)
        listed = self.match.legal()
        self._go_back(began)
        return "\n".join(listed)

    def do_set_game(self, command: Command) -> str:
        """`set_game GAME [KEY=VALUE…]`: by its id or its name."""
        text, options = command.rest, dict[str, str]()
        while (words := text.rsplit(maxsplit=1)) and "=" in words[-1] and len(words) == 2:
            text, (key, _, value) = words[0], words[1].partition("=")
            options[key] = value
        ids = {known.name.lower(): known.id for known in games()}
        game = find_game(ids.get(text.lower(), text))
        chosen = {key: game.option_from_text(key, value) for key, value in options.items()}
        self._begin(game.with_options(**chosen).match(seed=self._seed))
        return ""

    def do_set_random_seed(self, command: Command) -> str:
        """`set_random_seed N`: of the player from now on, and of the deals to come."""
        try:
            self._seed, self._games = int(command.rest), 0
        except ValueError:
            raise Refused("expected: set_random_seed N") from None
        self.player = self._make_player(self.game, self._seed)
        return ""

    def do_cputime(self, command: Command) -> str:
        """Seconds of the processor since the start."""
        return f"{time.process_time():.3f}"

    # ---- our own

    def do_deal(self, command: Command) -> str:
        """`deal`: what chance fixed at the start, as records have it; `deal JSON`: a new game with this deal."""
        if not command.rest:
            return msgspec.json.encode(self.match.deal).decode()
        try:
            deal = msgspec.json.decode(command.rest)
        except msgspec.DecodeError as error:
            raise Refused(f"not JSON: {error}") from None
        self._begin(self.game.match(deal=deal))
        return ""

    def do_position(self, command: Command) -> str:
        """`position`: as one line of text; `position TEXT`: a new game that begins there."""
        if not command.rest:
            return self.match.position_text()
        self._begin(self.game.match(position=command.rest))
        return ""

    def do_record(self, command: Command) -> str:
        """The game so far as a record."""
        return str(self.match.record())

    def do_colours(self, command: Command) -> str:
        """What the seats are called here, in order of play."""
        return " ".join(colours(self.game))

    def do_to_play(self, command: Command) -> str:
        """Whose turn it is; nobody's when the game is over."""
        return "" if self.match.mover is None else colour_of(self.game, self.match.mover)

    # ---- turns

    def _await(self, colour: str) -> int:
        """The seat of this colour, whose turn it must be. Who can only pass is passed over: many controllers do not
        tell such passes.
        """
        seat = seat_of(self.game, colour)
        if seat is None:
            raise Refused(f"no such colour; the seats are {' '.join(colours(self.game))}")
        while self.match.mover not in (seat, None) and self.match.legal() == [PASS]:
            self.match.play(PASS)
        if self.match.mover is None:
            raise Refused("the game is over")
        if self.match.mover != seat:
            raise Refused(f"it is the turn of {colour_of(self.game, self.match.mover)}")
        return seat

    def _think(self, colour: str) -> str:
        """Play a turn of the seat that is asked for."""
        seat = self._await(colour)
        began = self.match.ply
        while self.match.ply == began or not is_turn_over(self.match, seat):
            self.match.play(self.player.choose(self.match))
        return " ".join(self.match.texts[began:])

    def _go_back(self, ply: int) -> None:
        while self.match.ply > ply:
            self.match.undo()
