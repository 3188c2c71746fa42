"""How the command behaves: a mistake is one sentence and a status, a closed pipe or Ctrl-C is silence."""

import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperGroup

from palissade.cli.words import Mistake, choose_language, complain, language, say
from palissade.errors import BadRecord, PalissadeError

BAD_RECORD, WRONG_USE, INTERRUPTED = 1, 2, 130


class Group(TyperGroup):
    """Commands under one name; one that is not there is answered with those that are."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise Mistake("usage.command", command=args[0][:60], possible=", ".join(self.list_commands(ctx)))
        return super().resolve_command(ctx, args)


class Command(Group):
    """The `palissade` command: every way out of it passes through `main`."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> Any:
        arguments = sys.argv[1:] if args is None else list(args)
        choose_language(arguments, os.environ)
        extra["standalone_mode"] = False
        with noticing_interrupts() as pressed:
            try:
                status = super().main(arguments, *rest, **extra)
                sys.stdout.flush()
            except PalissadeError as error:
                complain(error.say(language()))
                status = BAD_RECORD if isinstance(error, BadRecord) else WRONG_USE
            except typer.TyperException as error:
                status = WRONG_USE
                if type(error).__name__ == "NoArgsIsHelpError":
                    status = 0  # the help has been shown
                else:
                    complain(misuse(error))
            except BrokenPipeError:
                # What is still in the buffer has no reader; the interpreter would complain about it at the end.
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                status = BAD_RECORD
            except (KeyboardInterrupt, typer.Abort):
                status = INTERRUPTED
            except Exception:
                if not pressed.is_set():
                    raise
                status = INTERRUPTED
        sys.exit(status or 0)


@contextmanager
def noticing_interrupts() -> Iterator[threading.Event]:
    """Whether Ctrl-C was pressed: in the middle of the compiler another error may come of it than an interrupt."""
    pressed = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield pressed
        return

    def notice(number: int, frame: object) -> None:
        pressed.set()
        sys.unraisablehook = lambda broken: None  # the compiler's callbacks cannot raise, and would print
        raise KeyboardInterrupt

    before, hook = signal.signal(signal.SIGINT, notice), sys.unraisablehook
    try:
        yield pressed
    finally:
        sys.unraisablehook = hook
        signal.signal(signal.SIGINT, before)


def misuse(error: typer.TyperException) -> str:
    """What Typer found wrong with the arguments, in one sentence of ours."""
    context: Any = getattr(error, "ctx", None)
    command = context.command_path if context else "palissade"
    places = {"command": command, "problem": error.format_message().rstrip(".").replace("\n", " ")}
    match type(error).__name__:
        case "MissingParameter":
            return say("usage.missing", name=_parameter(error), **places)
        case "NoSuchOption":
            return say("usage.option", name=str(getattr(error, "option_name", "")), **places)
        case "BadParameter":
            return say("usage.value", name=_parameter(error), **places)
    return say("usage.other", **places)


def _parameter(error: typer.TyperException) -> str:
    """The parameter as it is written on the command line."""
    parameter: Any = getattr(error, "param", None)
    if parameter is None:
        return str(getattr(error, "param_hint", ""))
    return str(max(parameter.opts, key=len) if parameter.opts[0].startswith("-") else parameter.metavar)
