"""Somebody who is guided through a lesson: does what it asks for, by mouse or by finger, and knows no rules."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.told import ways

LESSON = "async ([game, language]) => (await fetch(`/api/shelf/${game}/lesson?language=${language}`)).json()"


class Pupil:
    """Plays the lesson on a page."""

    def __init__(self, page: Page, game: str, language: str = "en") -> None:
        self.page = page
        self.game = game
        self.board = page.locator("svg.board-svg")
        self.prompt = page.locator(".dock .prompt")
        self.act = page.locator(".dock .controls .btn.act")
        self.speak(language)

    def speak(self, language: str) -> None:
        """Read the lesson in this language."""
        self.lesson: dict[str, Any] = self.page.evaluate(LESSON, [self.game, language])

    @property
    def steps(self) -> list[dict[str, Any]]:
        return list(self.lesson["steps"])

    def step(self, number: int) -> None:
        """Read a step, do what is right, and go on."""
        step = self.steps[number]
        expect(self.page.locator("main.learn")).to_have_attribute("data-step", str(number))
        expect(self.prompt).to_have_text(step["what"])
        self.play(step, next(iter(step["after"])))
        expect(self.prompt).to_have_text(step["well"])
        expect(self.act).to_be_enabled()
        self.act.click()

    def play(self, step: dict[str, Any], action: str) -> None:
        """Choose an action of a step, and confirm it where that is asked for."""
        *first, last = ways(step["choices"])[action]
        if any(pick.startswith("turn:") for pick in first):
            self.lay(step, first[0], action)
            return
        spots = {spot["id"]: spot for spot in step["scene"]["spots"]}
        for pick in first:
            self.take(step, spots, pick)
        if last not in spots:
            words = [pick for pick in step["choices"] if pick not in spots]
            self.page.locator(".dock .controls .word").nth(words.index(last)).click()
            return
        self.tap(*self.point(spots[last]))
        if spots[last].get("kind", "square") != "square":
            self.act.click()

    def take(self, step: dict[str, Any], spots: dict[str, Any], pick: str) -> None:
        """Take up a piece, on the board or in hand; where there is one only, it is taken up already."""
        if pick not in spots:
            self.in_hand(step, pick).click()
        elif sum(start in spots for start in step["choices"]) > 1:
            self.tap(*self.point(spots[pick]))

    def lay(self, step: dict[str, Any], pick: str, action: str) -> None:
        """Put a piece down as it comes, which is wrong, until the way is shown."""
        show = self.page.locator(".dock .controls .show")
        spots = {spot["id"]: spot for spot in step["scene"]["spots"]}
        while not show.count():
            self.in_hand(step, pick).click()
            self.tap(*self.point(spots["a1"]))
            expect(self.page.locator(".dock .say.bad, .dock .btn.act:enabled").first).to_be_visible()
            self.page.keyboard.press("Escape")
        show.click()
        self.act.click()

    def in_hand(self, step: dict[str, Any], pick: str) -> Locator:
        """The button of a piece in hand."""
        tray = next(tray for tray in step["scene"]["trays"] if tray["seat"] == self.lesson["seat"])
        held = [
            piece.get("spot", "")
            for holding in tray.get("holdings", ())
            if holding["kind"] != "captured"
            for piece in holding.get("pieces", ())
        ]
        group = self.page.locator(".rack, .pieces").filter(visible=True).filter(has=self.page.locator("button"))
        return group.last.locator("button").nth(held.index(pick))

    def tap(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def point(self, spot: dict[str, Any]) -> tuple[float, float]:
        """Where in the window a spot is; of a wall, beside its middle, which another one shares."""
        kind = spot.get("kind", "square")
        across = spot.get("width", 40) / 8 if kind == "wall-h" else 0
        down = spot.get("height", 40) / 8 if kind == "wall-v" else 0
        scale, left, top = self.board.evaluate("svg => { const to = svg.getScreenCTM(); return [to.a, to.e, to.f]; }")
        return left + scale * (spot["x"] + across), top + scale * (spot["y"] + down)


class PupilOnPhone(Pupil):
    """Plays by tapping."""

    def tap(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)
