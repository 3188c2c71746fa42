"""What there is to see in the page: every page, every game in its middle, and whatever opens beside a board."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

import palissade
from tests.browser.hands import Hands
from tests.browser.laying import ANYONE, BALSA, FRIEND, ME, SETTING_UP, lay, make, record, set_up
from tests.browser.meeting import meet
from tests.browser.pupil import Pupil

Lay = Callable[[Page], str]
Pose = Callable[[Hands], object]


@dataclass(frozen=True)
class View:
    """Something to be seen: laid once, by somebody whose page it is, and posed in every look."""

    name: str
    lay: Lay  # the path at which it is seen
    pose: Pose
    is_whole: bool = False  # a page that is scrolled is shown as a whole


# ---- laid once


def path(where: str) -> Lay:
    return lambda page: where


def golden(name: str, plies: int | None = None) -> Lay:
    """At the table of a golden record, after so much of it."""
    return lambda page: lay(page, name, plies)


def taught(where: str, game: str) -> Lay:
    """A page that teaches a game, by positions that are played."""

    def laid(page: Page) -> str:
        set_up(page, game)
        return f"/{where}/{game}"

    return laid


def blockers(page: Page) -> str:
    """From a position: who plays machines has a rack of their own."""
    told = record("blockers-players-3")
    match = palissade.Match(palissade.game("blockers", players=3), seed=1)
    while match.ply < 33:
        match.play(match.actions()[(7 * match.ply) % len(match.actions())])
    wish = {"options": told["options"], "position": match.position_text()}
    return table_of(make(page, "blockers", ME, BALSA, BALSA, **wish))


def table_of(made: dict[str, dict[str, str]]) -> str:
    return f"/table/{made['table']['id']}"


def waiting(page: Page) -> str:
    return table_of(make(page, "barrier", ME, FRIEND))


def somebody(page: Page) -> Page:
    """Somebody else, with a browser of their own."""
    browser = page.context.browser
    assert browser is not None
    other = browser.new_context(base_url=page.url, locale="en-GB", viewport={"width": 1280, "height": 800}).new_page()
    other.goto("/")
    return other


def invited(page: Page) -> str:
    """By the link of somebody who waits."""
    made = make(somebody(page), "cul-de-sac", ME, FRIEND, clock={"kind": "game", "seconds": 300})
    return str(made["links"][0]["path"])


def friends(name: str, plies: int | None, seat: int) -> Lay:
    """At a table with somebody who is there, and who talks."""

    def laid(page: Page) -> str:
        friend = Hands(somebody(page))
        where = meet(Hands(page), friend, name, plies, seat=seat)
        for number in range(2):
            friend.page.locator(".talk .phrases button").nth(number).click()
            friend.page.locator(".talk li").nth(number).wait_for()
        return where

    return laid


def lobby(page: Page) -> str:
    """Tables at which anybody may sit down, and one to watch."""
    other = somebody(page)
    for game in ("empire", "blokus-duo"):
        make(other, game, ME, ANYONE)
    make(other, "alignement", ME, BALSA, listed=True)
    return "/lobby"


# ---- posed in every look


def nothing(hands: Hands) -> None:
    hands.page.locator("main h1, main h2").first.wait_for(state="attached")


def at_table(hands: Hands) -> None:
    hands.table.wait_for()


def at_turn(*picks: str) -> Pose:
    """When it is one's turn, with this taken up or laid."""

    def posed(hands: Hands) -> None:
        hands.wait_for_turn()
        for pick in picks:
            hands.click(pick)

    return posed


def holding(hands: Hands) -> None:
    """With a piece laid on the board, to be confirmed or not."""
    hands.wait_for_turn()
    hands.page.locator(".pieces button").filter(visible=True).nth(2).click()
    hands.click("j12")


def reading(hands: Hands) -> None:
    hands.wait_for_turn()
    hands.page.locator("header .iconbtn[aria-expanded]").nth(1).click()
    hands.page.locator(".right .rules h3, .right .rules h2").first.wait_for()


def hinted(hands: Hands) -> None:
    """With a hint, and how the game may go on."""
    hands.wait_for_turn()
    hands.page.locator(".dock .controls button:has(svg)").last.click()
    hands.page.locator(".ideas .more").click(timeout=SETTING_UP)  # machines wait for the compiler
    hands.page.locator(".ideas li button").nth(1).focus()


def shown_a_way(hands: Hands) -> None:
    hands.page.locator(".deals .quiet").click()
    hands.page.locator("dialog li button").nth(2).click()


def looked_back(hands: Hands) -> None:
    hands.page.locator(".result .point .btn").click()
    hands.prompt.wait_for()


def decided(hands: Hands) -> None:
    """With what was found to have decided it, or that nothing was."""
    hands.page.locator('.result .point:not(:has-text("…"))').wait_for(timeout=SETTING_UP)


def turning(hands: Hands) -> None:
    hands.page.locator(".result .point .btn").wait_for()


def talking(hands: Hands) -> None:
    hands.table.wait_for()
    moves = hands.page.locator(".log-button")
    if moves.is_visible():
        moves.click()
    closed = hands.page.locator(".talk:not(.is-open) h2 button")
    if closed.count():
        closed.click()


def in_lesson(game: str, step: int) -> Pose:
    def posed(hands: Hands) -> None:
        pupil = Pupil(hands.page, game, hands.page.locator("html").get_attribute("lang") or "en")
        for number in range(step):
            pupil.step(number)

    return posed


def in_rules_of_lesson(game: str, step: int) -> Pose:
    """With the rule of the step opened beside it."""

    def posed(hands: Hands) -> None:
        in_lesson(game, step)(hands)
        hands.page.locator(".dock .say a").click()
        hands.page.locator(".reading .rules h2").first.wait_for()

    return posed


MIDDLES = {
    "alignement": (golden("alignement", 20), at_turn()),
    "barrier": (golden("barrier", 70), at_turn()),
    "blockers": (blockers, at_turn()),
    "blocus": (golden("blocus", 22), at_turn()),
    "blokus-duo": (golden("blokus-duo", 18), at_turn()),
    "cul-de-sac": (golden("cul-de-sac", 12), at_turn("d2")),
    "empire": (golden("empire-players-4", 30), at_turn("i5")),
    "porte": (golden("porte", 14), at_turn()),
    "saute": (golden("saute", 24), at_turn()),
    "solitaire": (golden("solitaire", 8), at_turn()),
}

RULEBOOKS = ("blocus", "blokus-duo", "cul-de-sac")  # one for each kind of table
LESSONS = {"blokus-duo": 1, "cul-de-sac": 2}  # the step that is shown, where it is not the first

VIEWS = (
    *(View(f"table-{game}", *view) for game, view in MIDDLES.items()),
    View("table-wall", golden("cul-de-sac", 13), at_turn("f8h")),
    View("table-refused", golden("empire", 0), at_turn("a11", "c7")),
    View("table-piece", golden("blokus-duo", 18), holding),
    View("table-four-gates", golden("porte-players-4", 20), at_turn()),
    View("table-hint", golden("cul-de-sac", 12), hinted),
    View("table-rules", golden("barrier", 45), reading),
    View("table-talk", friends("empire", 8, 0), talking),
    View("table-lost", friends("empire", None, 0), turning, is_whole=True),
    View("table-lost-back", friends("empire", None, 0), looked_back),
    View("table-won", golden("alignement"), decided, is_whole=True),
    View("table-alone-over", golden("solitaire"), at_table, is_whole=True),
    View("table-waiting", waiting, at_table, is_whole=True),
    View("table-invited", invited, at_table, is_whole=True),
    *(View(f"game-{game}", taught("games", game), nothing, is_whole=True) for game in MIDDLES),
    View("game-way", path("/games/solitaire?deal=1"), shown_a_way),
    View("shelf", path("/"), nothing, is_whole=True),
    *(View(f"rules-{game}", taught("rules", game), nothing, is_whole=True) for game in RULEBOOKS),
    *(View(f"lesson-{game}", taught("learn", game), in_lesson(game, LESSONS.get(game, 0))) for game in MIDDLES),
    View("lesson-rules", path("/learn/cul-de-sac"), in_rules_of_lesson("cul-de-sac", 2)),
    View("lobby", lobby, nothing, is_whole=True),
    View("account", path("/account"), nothing, is_whole=True),
    View("notices", path("/notices"), nothing),
    View("device", path("/device#secret"), nothing),
    View("missing", path("/nothing/here/at/all"), nothing),
)
