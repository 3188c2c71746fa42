"""Somebody's hands at a table: they pick what the page offers, and know no rules."""

import random
import time
from collections.abc import Iterable, Sequence

from playwright.sync_api import Locator, Page

from tests.browser.told import Told, ways

# What is no place on the table is a button.
WORDS = {
    "pass": "Pass",
    "stop": "Stop here",
    "exit": "Walk out",
    "square": "Square",
    "triangle": "Triangle",
}
# What hands look for, in French.
IN_FRENCH = {
    "Pass": "Passer",
    "Stop here": "S’arrêter là",
    "Walk out": "Sortir",
    "Square": "Carré",
    "Triangle": "Triangle",
    "Place": "Poser",
    "Turn right": "Tourner à droite",
    "Flip": "Retourner",
    "Show my tiles": "Montrer mes tuiles",
    "Play it anyway": "Jouer quand même",
    "Pieces": "Pièces",
    "Result": "Résultat",
    "One screen": "Même écran",
    "Play": "Jouer",
}
PATIENCE = 20.0  # seconds
CAN_MOVE = ":has(svg.board-svg.active)"
OVER = '[class~="is-over"]'
# A piece comes to lie every way it can.
TURNS = (*["Turn right"] * 3, "Flip", *["Turn right"] * 3, "Flip")


class Hands:
    """Plays at the table of a page, with the mouse; reads English or French."""

    def __init__(self, page: Page, language: str = "en") -> None:
        self.page = page
        self.language = language
        self.told = Told(page)
        self.table = page.locator("main.table")
        self.board = page.locator("svg.board-svg")
        self.dock = page.locator(".dock")
        self.prompt = self.dock.locator(".prompt")
        self.result = page.get_by_role("region", name=self.word("Result"))

    def word(self, english: str) -> str:
        """What the page writes there."""
        return IN_FRENCH[english] if self.language == "fr" else english

    def sit_down(self) -> None:
        """Take the seat that a link keeps, and wait until it is theirs."""
        self.page.get_by_role("button", name="Sit down").click()
        self.page.locator("main.table:not(.is-invited, .is-watching)").wait_for()

    # ---- waiting

    def wait_for_turn(self, *, after: int = -1) -> bool:
        """Wait until it is on these hands to move, or the game is over; tells whether there is something to play."""
        moved = f'main.table:not([data-ply="{after}"])'
        # At one screen, before the next one looks.
        is_veiled = f':has(.dock button:text-is("{self.word("Show my tiles")}"))'
        self.page.locator(f"{moved}:is({CAN_MOVE}, {OVER}, {is_veiled})").wait_for()
        if self.button("Show my tiles").count():
            self.push(self.button("Show my tiles"))
            self.page.locator(f"{moved}{CAN_MOVE}").wait_for()
        return not self.is_over

    @property
    def ply(self) -> int:
        """How many actions the page shows as played."""
        return int(self.table.get_attribute("data-ply") or "0")

    @property
    def is_over(self) -> bool:
        return self.page.locator(f"main.table{OVER}").count() > 0

    # ---- playing

    def actions(self) -> list[str]:
        """What can be played now."""
        return list(ways(self.told.choices(self.ply)))

    def play(self, action: str, *, wait: bool = True) -> None:
        """Choose an action, confirm it where that is asked for, even where it loses, and wait until it is played."""
        ply = self.ply
        if self.choose(action):
            self.push(self.button("Place"))
        if not wait:
            return
        is_played, is_doubted = self.page.locator(f'main.table:not([data-ply="{ply}"])'), self.button("Play it anyway")
        is_played.or_(is_doubted).first.wait_for()
        if is_doubted.count():
            self.push(is_doubted)
            is_played.wait_for()

    def choose(self, action: str) -> bool:
        """Choose an action, pick by pick; whether it is still to be confirmed."""
        *first, last = self._way(action)
        if any(pick.startswith("turn:") for pick in first):
            self.take(first[0])
            self.lay(action)
            return True
        for pick in first:
            if self.is_enough(pick):
                self.click(pick)
                return False
            self.take(pick)
        return self.put(last)

    def _way(self, action: str) -> Sequence[str]:
        """The picks of an action. What the page has been told already may be on its way to us."""
        deadline = time.monotonic() + PATIENCE
        while action not in (offered := ways(self.told.choices(self.ply))) and time.monotonic() < deadline:
            self.page.wait_for_timeout(20)
        return offered[action]

    def is_enough(self, pick: str) -> bool:
        """Whether a click on the piece plays it: it has one way to go, and the game is content with that."""
        return bool(self.told.scene.get("one_click") and len(self.told.choices(self.ply)[pick]) == 1)

    def play_all(self, actions: Iterable[str]) -> None:
        """Play these, one after the other, at one screen."""
        for action in actions:
            assert self.wait_for_turn(), f"over before {action}"
            self.play(action)

    def play_on(self, lot: random.Random, *, last: bool = False) -> None:
        """Play whatever comes until the game is over; of what is drawn by lot, or the last one offered."""
        ply = -1
        while self.wait_for_turn(after=ply):
            ply = self.ply
            actions = self.actions()
            self.play(actions[-1] if last else lot.choice(actions))

    # ---- picks

    def take(self, pick: str) -> None:
        """Take up a piece, on the board or in hand; one that must move on is taken up already."""
        if pick not in self.told.spots:
            self.push(self.in_hand(pick))
        elif not self._is_up(pick):
            self.click(pick)

    def put(self, pick: str) -> bool:
        """The last pick, a place or a word; whether it is still to be confirmed, as a wall is."""
        if pick not in self.told.spots:
            self.push(self.button(WORDS[pick]))
            return False
        self.click(pick)
        return bool(self.told.spots[pick].get("kind", "square") != "square")

    def lay(self, action: str) -> None:
        """Lay the piece in hand where the action says, turning it until this is what would be played."""
        for turn in TURNS:
            self.drag_to(*self._middle(action.split(",")))
            if self.dock.locator(f'[data-action="{action}"]').count():
                return
            self.push(self.button(turn))
        raise AssertionError(f"the piece never comes to lie on {action}")

    def in_hand(self, pick: str) -> Locator:
        """The button of a piece in hand."""
        held = [piece.get("spot", "") for piece in self.told.held(self.told.now["mover"])]
        return self.page.get_by_role("group", name=self.word("Pieces")).get_by_role("button").nth(held.index(pick))

    def button(self, name: str) -> Locator:
        return self.dock.get_by_role("button", name=self.word(name), exact=True)

    def choose_in_menu(self, name: str) -> None:
        """Choose an entry behind the three dots."""
        self.push(self.page.get_by_role("button", name="More", exact=True))
        self.push(self.page.locator("#bar-menu").get_by_role("button", name=name, exact=True))

    def push(self, target: Locator) -> None:
        """Press a button, or follow a link."""
        target.click()

    def tick(self, radio: Locator) -> None:
        """Choose one out of a few."""
        self.push(radio.locator("xpath=ancestor::label"))

    def click(self, spot: str) -> None:
        self.page.mouse.click(*self.point(spot))

    def drag_to(self, x: float, y: float) -> None:
        """Carry what is in hand over the board, and leave it there to be confirmed."""
        self.page.mouse.move(x - 20, y - 20)
        self.page.mouse.down()
        self.page.mouse.move(x, y)
        self.page.mouse.up()

    # ---- where things are

    def point(self, spot: str) -> tuple[float, float]:
        """Where in the window a spot is; of a wall, beside its middle, which another one shares."""
        place = self.told.spots[spot]
        kind = place.get("kind", "square")
        across = place.get("width", 40) / 8 if kind == "wall-h" else 0
        down = place.get("height", 40) / 8 if kind == "wall-v" else 0
        return self._in_window(place["x"] + across, place["y"] + down)

    def _middle(self, spots: list[str]) -> tuple[float, float]:
        xs, ys = ([self.told.spots[spot][axis] for spot in spots] for axis in "xy")
        return self._in_window((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)

    def _in_window(self, x: float, y: float) -> tuple[float, float]:
        scale, left, top = self.board.evaluate("svg => { const to = svg.getScreenCTM(); return [to.a, to.e, to.f]; }")
        return left + scale * x, top + scale * y

    def _is_up(self, spot: str) -> bool:
        """Whether the frame of what is taken up is round this spot."""
        place = self.told.spots[spot]
        frame = self.board.locator(".pick-frame")
        if not frame.count():
            return False
        box, (x, y) = frame.first.bounding_box(), self._in_window(place["x"], place["y"])
        assert box is not None
        return box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"]
