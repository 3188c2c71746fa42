"""A game at one screen: shows the board, asks, refuses with the rule's sentence, lets machines think."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from palissade.cli.output import console, write_columns
from palissade.cli.picking import actions_of, after, first_picks, spelled
from palissade.cli.telling import outcome_in_words, seat_name
from palissade.cli.words import CATALOGUE, Mistake, language, say
from palissade.errors import BadNotation, IllegalAction, PalissadeError
from palissade.match import SPECTATOR, Match, View
from palissade.messages import LANGUAGES
from palissade.text import board

if TYPE_CHECKING:
    from palissade.players import Player

COMMANDS = ("help", "legal", "undo", "hint", "save", "board", "quit")
SUFFIX = ".palissade.json"
MOST_AHEAD = 8  # actions of the line that a hint expects


class Leave(Exception):
    """Somebody said quit."""


class Table:
    """One match between the people at this screen and machines."""

    def __init__(self, match: Match, machines: Mapping[int, "Player"], adviser: Callable[[], "Player"]) -> None:
        self.match = match
        self.game = match.game
        self.machines = machines
        self.adviser = adviser  # who gives hints
        self.people = [seat for seat in range(len(self.game.seats)) if seat not in machines]
        self.at_screen: int | None = None  # who may look, where seats know different things (BKR-10)
        self.told = dict.fromkeys((SPECTATOR, *range(len(self.game.seats))), match.ply)  # plies each has heard of
        self.is_alone = len(self.game.seats) == len(self.people) == 1  # and needs not be told who played
        self.saved_ply = match.ply
        self.saved_file: Path | None = None

    def play(self) -> None:
        """From where the match stands to its end, or until somebody leaves."""
        self.introduce()
        try:
            while self.match.mover is not None:
                if self.match.mover in self.machines:
                    self.machine_acts(self.match.mover)
                else:
                    self.person_acts(self.match.mover)
            self.finish()
        except Leave:
            pass

    def written(self, text: str) -> str:
        """An action in the words of who reads it."""
        return self.game.vocabulary.spoken(text, language())

    # ---- what is seen

    def introduce(self) -> None:
        typer.echo(str(self.game))
        for seat in range(0 if self.is_alone else len(self.game.seats)):
            person = "play.you" if len(self.people) == 1 else "play.person"
            who = say(person if seat in self.people else "invitation.machine")
            typer.echo(say("play.sits", seat=seat_name(self.game, seat), who=who))
        typer.echo(say("play.help-is-near", help=self.word("help")))

    def show(self, seat: int) -> None:
        """What has been played since this seat last looked, and the board as it may see it."""
        news = zip(self.match.movers, self.match.texts, strict=True)
        for mover, actions in groupby(list(news)[self.told[seat] :], key=lambda played: played[0]):
            if mover != seat and not self.is_alone:
                typer.echo(
                    say(
                        "play.played",
                        seat=seat_name(self.game, mover),
                        turn=" ".join(self.written(text) for _, text in actions),
                    )
                )
        self.told[seat] = self.match.ply
        typer.echo()
        typer.echo(self.board_for(seat))
        typer.echo()

    def board_for(self, seat: int) -> str:
        """The board as this seat may see it."""
        return board(self.match.view(seat).scene(), language(), self.game.vocabulary)

    def hand_over(self, seat: int) -> None:
        """Nobody sees the rack of the next player before that player sits at the screen."""
        if not self.game.is_hidden or len(self.people) < 2 or seat == self.at_screen:
            return
        clear_screen()
        input(say("play.hand-over", seat=seat_name(self.game, seat)))
        clear_screen()
        self.at_screen = seat

    def finish(self) -> None:
        """The last board, who won and why, and the offer to keep the record."""
        outcome = self.match.outcome
        assert outcome is not None
        self.show(SPECTATOR)
        for line in outcome_in_words(self.game, outcome):
            typer.echo(line)
        self.offer_to_save()

    # ---- acting

    def machine_acts(self, seat: int) -> None:
        with console().status(say("play.thinking", seat=seat_name(self.game, seat))):
            action = self.machines[seat].choose(self.match)
        self.match.play(action)
        if not self.people and self.match.mover is not None:
            self.show(SPECTATOR)

    def person_acts(self, seat: int) -> None:
        """Ask until an action is played, or taken back."""
        self.hand_over(seat)
        self.show(seat)
        typer.echo(say("play.expected", expected=self.game.catalogue.message("notation")))
        complete_with([*map(self.written, self.match.legal()), *(self.word(command) for command in COMMANDS)])
        ply = self.match.ply
        while self.match.ply == ply:
            line = input(say("play.prompt", seat=seat_name(self.game, seat))).strip()
            try:
                if line:
                    self.obey(line)
            except PalissadeError as error:
                typer.echo(error.say(language()))

    def obey(self, line: str) -> None:
        """A command, a turn, or else picks."""
        word, _, rest = line.partition(" ")
        match self.command(word):
            case "help":
                self.help()
            case "legal":
                self.list_legal(rest.strip())
            case "undo":
                self.undo()
            case "hint":
                self.hint()
            case "save":
                self.save(rest.strip() or input(say("play.save-where")).strip())
            case "board":
                assert self.match.mover is not None
                self.show(self.match.mover)
            case "quit":
                self.offer_to_save()
                raise Leave
            case _:
                self.act(line.split())

    def act(self, words: list[str]) -> None:
        """Play a turn as it is written; else an action as it is picked on the page, one spot after the other."""
        try:
            play_turn(self.match, words)
        except PalissadeError as refused:
            picks = spelled(self.view(), words)
            follows, refusal = after(picks, self.view().choices()), self.view().why(picks)
            if refusal is None:
                self.match.play(self.game.action_of(self.match.position, picks))
            elif not isinstance(refused, BadNotation):
                raise
            elif follows:
                typer.echo(say("play.begins-with", picks=" ".join(picks)))
                write_columns(actions_of(follows))
            elif isinstance(refusal, IllegalAction):
                raise refusal from None
            else:
                raise

    def view(self) -> View:
        """What who is to act may know."""
        assert self.match.mover is not None
        return self.match.view(self.match.mover)

    # ---- commands

    def word(self, command: str) -> str:
        return say(f"command.{command}")

    def command(self, word: str) -> str | None:
        """The command of this name; English names are understood everywhere."""
        for command in COMMANDS:
            sentences = CATALOGUE.message(f"command.{command}").sentences
            if word.casefold() in {sentences[language] for language in LANGUAGES}:
                return command
        return None

    def help(self) -> None:
        typer.echo(say("play.expected", expected=self.game.catalogue.message("notation")))
        typer.echo(say("play.whole-turn"))
        typer.echo(say("play.picks", picks=" ".join(first_picks(self.view().choices()))))
        for command in COMMANDS:
            typer.echo(f"  {self.word(command):<10} {say(f'help.{command}')}")

    def list_legal(self, part: str) -> None:
        """All of them, or those with this in them."""
        texts = [text for text in map(self.written, self.match.legal()) if part.casefold() in text.casefold()]
        typer.echo(say("play.legal", count=len(texts)))
        write_columns(texts)

    def undo(self) -> None:
        """Back to the last choice a person had."""
        if not any(mover in self.people for mover in self.match.movers):
            raise Mistake("play.nothing-to-undo")
        self.match.undo()
        while self.match.mover in self.machines:
            self.match.undo()
        self.told = {seat: min(ply, self.match.ply) for seat, ply in self.told.items()}

    def hint(self) -> None:
        with console().status(say("play.advising")):
            hint = self.adviser().hint(self.match)
        typer.echo(say("play.hint", action=self.written(self.game.text(self.match.position, hint.action))))
        if len(self.game.seats) > 1:
            chances = (
                say("play.chance", seat=seat_name(self.game, seat), percent=round(100 * value))
                for seat, value in enumerate(hint.values)
            )
            typer.echo(say("play.chances", chances=", ".join(chances)))
        if len(hint.line) > 1 and not self.game.is_hidden:
            typer.echo(say("play.expects", line="; ".join(self.turns(hint.line[:MOST_AHEAD]))))

    def turns(self, actions: Iterable[int]) -> Iterator[str]:
        """Actions that may be played from here, as turns with their movers."""
        position, played = self.match.position.copy(), list[tuple[int, str]]()
        for action in actions:
            played.append((int(self.game.single.mover(position)), self.written(self.game.text(position, action))))
            self.game.single.apply(position, action)
        for mover, turn in groupby(played, key=lambda one: one[0]):
            who = [] if self.is_alone else [seat_name(self.game, mover)]
            yield " ".join([*who, *(text for _, text in turn)])

    def save(self, name: str) -> None:
        """Write the record; an old file is replaced only if that is meant."""
        if not name:
            raise Mistake("play.not-saved")
        file = Path(name).expanduser()
        if not file.suffix:
            file = file.with_name(file.name + SUFFIX)
        if file.exists() and file != self.saved_file:
            answer = input(say("play.replace", file=str(file))).strip().casefold()
            if answer not in {"y", "yes", "o", "oui"}:
                raise Mistake("play.not-saved")
        try:
            file.write_text(f"{self.match.record()}\n", "utf-8")
        except (OSError, ValueError) as error:
            problem = getattr(error, "strerror", None) or str(error)
            raise Mistake("file.unwritable", file=str(file), problem=problem) from error
        self.saved_file, self.saved_ply = file, self.match.ply
        typer.echo(say("play.saved", file=str(file)))

    def offer_to_save(self) -> None:
        """Once there is something new to keep; an empty answer declines."""
        while self.match.ply and self.saved_ply != self.match.ply:
            name = input(say("play.save-offer")).strip()
            if not name:
                return
            try:
                self.save(name)
            except Mistake as mistake:
                typer.echo(mistake.say(language()))


def play_turn(match: Match, texts: list[str]) -> None:
    """Play an action or a whole turn of the mover; if one action is refused, none of them is played."""
    ply, mover = match.ply, match.mover
    try:
        for place, text in enumerate(texts):
            if match.mover != mover:
                raise Mistake("play.turn-ends", played=" ".join(texts[:place]), rest=" ".join(texts[place:]))
            match.play(meant(match, text))
    except PalissadeError:
        while match.ply > ply:
            match.undo()
        raise


def meant(match: Match, text: str) -> int:
    """The action so written in any language, else the only legal one that differs in nothing but capitals."""
    text = match.game.vocabulary.understood(text)
    legal = dict(zip(match.legal(), match.actions(), strict=True))
    if text in legal:
        return legal[text]
    alike = [action for other, action in legal.items() if other.casefold() == text.casefold()]
    if len(alike) == 1:
        return alike[0]
    # Nothing legal: say which rule forbids it, however it is written.
    for spelling in (text, text.lower(), text.upper()):
        with suppress(BadNotation):
            return match.check(spelling)
    return match.check(text)


def clear_screen() -> None:
    """The screen, and what can be scrolled back to."""
    if sys.stdout.isatty():
        typer.echo("\x1b[2J\x1b[3J\x1b[H", nl=False)


def complete_with(words: list[str]) -> None:
    """Let the tabulator key complete these words, where the terminal and the system can."""
    if not sys.stdin.isatty():
        return
    try:
        import readline  # noqa: PLC0415  (Windows has none)
    except ImportError:
        return

    def complete(begun: str, number: int) -> str | None:
        found = [word for word in words if word.casefold().startswith(begun.casefold())]
        return found[number] if number < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
