"""`play`: whole games with scripted answers."""

import dataclasses
import re
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from typer.testing import Result

import palissade
from palissade.cli import invitation, play, table
from palissade.match import Match, View
from palissade.players import Choice, Hint, Thinker, UnknownPlayer, levels, who_hints
from tests.cli.conftest import SHORT_GAME, Run
from tests.machines import Offer

if TYPE_CHECKING:
    from palissade.players import Uct

TRUE_MACHINE, TRUE_ADVISER = play.machine, play.adviser
TWO_PEOPLE = ("play", "cul-de-sac", "--seat", "you", "--seat", "you")


class FirstLegal:
    """A machine that plays the first legal action of the list."""

    is_quick = True

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def choose(self, match: Match | View, cancel: object = None, progress: object = None) -> int:
        assert isinstance(match, Match)
        return match.actions()[0]

    def hint(self, match: Match | View, cancel: object = None) -> Hint:
        assert isinstance(match, Match)
        action, ahead = self.choose(match), Match(match.game, position=match.position.copy())
        while ahead.ply < 3:
            ahead.play(ahead.actions()[0])
        return Hint(action, (0.25, 0.75), (Choice(action, 1.0, 0.25),), tuple(ahead.played))

    def evaluate(self, match: Match | View, cancel: object = None) -> tuple[float, ...]:
        return (0.25, 0.75)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board in one line, and machines that need no time."""
    monkeypatch.setattr(table.Table, "board_for", lambda self, seat: f"[board for {seat} after {self.match.ply}]")
    monkeypatch.setattr(play, "machine", lambda game, name, seconds: FirstLegal(seconds))
    monkeypatch.setattr(play, "adviser", lambda game: FirstLegal(1.0))


def script(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def quietly(result: Result) -> str:
    """What was said; nothing went wrong."""
    assert result.exception is None
    assert result.exit_code == 0
    assert result.stderr == ""
    return result.stdout


def test_two_people_play_to_the_end_and_read_who_won_and_why(run: Run) -> None:
    said = quietly(run(*TWO_PEOPLE, given=script(*SHORT_GAME, "")))
    assert said.count(": a person at this screen\n") == 2
    assert "[board for 0 after 0]" in said
    assert "[board for 1 after 2]" in said
    assert "White played d4-d6 a1h" in said
    assert "[board for -1 after 13]" in said
    assert "White wins. A pawn has reached an enemy base. (CDS-6)" in said
    assert "Save the game?" in said


def test_the_newcomer_is_told_what_is_expected(run: Run) -> None:
    said = quietly(run("play", "cul-de-sac"))
    assert "White: you\n" in said
    assert "Black: the machine\n" in said
    assert "Type ? for help." in said
    assert "Play a pawn’s move such as d4-d6, a wall such as e9h or e9v, or pass." in said
    assert "White> " in said


def test_a_person_plays_against_the_machine(run: Run) -> None:
    match = palissade.game("cul-de-sac").match()
    match.play("d4-d6", "e9h")
    match.play(match.actions()[0])
    match.play(match.actions()[0])
    said = quietly(run("play", "cul-de-sac", given=script("d4-d6", "e9h", "quit", "")))
    assert f"Black played {match.texts[2]} {match.texts[3]}\n" in said
    assert "[board for 0 after 4]" in said


def test_machines_play_alone(run: Run) -> None:
    said = quietly(run("play", "cul-de-sac", "--seat", "uct", "--seat", "uct"))
    assert "[board for -1 after 1]" in said
    assert "(CDS-6)" in said or "(COM-" in said


def test_a_machine_named_after_a_wood_has_a_budget_of_its_own() -> None:
    saute = palissade.game("saute")
    assert TRUE_MACHINE(saute, "pine", 3.0) == palissade.player("pine", saute)
    assert TRUE_MACHINE(saute, "uct", 3.0) == palissade.player("uct", seconds=3.0)
    with pytest.raises(UnknownPlayer, match="ebony"):
        TRUE_MACHINE(saute, "granite", 3.0)


def test_a_strong_machine_has_all_cores_and_a_memory_but_where_there_are_secrets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(play, "most_threads", lambda: 3)
    saute, blockers = palissade.game("saute"), palissade.game("blockers")
    strong = TRUE_MACHINE(saute, "oak", 3.0)
    assert isinstance(strong, Thinker)
    assert cast("Uct", strong._searcher).threads == 3
    assert TRUE_MACHINE(blockers, "oak", 3.0) == palissade.player("oak", blockers)
    assert TRUE_ADVISER(saute) == dataclasses.replace(who_hints(saute), threads=3)  # type: ignore[arg-type]
    assert TRUE_ADVISER(blockers) == who_hints(blockers)


@pytest.mark.parametrize("each", palissade.games(), ids=str)
def test_whom_nobody_has_chosen_is_the_third_level(each: palissade.Game) -> None:
    assert play.seats(each, None) == ["you"] + ["pine"] * (len(each.seats) - 1)


def test_a_machine_is_one_that_the_game_offers(offer: Offer) -> None:
    offer("saute", levels.Level("net", 20))
    assert TRUE_MACHINE(palissade.game("saute"), "net", 3.0) == levels.Level("net", 20)
    with pytest.raises(UnknownPlayer, match="There are: uct, alphabeta, net"):
        TRUE_MACHINE(palissade.game("saute"), "oak", 3.0)


def test_who_plays_alone_is_told_no_names_and_what_the_score_means(run: Run) -> None:
    match = palissade.game("solitaire").match()
    while not match.outcome:
        match.play(match.actions()[-1])
    said = quietly(run("play", "solitaire", given=script(*match.texts, "")))
    assert "You: " not in said
    assert "You played" not in said
    assert f"The end. {palissade.game('solitaire').catalogue.message('outcome.SOL-4').say()} (SOL-4)\n" in said
    assert f"Pawns left: {match.position[0].pawns}. Moves: {match.ply}.\n" in said


def test_a_refusal_says_the_rule_and_the_turn_goes_on(run: Run) -> None:
    said = quietly(run(*TWO_PEOPLE, given=script("d4-d7", "e9h", "castle", "d4-d6", "quit", "")))
    assert "CDS-4: a pawn goes exactly two steps" in said
    assert "CDS-3: a pawn moves first" in said
    assert "“castle” is not an action of Cul-de-Sac. Expected a pawn’s move" in said
    assert "[board for 0 after 1]" in said


def test_a_refusal_is_told_in_french(run: Run) -> None:
    said = quietly(run(*TWO_PEOPLE, "--lang", "fr", given=script("d4-d7", "possibles", "plateau", "quitter")))
    assert "CDS-4\N{NO-BREAK SPACE}: un pion avance de deux pas" in said
    assert "16 actions possibles" in said
    assert said.count("[board for 0 after 0]") == 2
    assert "Blanc> " in said


def test_a_turn_is_refused_as_a_whole(run: Run) -> None:
    said = quietly(run(*TWO_PEOPLE, given=script("d4-d6 d6-d8", "d4-d6 e9h d11-d9", "board", "quit")))
    assert "CDS-3: the pawn has moved; now a wall must be laid." in said
    assert "The turn ends after “d4-d6 e9h”, so “d11-d9” cannot follow. Nothing is played." in said
    assert said.count("[board for 0 after 0]") == 2
    assert "Save the game?" not in said


def test_capitals_do_not_matter(run: Run) -> None:
    said = quietly(run(*TWO_PEOPLE, given=script("D4-d6 E9H", "D11-D10", "LEGAL", "QUIT", "")))
    assert "[board for 1 after 2]" in said
    assert "CDS-5: a single step is for landing" in said
    assert "16 legal actions" in said


@pytest.mark.parametrize(
    ("game", "picks", "text"),
    [
        ("cul-de-sac", "D4 d6", "d4-d6"),
        ("empire", "b11 b1", "b11-b1"),
        ("blokus-duo", "tray:I3 TURN:1 j3", "j3,j4,j5"),
        ("barrier", "hand:clear:n+e a4", "N+E@a4"),
    ],
)
def test_an_action_is_picked_as_on_the_page(run: Run, tmp_path: Path, game: str, picks: str, text: str) -> None:
    file = tmp_path / "game.json"
    quietly(run("play", game, "--seat", "you", "--seat", "you", given=script(picks, f"save {file}", "quit")))
    assert palissade.Match.from_record(file.read_text()).texts == [text]


def test_an_action_is_picked_where_its_spots_are_actions_too(run: Run) -> None:
    """In Alignement k8 is a placing; when Red has placed its cylinder, k8 and then k11 is a move."""
    lines = script("e5", "e8", "k8", "h5", "h8", "b11", "k2", "h2", "k8", "k8 k11", "quit", "")
    said = quietly(run("play", "alignement", "--seat", "you", "--seat", "you", given=lines))
    assert "ALI-4: your pieces of the due kind are all on the board" in said
    assert "Red played k8-k11\n" in said


def test_picks_that_are_not_enough_are_answered_with_what_may_follow(run: Run) -> None:
    said = quietly(run(*TWO_PEOPLE, given=script("d4", "D4 ", "quit")))
    (first, second) = said.split("What begins with d4:\n")[1:]
    moves = [text for text in palissade.game("cul-de-sac").match().legal() if text.startswith("d4-")]
    assert first.partition("\nWhite> ")[0].split() == second.partition("\nWhite> ")[0].split() == moves
    said = quietly(run("play", "blokus-duo", "--lang", "fr", given=script("tray:I3 turn:1", "quitter")))
    assert "Ce qui commence par tray:I3 turn:1\N{NO-BREAK SPACE}:\nj3,j4,j5  " in said
    assert "[board for 0 after 1]" not in said


def test_picks_that_lead_nowhere_are_refused_by_the_rule(run: Run) -> None:
    said = quietly(run(*TWO_PEOPLE, given=script("d4 d7", "d4 nowhere", "d4-d6 d6", "quit")))
    assert "CDS-4: a pawn goes exactly two steps" in said
    assert "“d4” is not an action of Cul-de-Sac." in said
    assert "“d6” is not an action of Cul-de-Sac." in said
    assert "[board for 0 after 1]" not in said
    said = quietly(run(*TWO_PEOPLE, "--lang", "fr", given=script("d4 d7", "quitter")))
    assert "CDS-4\N{NO-BREAK SPACE}: un pion avance de deux pas" in said


@pytest.mark.parametrize("game", palissade.games(), ids=lambda game: game.id)
def test_every_first_action_can_be_picked(game: palissade.Game) -> None:
    for variant in game.variants():
        view = variant.match(seed=3).view(0)
        for picks, text in zip(view.picks().values(), view.legal(), strict=True):
            match = variant.match(seed=3)
            table.Table(match, {}, lambda: FirstLegal(1)).act([pick.upper() for pick in picks])
            assert match.texts == [text]


@pytest.mark.parametrize("word", ["sortie", "Sortie", "exit"])
def test_the_notation_is_written_and_understood_in_the_readers_language(run: Run, word: str) -> None:
    blocus = ("play", "blocus", "--seat", "you", "--seat", "you", "--lang", "fr")
    said = quietly(run(*blocus, given=script("i1", "legal", word, "")))
    assert "sortie" in said
    assert "exit" not in said
    assert "BLO-4" in said


def test_undo_goes_back_to_the_last_choice_of_a_person(run: Run) -> None:
    said = quietly(run("play", "cul-de-sac", given=script("undo", "d4-d6 e9h", "undo", "undo", "undo", "quit")))
    assert said.count("There is nothing to take back.") == 2
    boards = [line for line in said.splitlines() if line.startswith("[board")]
    assert boards == [f"[board for 0 after {ply}]" for ply in (0, 4, 1, 0)]


def test_undo_of_two_people_takes_back_one_action(run: Run) -> None:
    said = quietly(run(*TWO_PEOPLE, given=script("d4-d6 e9h", "undo", "quit", "")))
    boards = [line for line in said.splitlines() if line.startswith("[board")]
    assert boards == ["[board for 0 after 0]", "[board for 1 after 2]", "[board for 0 after 1]"]


def test_help_hint_and_legal(run: Run) -> None:
    said = quietly(run(*TWO_PEOPLE, given=script("?", "hint", "legal h4", "", "quit")))
    assert "take your last action back" in said
    assert "one spot after the other, such as d4 d6;" in said
    assert "The machine would play d4-d6." in said
    assert "White 25%, Black 75%" in said
    assert re.search(r"It expects: White d4-d6 \w+; Black d11-\w+\.\n", said)
    assert "8 legal actions:" in said
    assert "h4-h6" in said


def test_a_game_is_saved_and_gone_on_with(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game"
    said = quietly(run(*TWO_PEOPLE, given=script(*SHORT_GAME[:3], f"save {file}", "quit")))
    saved = tmp_path / "game.palissade.json"
    assert f"Saved in {saved}" in said
    assert "Save the game?" not in said
    assert palissade.Match.from_record(saved.read_text()).texts == " ".join(SHORT_GAME[:3]).split()
    said = quietly(
        run(
            "play",
            "--load",
            str(saved),
            *TWO_PEOPLE[2:],
            given=script(*SHORT_GAME[3:], str(saved), "n", str(saved), "y"),
        )
    )
    assert "[board for 1 after 6]" in said
    assert "White wins." in said
    assert "Nothing was saved." in said
    outcome = palissade.Match.from_record(saved.read_text()).outcome
    assert outcome is not None
    assert outcome.winners == (0,)


def test_quit_offers_to_save_until_it_works(run: Run, tmp_path: Path) -> None:
    nowhere, file = tmp_path / "no" / "where", tmp_path / "here.json"
    said = quietly(run(*TWO_PEOPLE, given=script("d4-d6", "quit", str(nowhere), str(file))))
    assert "cannot be written: No such file or directory." in said
    assert file.exists()


def test_loading_refuses_another_game_or_other_options(run: Run, finished_file: str) -> None:
    assert quietly(run("play", "--load", finished_file)).count("White wins.") == 1
    assert run("play", "--load", finished_file, "--seed", "1").exit_code == 2
    assert run("play", "go", "--load", finished_file).exit_code == 2
    assert run("play", "--load", "nowhere.json").exit_code == 2


@pytest.mark.parametrize("lines", [[], ["d4-d6"], ["save"], ["d4-d6", "quit"]])
def test_the_end_of_input_leaves_quietly(run: Run, lines: list[str]) -> None:
    quietly(run(*TWO_PEOPLE, given=script(*lines)))
    quietly(run("play", given=script(*lines)))


def test_the_newcomer_is_asked_what_to_play_and_with_whom(run: Run) -> None:
    number = [game.id for game in palissade.games()].index("cul-de-sac") + 1
    for game in (str(number), "cul-de-sac", "Cul-De-Sac"):
        said = quietly(run("play", given=script("99", game, "2", "1", "quit", "")))
        assert "Which game?" in said
        assert f"Please answer with a number from 1 to {len(palissade.games())}." in said
        assert f"  {number}  Cul-de-Sac" in said
        assert "Who plays White?" in said
        assert "White: the machine" in said
        assert "Black: you\n" in said
        assert "[board for 1 after 2]" in said


def test_enter_takes_the_defaults(run: Run) -> None:
    first = palissade.games()[0]
    questions = 1 + len(first.choices) + len(first.seats)
    said = quietly(run("play", given="\n" * questions))
    assert f"{first}\n" in said
    assert "Quel jeu\N{NO-BREAK SPACE}?" in quietly(run("play", "--lang", "fr", given="\n" * questions))


def test_options_are_asked_for_only_where_there_is_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    cul_de_sac = palissade.game("cul-de-sac")
    players = palissade.Option("players", (2, 3, 4))
    teams = palissade.Option("teams", (False, True), only_with={"players": 4})
    game = dataclasses.replace(cul_de_sac, choices=(players, teams))
    monkeypatch.setattr(palissade, "games", lambda: [game])
    asked: list[str] = []

    def answer(question: str, labels: list[str], default: int = 0, others: object = ()) -> int:
        asked.append(question)
        return answers.pop(0)

    monkeypatch.setattr(invitation, "choose", answer)
    answers = [0, 0]
    assert invitation.choose_game().options == {"players": 2, "teams": False}
    assert asked[1:] == ["players:"]
    answers = [0, 2, 1]
    assert invitation.choose_game().options == {"players": 4, "teams": True}
    assert asked[-1] == "teams:"


@pytest.mark.parametrize("game", palissade.games(), ids=lambda game: game.id)
def test_every_game_can_be_played_by_typing_its_actions(run: Run, game: palissade.Game) -> None:
    for variant in game.variants():
        options = [part for name, value in variant.chosen.items() for part in ("-o", f"{name}={str(value).lower()}")]
        people = ["--seat", "you"] * len(variant.seats)
        match = variant.match(seed=3)
        screens: list[str] = []
        while match.mover is not None and match.ply < 6:
            if match.game.is_hidden and (match.ply == 0 or match.movers[-1] != match.mover) and len(people) > 2:
                screens.append("")  # hand over the screen
            screens.append(match.legal()[0])
            match.play(match.actions()[0])
        said = quietly(run("play", game.id, *options, *people, "--seed", "3", given=script(*screens)))
        if match.mover is not None:
            assert f"after {match.ply}]" in said or match.game.is_hidden


@pytest.mark.parametrize("game", palissade.games(), ids=lambda game: game.id)
def test_no_command_hides_an_action(game: palissade.Game) -> None:
    match = game.match(seed=3)
    place = table.Table(match, {}, lambda: FirstLegal(1))
    texts = {game.text(match.position, action) for action in range(game.rules.ACTIONS)}
    assert not any(place.command(text) for text in texts)


@pytest.mark.parametrize("count", [1, 2])
def test_where_racks_are_hidden_the_screen_is_handed_over(
    run: Run, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    """Cul-de-Sac hides nothing, so it is made to: only two people at one screen need to look away."""
    monkeypatch.setattr(palissade.Game, "is_hidden", property(lambda game: True))
    monkeypatch.setattr(palissade.game("cul-de-sac").single, "conceal", lambda position, seat: None)
    people = ["--seat", "you"] * count
    pauses = [""] if count == 2 else []
    said = quietly(run("play", "cul-de-sac", *people, given=script(*pauses, "d4-d6", "e9h", *pauses, "quit", "")))
    if count == 1:
        assert "the others look away" not in said
    else:
        before, first, second = said.split("the others look away, please. Press Enter. ")
        assert "[board" not in before
        assert "[board for 0 after 0]" in first
        assert "[board for 0 after 1]" in first  # in the middle of a turn nobody moves
        assert "Now Black" in first
        assert "White played d4-d6 e9h" in second
        assert "[board for 1 after 2]" in second


def test_the_screen_is_cleared_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table.clear_screen()
    assert capsys.readouterr().out == ""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    table.clear_screen()
    assert capsys.readouterr().out == "\x1b[2J\x1b[3J\x1b[H"


def test_the_tabulator_completes_legal_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    readline = pytest.importorskip("readline")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    table.complete_with(["d4-d6", "d4-d2", "h4-h6", "legal"])
    complete = readline.get_completer()
    assert [complete("D4", number) for number in range(3)] == ["d4-d6", "d4-d2", None]
    readline.set_completer(None)
