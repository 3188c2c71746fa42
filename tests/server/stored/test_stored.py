"""Stored events of every version mean what they meant, and one from the future says so."""

import typing

import msgspec
import pytest
from msgspec import structs

from palissade import game as find_game
from palissade.cli.admin.telling import event_in_words
from palissade.cli.words import choose_language
from palissade.messages import LANGUAGES, Language
from palissade.server import events
from palissade.server.events import Event, EventTooNew
from palissade.server.tables.wire_events import told_event
from tests.server.stored.samples import SAMPLES, path_of

NEWEST = SAMPLES[max(SAMPLES)]


def meaning(event: Event) -> tuple[type, dict[str, object]]:
    """All of an event but the version by which it was written."""
    return type(event), {name: value for name, value in structs.asdict(event).items() if name != "v"}


@pytest.mark.parametrize("version", SAMPLES)
def test_stored_events_mean_what_they_meant(version: int) -> None:
    lines = path_of(version).read_bytes().splitlines()
    assert [meaning(events.read(line)) for line in lines] == [meaning(event) for event in SAMPLES[version]]


@pytest.mark.parametrize("version", SAMPLES)
def test_what_kind_a_stored_event_is_shows_at_its_beginning(version: int) -> None:
    for line, event in zip(path_of(version).read_bytes().splitlines(), SAMPLES[version], strict=True):
        begun = [kind for kind in typing.get_args(Event) if line.startswith(events.head(kind))]
        assert begun == [type(event)]


def test_events_are_still_written_as_the_newest_file_has_them() -> None:
    lines = path_of(events.VERSION).read_bytes().splitlines()
    assert [events.write(event) for event in SAMPLES[events.VERSION]] == lines, (
        "events are written otherwise than before: count events.VERSION up, add its samples to samples.py, "
        "and write them with `python -m tests.server.stored.samples`"
    )


def test_every_kind_has_a_line_in_the_newest_file() -> None:
    kinds = {kind.__struct_config__.tag for kind in typing.get_args(Event)}
    lines = path_of(events.VERSION).read_bytes().splitlines()
    assert {msgspec.json.decode(line)["kind"] for line in lines} == kinds, (
        "add the kind to samples.py, and write the file with `python -m tests.server.stored.samples`"
    )


def test_every_kind_is_told_over_the_wire_by_the_same_name() -> None:
    for event in NEWEST:
        told = msgspec.to_builtins(told_event(event))
        stored = msgspec.to_builtins(event)
        assert told["kind"] == stored["kind"]
        assert told.items() <= stored.items(), "what is told was never stored"


def test_the_version_and_the_alias_stay_in_the_house() -> None:
    for event in NEWEST:
        assert not {"v", "alias", "was"} & set(msgspec.to_builtins(told_event(event)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_a_sentence_for_hosts(language: Language) -> None:
    game = find_game("empire", players=4)
    try:
        choose_language(["--lang", language], {})
        sentences = [event_in_words(game, event) for event in NEWEST]
    finally:
        choose_language([], {})
    assert len(set(sentences)) == len(sentences)
    assert not any("{" in sentence for sentence in sentences)


# ---- from the future


@pytest.mark.parametrize(
    "stored",
    [
        b'{"kind":"teleported","v":3,"seat":0,"to":"d4"}',
        b'{"kind":"acted","v":%d,"seat":0,"action":"d4-d6"}' % (events.VERSION + 1),
        b'{"kind":"acted","v":%d,"seats":[0,1],"action":7}' % (events.VERSION + 1),
        b'{"kind":"machine-took-over","v":%d,"seat":0,"level":"birch","reason":"boredom"}' % (events.VERSION + 1),
    ],
)
def test_an_event_of_a_newer_version_says_that_the_database_is_newer(stored: bytes) -> None:
    kind = msgspec.json.decode(stored)["kind"]
    with pytest.raises(EventTooNew) as found:
        events.read(stored)
    english, french = found.value.message.say("en"), found.value.message.say("fr")
    assert "database is newer" in english
    assert "base de données est plus récente" in french
    assert kind in english
    assert kind in french


@pytest.mark.parametrize("stored", [b'{"kind":"acted","seat":0,"act', b"", b"[1]", b'{"seat":0}', b"\xff"])
def test_what_is_broken_is_not_said_to_be_newer(stored: bytes) -> None:
    with pytest.raises((msgspec.MsgspecError, UnicodeDecodeError)):
        events.read(stored)
