"""Who plays better: games between players of all kinds, ratings with intervals, and a test that stops by itself.

>>> from palissade import arena, game
>>> tournament = arena.Tournament(game("alignement"), ("random", "greedy"), games=2)
>>> len(list(arena.run(tournament)))
2
"""

from palissade.arena.book import BadBook, Book
from palissade.arena.bout import play
from palissade.arena.contestant import BadContestant, Contestant
from palissade.arena.crew import Crew, Here, Processes
from palissade.arena.fixture import Fixture
from palissade.arena.rating import Rating, rate
from palissade.arena.report import Duel, Report, Side, Standing, report
from palissade.arena.result import Result
from palissade.arena.run import run
from palissade.arena.sprt import Sprt
from palissade.arena.tournament import BadTournament, Tournament
from palissade.arena.trial import Trial, Verdict

__all__ = [
    "BadBook",
    "BadContestant",
    "BadTournament",
    "Book",
    "Contestant",
    "Crew",
    "Duel",
    "Fixture",
    "Here",
    "Processes",
    "Rating",
    "Report",
    "Result",
    "Side",
    "Sprt",
    "Standing",
    "Tournament",
    "Trial",
    "Verdict",
    "play",
    "rate",
    "report",
    "run",
]
