"""A tournament being held: what is not yet in the book is played and written down, until a test is decided."""

from palissade.arena.book import Book
from palissade.arena.crew import Crew, Here, Results
from palissade.arena.tournament import Tournament
from palissade.arena.trial import Trial


def run(
    tournament: Tournament, book: Book | None = None, crew: Crew | None = None, trial: Trial | None = None
) -> Results:
    """The results as they come, those in the book aside. Each is in the book before it is given out, so that the same
    call goes on where another has stopped.
    """
    book = Book() if book is None else book
    if trial and trial.is_decided:
        return
    for contestant in tournament.contestants:
        contestant.warm_up(tournament.game)  # once here, where other processes of this machine find it then
    left = (fixture for fixture in tournament.fixtures() if fixture not in book)
    playing = (crew or Here()).play(left)
    try:
        for result in playing:
            book.write(result)
            if trial:
                trial.hear(result)
            yield result
            if trial and trial.is_decided:
                return
    finally:
        playing.close()
