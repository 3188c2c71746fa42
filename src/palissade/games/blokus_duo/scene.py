from palissade.game import Game
from palissade.kernel import Position
from palissade.scene import Pick, Scene


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    raise NotImplementedError


def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    raise NotImplementedError
