"""The command line: `python -m training train | match | check | export-games | export | bench | plot`."""

import argparse
import json
from pathlib import Path

HERE = Path(__file__).parent


def _arguments() -> argparse.ArgumentParser:
    """The commands and what they take."""
    parser = argparse.ArgumentParser(prog="python -m training", description="Teach a game to a network by self-play.")
    commands = parser.add_subparsers(dest="command", required=True)

    def command(name: str, about: str, settings: bool = True) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=about, description=about)
        if settings:
            added.add_argument("--settings", type=Path, default=HERE / "blokus_duo.toml", help="a TOML file")
            added.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="change a setting")
        return added

    train = command("train", "Learn by self-play for so many seconds.")
    train.add_argument("--seconds", type=float, required=True)
    train.add_argument("--from", dest="begin", type=Path, help="the checkpoint to begin with; without it, from nothing")
    train.add_argument("--to", type=Path, required=True, help="the checkpoint to write")
    train.add_argument("--log", type=Path, help="a file of JSON lines to add to")

    match = command("match", "Play two checkpoints against each other.")
    match.add_argument("one", type=Path)
    match.add_argument("other", type=Path)
    match.add_argument("--games", type=int, default=1024)
    match.add_argument("--simulations", type=int, default=64)
    match.add_argument("--other-simulations", type=int, help="of the second; without it, as many as the first's")
    match.add_argument("--considered", type=int, default=16)
    match.add_argument("--opening-plies", type=int, default=4)
    match.add_argument("--temperature", type=float, default=1.0)
    match.add_argument("--wild", type=float, default=0.5, help="share of opening plies drawn from all that is legal")
    match.add_argument("--seed", type=int, default=1, help="of the openings")
    match.add_argument("--log", type=Path, help="a file of JSON lines to add the result to")

    check = command("check", "Compare the rules on the device with the library's games, position by position.")
    check.add_argument("--games", type=Path, help="the file that export-games wrote")
    export_games = command("export-games", "Play random games with the library and write them, for check.")
    export_games.add_argument("--games", type=Path, help="the file to write")
    export_games.add_argument("--count", type=int, default=60)
    export_games.add_argument("--seed", type=int, default=1)

    export = command("export", "Write a checkpoint as an ONNX file.")
    export.add_argument("checkpoint", type=Path)
    export.add_argument("to", type=Path)
    export.add_argument("--int8", action="store_true", help="quantised, for processors; needs onnx and onnxruntime")

    bench = command("bench", "Measure how fast the parts run.")
    bench.add_argument("--simulations", type=int, default=32)

    plot = command("plot", "Draw the curves of logs as an SVG file.", settings=False)
    plot.add_argument("logs", type=Path, nargs="+", help="one a stage, in order")
    plot.add_argument("--to", type=Path, required=True)
    return parser


def main() -> None:
    """Run one command. PyTorch is imported only by those that need it."""
    arguments = _arguments().parse_args()
    if arguments.command == "plot":
        from training.plot import draw  # noqa: PLC0415

        arguments.to.write_text(draw(arguments.logs), encoding="utf-8")
        return

    from training import games  # noqa: PLC0415
    from training.settings import Effort, OpeningSettings, read_settings  # noqa: PLC0415

    settings = read_settings(arguments.settings, arguments.set)
    library_games = HERE / "games" / settings.game / "games.npz"
    if arguments.command == "export-games":
        export = games.part(settings.game, "library").export_games
        print(json.dumps(export(str(arguments.games or library_games), arguments.count, arguments.seed)))
        return

    from training import checkpoint  # noqa: PLC0415

    game = games.build(settings.game, settings.options)
    if arguments.command == "check":
        compare = games.part(settings.game, "check").compare
        print(json.dumps({"agrees": compare(game, str(arguments.games or library_games))}))
    elif arguments.command == "train":
        from training.log import Log  # noqa: PLC0415
        from training.trainer import Trainer  # noqa: PLC0415

        begin = checkpoint.read(arguments.begin) if arguments.begin else None
        Trainer(game, settings, arguments.seconds, Log(arguments.log), begin).run(arguments.to)
    elif arguments.command == "match":
        from training.log import Log  # noqa: PLC0415
        from training.match import play_match  # noqa: PLC0415

        log = Log(arguments.log)
        openings = OpeningSettings(
            plies=arguments.opening_plies, temperature=arguments.temperature, wild=arguments.wild
        )
        found = play_match(
            game,
            checkpoint.read(arguments.one),
            checkpoint.read(arguments.other),
            arguments.games,
            (
                Effort(arguments.simulations, arguments.considered),
                Effort(arguments.other_simulations or arguments.simulations, arguments.considered),
            ),
            settings.search,
            openings,
            arguments.seed,
        )
        log.write(match=[arguments.one.stem, arguments.other.stem], **found, options=settings.options)
    elif arguments.command == "export":
        from training.export import write_onnx  # noqa: PLC0415

        found = checkpoint.read(arguments.checkpoint)
        write_onnx(game, found, arguments.to)
        if arguments.int8:
            from training.quantise import quantise  # noqa: PLC0415

            quantise(game, found, arguments.to, arguments.to)
    elif arguments.command == "bench":
        from training.bench import measure  # noqa: PLC0415

        measure(game, settings, arguments.simulations)


if __name__ == "__main__":
    main()
