"""`palissade serve`: the collection, open day and night."""

import threading
import urllib.error
import urllib.request
import webbrowser
from typing import Annotated

import msgspec
import typer

from palissade.cli.extras import needing_server
from palissade.cli.parameters import InLanguage
from palissade.cli.words import Mistake, say


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen at; 0.0.0.0 for the whole network.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port; 0 for any that is free.")] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where games are kept. (default: an SQLite file in your data folder)"),
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=64, help="How many processes; needs PostgreSQL.")] = None,
    threads: Annotated[int | None, typer.Option(min=1, max=256, help="On how many cores machines think.")] = None,
    ponder: Annotated[bool | None, typer.Option("--ponder", help="Machines think on while people are to move.")] = None,
    trust_proxies: Annotated[
        bool | None, typer.Option("--trust-proxies", help="A reverse proxy before the server says who asks.")
    ] = None,
    hosts: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="Names under which the server is known, with commas between, besides the machine's own; * for any.",
        ),
    ] = None,
    json_log: Annotated[bool, typer.Option("--json-log", help="Log in JSON.")] = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
    lang: InLanguage = None,
) -> None:
    """Open the collection: play in the browser, here or with friends. Stop it with Ctrl-C.

    Examples: palissade serve · palissade serve --host 0.0.0.0 --no-browser
    """
    with needing_server():  # the other commands need none
        from palissade.server.serve import is_root  # noqa: PLC0415
        from palissade.server.serve import serve as run  # noqa: PLC0415
        from palissade.server.settings import from_environment, list_of  # noqa: PLC0415

    chosen = {
        "host": host,
        "port": port,
        "database": database,
        "workers": workers,
        "threads": threads,
        "ponders": ponder,
        "trusts_proxies": trust_proxies,
        "hosts": None if hosts is None else list_of(hosts),
        "log": "json" if json_log else None,
    }
    try:
        settings = from_environment()
    except ValueError as error:
        raise Mistake("serve.environment", problem=str(error)) from None
    settings = msgspec.structs.replace(settings, **{key: value for key, value in chosen.items() if value is not None})

    def open_browser(addresses: list[str]) -> None:
        address, *elsewhere = addresses
        typer.echo(say("serve.open", address=address))
        for other in elsewhere:
            typer.echo(say("serve.network", address=other))
        if is_root():
            typer.echo(say("serve.root"))
        if browser:
            threading.Thread(target=_open_when_it_answers, args=(address,), daemon=True).start()

    run(settings, open_browser)


def _open_when_it_answers(address: str) -> None:
    for _ in range(100):
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=1):
                webbrowser.open(address)
                return
        except (urllib.error.URLError, OSError):
            threading.Event().wait(0.1)
