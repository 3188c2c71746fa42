"""The introduction of a game: three pictures that move, told by `introduction.toml` in its room.

The first shows what a turn is, the second what is special, the third how one wins.
"""

import tomllib
from pathlib import Path

import msgspec

from palissade.game import Game
from palissade.messages import Language, Said
from palissade.scene import Scene
from palissade.server.diagram import PlayedSource, played, steps_of
from palissade.server.wire.rules import Introduction, Picture

MARGIN = 6.0  # round the spots that a picture shows


class PictureSource(PlayedSource, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One picture, as the room writes it."""

    title: Said
    says: Said
    between: tuple[str, str] | None = None  # two spots: what lies between them is shown, or the whole table


class IntroductionSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    picture: list[PictureSource]


def path(game: Game) -> Path:
    """Where the introduction of a game lies: beside its rules."""
    return game.catalogue.path.with_name("introduction.toml")


def told(game: Game) -> list[PictureSource]:
    """The pictures as they are written."""
    return msgspec.convert(tomllib.loads(path(game).read_text("utf-8")), IntroductionSource).picture


def introduction(game: Game, language: Language) -> Introduction:
    """The introduction of a game; its pictures are played, so the game must be ready."""
    return Introduction(game.id, language, [_picture(game, one, language) for one in told(game)])


def _picture(game: Game, one: PictureSource, language: Language) -> Picture:
    match = played(game, one)
    view = _view(match.view(one.seat).scene(), one.between)
    return Picture(one.title.say(language), one.says.say(language), view, steps_of(match, one))


def _view(scene: Scene, between: tuple[str, str] | None) -> tuple[float, float, float, float]:
    if between is None:
        return (0.0, 0.0, scene.width, scene.height)
    spots = [spot for spot in scene.spots if spot.id in between]
    if len(spots) != len(set(between)):
        raise ValueError(f"{scene.game} has no spots {between}")
    left = min(spot.x - spot.width / 2 for spot in spots) - MARGIN
    top = min(spot.y - spot.height / 2 for spot in spots) - MARGIN
    right = max(spot.x + spot.width / 2 for spot in spots) + MARGIN
    bottom = max(spot.y + spot.height / 2 for spot in spots) + MARGIN
    return (left, top, right - left, bottom - top)
