"""Somebody who is guided through a lesson: does what it asks for, by mouse or by finger, and knows no rules."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.finger import Touch
from tests.browser.told import after, ways

LESSON = "async ([game, language]) => (await fetch(`/api/shelf/${game}/lesson?language=${language}`)).json()"


class Pupil:
    """Plays the lesson on a page."""

    def __init__(self, page: Page, game: str, language: str = "en") -> None:
        self.page = page
        self.game = game
        self.board = page.locator("svg.board-svg")
        self.prompt = page.locator(".dock .prompt")
        self.act = page.locator(".dock .controls .btn.act")
        self.scene: dict[str, Any] = {}  # of the step that is played
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
        self.push(self.act)

    def play(self, step: dict[str, Any], action: str) -> None:
        """Choose an action of a step, and confirm it where that is asked for."""
        self.scene = step["scene"]
        *first, last = ways(step["choices"])[action]
        if any(pick.startswith("turn:") for pick in first):
            self.lay(step, first[0], action)
            return
        spots = {spot["id"]: spot for spot in step["scene"]["spots"]}
        for pick in first:
            self.take(step, spots, pick)
        if last not in spots:
            offered = [pick for pick in after(step["choices"], first) if pick not in spots]
            kind = ".comer" if first else ".word"
            self.push(self.page.locator(f".dock .controls {kind}").nth(offered.index(last)))
            return
        self.pick(spots[last])
        if spots[last].get("kind", "square") != "square":
            self.push(self.act)

    def take(self, step: dict[str, Any], spots: dict[str, Any], pick: str) -> None:
        """Take up a piece, on the board or in hand; where there is one only, it is taken up already."""
        if pick not in spots:
            self.push(self.in_hand(step, pick))
        elif sum(start in spots for start in step["choices"]) > 1 or not spots.keys() >= step["choices"][pick].keys():
            self.pick(spots[pick])

    def lay(self, step: dict[str, Any], pick: str, action: str) -> None:
        """Put a piece down as it comes, which is wrong, until the way is shown."""
        show = self.page.locator(".dock .controls .show")
        spots = {spot["id"]: spot for spot in step["scene"]["spots"]}
        while not show.count():
            self.push(self.in_hand(step, pick))
            self.pick(spots["a1"])
            expect(self.page.locator(".dock .say.bad, .dock .btn.act:enabled").first).to_be_visible()
            self.page.keyboard.press("Escape")
        self.push(show)
        self.push(self.act)

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

    def push(self, target: Locator) -> None:
        """Press a button."""
        target.click()

    def pick(self, spot: dict[str, Any]) -> None:
        """Pick a place on the board."""
        self.page.mouse.click(*self.point(spot))

    def point(self, spot: dict[str, Any]) -> tuple[float, float]:
        """Where in the window a spot is; of a wall, beside its middle, which another one shares."""
        kind = spot.get("kind", "square")
        across = spot.get("width", 40) / 8 if kind == "wall-h" else 0
        down = spot.get("height", 40) / 8 if kind == "wall-v" else 0
        scale, left, top = self.board.evaluate("svg => { const to = svg.getScreenCTM(); return [to.a, to.e, to.f]; }")
        return left + scale * (spot["x"] + across), top + scale * (spot["y"] + down)


class PupilOnPhone(Pupil):
    """Plays by tapping what a finger can reach."""

    def __init__(self, page: Page, game: str, language: str = "en") -> None:
        super().__init__(page, game, language)
        self.touch = Touch(page)

    def step(self, number: int) -> None:
        self.touch.survey()
        super().step(number)

    def push(self, target: Locator) -> None:
        self.touch.tap(target)

    def pick(self, spot: dict[str, Any]) -> None:
        self.touch.tap_at(*self.point(spot), within="svg.board-svg")
