"""Somebody who plays by keyboard alone."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.hands import WORDS, Hands
from tests.browser.pupil import Pupil
from tests.browser.told import Json, ways

FAR = 80  # presses of Tab, farther than anything on a page


def tab_to(page: Page, element: Locator) -> None:
    """Press Tab until the focus is there."""
    for _ in range(FAR):
        if element.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {element}")


def walk(page: Page, spoken: Locator, spots: dict[str, Json], spot: str) -> None:
    """Press arrows until the spot is named."""
    goal, at = spots[spot], None
    for _ in range(FAR):
        right, down = (0.0, 1.0) if at is None else (goal["x"] - at["x"], goal["y"] - at["y"])
        if at is not None and abs(right) < 1 and abs(down) < 1:
            return
        if abs(right) > abs(down):
            page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
        at = spots[spoken.inner_text().split(",")[0]]
    raise AssertionError(f"no arrow leads to {spot}")


class Keys(Hands):
    """Plays with arrow keys, Enter and Tab; hears what a screen reader would say."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.spoken = page.locator(".unseen[role=status]").last

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def tab_to(self, element: Locator) -> None:
        tab_to(self.page, element)

    def type(self, action: str) -> None:
        """Play an action as the notation writes it."""
        ply = self.ply
        self.tab_to(self.page.get_by_label("Type a move"))
        self.page.keyboard.type(action)
        self.press("Enter")
        expect(self.table).not_to_have_attribute("data-ply", str(ply))

    def play(self, action: str, *, wait: bool = True) -> None:
        ply = self.ply
        for pick in ways(self.told.choices(ply))[action]:
            self._choose(pick)
        if wait:
            expect(self.table).not_to_have_attribute("data-ply", str(ply))

    def go_to(self, spot: str) -> None:
        """Move over the board until the spot is named."""
        self.tab_to(self.board)
        walk(self.page, self.spoken, self.told.spots, spot)

    def _choose(self, pick: str) -> None:
        if pick in WORDS:
            self.tab_to(self.button(WORDS[pick]))
            self.press("Enter")
        elif self.told.spots[pick].get("kind", "square") == "square":
            if not self._is_up(pick):
                self.go_to(pick)
                self.press("Enter")
        else:
            self._lay_wall(pick)

    def _lay_wall(self, pick: str) -> None:
        """Put a wall there, turn it if it lies the other way, and confirm it."""
        self.go_to(pick)
        reached = self.spoken.inner_text().split(",")[0]
        self.press("Enter")
        if reached != pick:
            self.press("r")
        self.press("Enter")


class PupilByKeys(Pupil):
    """Is guided through a lesson by keyboard."""

    def push(self, target: Locator) -> None:
        tab_to(self.page, target)
        self.page.keyboard.press("Enter")

    def pick(self, spot: Json) -> None:
        tab_to(self.page, self.board)
        spoken = self.page.locator(".unseen[role=status]").last
        walk(self.page, spoken, {other["id"]: other for other in self.scene["spots"]}, spot["id"])
        self.page.keyboard.press("Enter")
