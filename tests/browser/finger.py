"""Somebody with a phone and one finger, which reaches only what is in sight, uncovered and large enough."""

from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.hands import Hands

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
TALL: dict[str, Any] = PHONE | {"viewport": {"width": 390, "height": 844}}
SMALLEST = 40  # pixels, of the shorter side of whatever is tapped
# The box of an element as soon as it lies still, and whether a finger in its middle would touch it.
AIM = """async element => {
  const frame = () => new Promise(requestAnimationFrame);
  const read = () => { const { x, y, width, height } = element.getBoundingClientRect(); return [x, y, width, height]; };
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  let [before, box] = [[], read()];
  while (`${before}` !== `${box}`) { await frame(); await frame(); [before, box] = [box, read()]; }
  const [x, y] = [box[0] + box[2] / 2, box[1] + box[3] / 2];
  const touched = document.elementFromPoint(x, y);
  const pushed = [];
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(at);
    // What hides what sticks out can be scrolled by a script, and by no finger.
    const isPushed = (overflowX === "hidden" && at.scrollLeft) || (overflowY === "hidden" && at.scrollTop);
    if (isPushed) pushed.push(at.className);
  }
  const small = Math.min(box[2], box[3]);
  return { x, y, small, isTouched: element.contains(touched), touched: touched?.outerHTML, pushed };
}"""
# Whatever can be tapped on the page: is it large enough, and can it be brought into sight by scrolling?
SURVEY = """([wide, smallest]) => {
  const root = document.scrollingElement;
  const troubles = root.scrollWidth > wide ? [`the page is ${root.scrollWidth} px wide`] : [];
  const tell = element => `${element.outerHTML.slice(0, 120)} in ${element.parentElement.className}`;
  const isLeft = ({ left, right, top, bottom }) => right - left > 0 && bottom - top > 0;
  const all = document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']");
  for (const element of all) {
    const target = element.closest("label") ?? element;
    if (!target.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const { left, right, top, bottom, width, height } = target.getBoundingClientRect();
    const box = { left, right, top, bottom };
    if (!isLeft(box) || element.closest(".skip")) continue;
    const isInText = getComputedStyle(target).display === "inline";
    if (!isInText && Math.min(width, height) < smallest) troubles.push(`${width} x ${height}: ${tell(target)}`);
    let isFixed = false;
    for (let at = target; at !== document.documentElement; at = at.parentElement) {
      const { position, overflowX, overflowY } = getComputedStyle(at);
      const rim = at.getBoundingClientRect();
      if (at !== target) {
        // A box that scrolls brings all it holds into its own sight; one that hides does not.
        for (const [start, end, overflow] of [["left", "right", overflowX], ["top", "bottom", overflowY]]) {
          if (overflow === "visible") continue;
          const isOut = box[start] < rim[start] - 1 || box[end] > rim[end] + 1;
          if (!isOut) continue;
          if (/hidden|clip/.test(overflow)) troubles.push(`cut off by ${at.className}: ${tell(target)}`);
          [box[start], box[end]] = [rim[start], rim[end]];
        }
      }
      isFixed ||= position === "fixed";
      if (isFixed) break;
    }
    const [over, under] = isFixed ? [0, innerHeight] : [-scrollY, root.scrollHeight - scrollY];
    if (box.left < -1 || box.right > wide + 1 || box.top < over - 1 || box.bottom > under + 1) {
      troubles.push(`outside, at ${Object.values(box).map(Math.round)}: ${tell(target)}`);
    }
  }
  return troubles;
}"""
# What one plays with, and cannot be seen without scrolling.
UNSEEN = """([wide, high]) => document.scrollingElement.scrollHeight > high ? ["all of the page"] : [
    ...document.querySelectorAll("svg.board-svg, .dock .prompt, .dock .controls > *"),
  ]
  .map(element => [element.getBoundingClientRect(), element.className.baseVal ?? element.className])
  .filter(([{ left, right, top, bottom }]) => left < -1 || right > wide + 1 || top < -1 || bottom > high + 1)
  .map(([{ left, right, top, bottom }, name]) => `${name} at ${[left, right, top, bottom].map(Math.round)}`)"""


class Touch:
    """A finger on the screen of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def screen(self) -> tuple[int, int]:
        """How wide and high the screen is; a page that sticks out would say more."""
        assert self.page.viewport_size is not None
        return self.page.viewport_size["width"], self.page.viewport_size["height"]

    def tap(self, target: Locator) -> None:
        """Bring something into sight and tap its middle; raises if a finger would not get it."""
        target.wait_for()
        aim = target.evaluate(AIM)
        assert aim["small"] >= SMALLEST, f"{target} is {aim['small']} px"
        assert not aim["pushed"], f"{target} is hidden by {aim['pushed']}"
        assert aim["isTouched"], f"{target} lies under {aim['touched']}"
        self.tap_at(aim["x"], aim["y"])

    def tap_at(self, x: float, y: float, within: str = "*") -> None:
        """Tap a point of the screen, which must show what is meant."""
        wide, high = self.screen
        assert 0 <= x < wide, f"({x}, {y}) is outside"
        assert 0 <= y < high, f"({x}, {y}) is outside"
        is_meant = "([x, y, within]) => Boolean(document.elementFromPoint(x, y)?.closest(within))"
        assert self.page.evaluate(is_meant, [x, y, within]), f"({x}, {y}) is covered"
        self.page.touchscreen.tap(x, y)

    def survey(self) -> None:
        """Raises if anything to tap is too small or out of reach, or if the page moves sideways.

        Links within a sentence are as high as their line, and the squares of a board as large as the board leaves
        them: a board of fourteen squares has 24 pixels for each on such a phone. Whoever taps a wrong square sees what
        would be played before it is, or takes it back.
        """
        troubles = self.page.evaluate(SURVEY, [self.screen[0], SMALLEST])
        assert not troubles, "\n".join([self.page.url, *troubles])


class Finger(Hands):
    """Plays by tapping."""

    def __init__(self, page: Page, language: str = "en") -> None:
        super().__init__(page, language)
        self.touch = Touch(page)
        self._boards: dict[bool, Any] = {}

    def push(self, target: Locator) -> None:
        self.touch.tap(target)

    def click(self, spot: str) -> None:
        self.touch.tap_at(*self.point(spot), within="svg.board-svg")

    def drag_to(self, x: float, y: float) -> None:
        """What is in hand comes to lie where the board is tapped."""
        self.touch.tap_at(x, y, within="svg.board-svg")

    def wait_for_turn(self, *, after: int = -1) -> bool:
        """Wait as hands do, and see that everything is there at once: nobody scrolls while they play."""
        has_turn = super().wait_for_turn(after=after)
        self.touch.survey()
        if has_turn:
            unseen = self.page.evaluate(UNSEEN, self.touch.screen)
            assert not unseen, unseen
            has_rack = self.dock.locator(".rack").count() > 0  # one that is empty makes room
            box = self.board.bounding_box()
            assert self._boards.setdefault(has_rack, box) == box, "the board moves under the finger"
        return has_turn
