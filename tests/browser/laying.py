"""Tables laid without clicks, for tests and pictures of what comes later in a game."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

import palissade

RECORDS = Path(__file__).parents[1] / "records"
SETTING_UP = 300_000  # milliseconds: the first game of a version is compiled

Json = dict[str, Any]
ME: Json = {"who": "me"}
SCREEN: Json = {"who": "screen"}
FRIEND: Json = {"who": "friend"}
ANYONE: Json = {"who": "anyone"}
BALSA: Json = {"who": "machine", "level": "balsa"}

MAKE = """async wish => {
  const { csrf } = await (await fetch("/api/me")).json();
  for (;;) {
    const answer = await fetch("/api/tables", {
      method: "POST",
      headers: { "content-type": "application/json", "x-csrftoken": csrf },
      body: JSON.stringify(wish),
    });
    if (answer.ok) return await answer.json();
    const refusal = await answer.json();
    if (refusal.code !== "warming") throw new Error(JSON.stringify(refusal));
    await new Promise(later => setTimeout(later, 500));
  }
}"""
READY = """async game => {
  for (;;) {
    const { games } = await (await fetch(`/api/shelf?want=${game}`)).json();
    if (games.find(({ id }) => id === game).progress === 1) return;
    await new Promise(later => setTimeout(later, 500));
  }
}"""
PLAY = """async ([table, actions]) => {
  const line = new WebSocket(`ws://${location.host}/api/socket`);
  await new Promise(open => (line.onopen = open));
  const ask = message => new Promise((answered, refused) => {
    line.onmessage = event => {
      const frame = JSON.parse(event.data);
      if (frame.answer !== message.id) return;
      if (frame.refused) refused(new Error(JSON.stringify(frame.refused)));
      else answered(frame);
    };
    line.send(JSON.stringify({ ...message, table }));
  });
  let seen = (await ask({ do: "attend", id: "come" })).attended.number;
  for (const action of actions) seen = (await ask({ do: "act", id: `play ${seen}`, action, seen })).number;
  line.close();
}"""


def record(name: str) -> Json:
    """A golden record."""
    return dict(json.loads((RECORDS / f"{name}.palissade.json").read_text("utf-8")))


def set_up(page: Page, game: str) -> None:
    """Wait until a game can be played."""
    page.evaluate(READY, game)


def make(page: Page, game: str, *seats: Json, **wish: Any) -> Json:
    """Make a table for whoever has the page open."""
    return dict(page.evaluate(MAKE, {"game": game, "seats": seats, **wish}))


def lay(page: Page, name: str, plies: int | None = None, **wish: Any) -> str:
    """Lay the table of a golden record at one screen and play so much of it; the table's path."""
    told = record(name)
    game, actions = palissade.game(told["game"], **told["options"]), told["actions"][:plies]
    if game.is_hidden:  # what is drawn there is nobody's choice: the table begins from the position
        match = palissade.Match(game, deal=told["deal"])
        for action in actions:
            match.play(action)
        wish["position"], actions = match.position_text(), []
    made = make(page, game.id, ME, *[SCREEN] * (len(game.seats) - 1), options=told["options"], **wish)
    table = str(made["table"]["id"])
    page.evaluate(PLAY, [table, actions])
    return f"/table/{table}"
