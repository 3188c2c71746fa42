"""`python -m palissade` is the `palissade` command."""

from palissade.cli import app

app(prog_name="palissade")
