"""Names."""

import pytest

from palissade.messages import LANGUAGES, Language
from palissade.server.identity import names
from palissade.server.identity.names import folded, good_name, good_words, invented_name
from palissade.server.refused import IdentityRefused, Refused
from palissade.server.skeleton import skeleton


@pytest.mark.parametrize("name", [
    "Ann", "Ève-Zoë", "李小龍", "سارة", "क्षितिज", "Jean 2", "👩‍🚀", "👍🏽", "🏳️‍🌈", "1️⃣", "می‌خواهم", "Nguyễn Thị",
    "שָׁלוֹם", "မြို့", "བསྒྲུབས", "นั้น", "葛\U000e0100城", "Ån", "Zoë Дмитрий", "क्‍ष", "x̣́",
])  # fmt: skip
def test_people_everywhere_may_write_their_names(name: str) -> None:
    assert good_name(name) == name


@pytest.mark.parametrize("sign", ["\0", "\x1b", "\x85", "\u061c", "\u200b", "\u200e", "\u2028", "\u202e", "\u2069",
                                  "\ufeff", "\u00ad", "\ue000", "\ud800", "\u3164", "\U000e0041"])  # fmt: skip
def test_signs_that_cannot_be_seen_are_refused(sign: str) -> None:
    with pytest.raises(IdentityRefused, match="can be seen"):
        good_name(f"A{sign}nn")


@pytest.mark.parametrize("name", ["A\u200dnn", "Ann\u200d", "\u200cAnn", "A\ufe0fnn", "\ufe0fAnn", "Ann\U000e0100",
                                  "\u0645\u200c\u200c\u0646"])  # fmt: skip
def test_a_sign_that_joins_must_have_something_to_join(name: str) -> None:
    with pytest.raises(IdentityRefused, match="can be seen"):
        good_name(name)


@pytest.mark.parametrize("name", ["Z\u0336\u0337\u0338oe", "a\u0323\u0323b", "\u0301Ann", "Ann \u0301",
                                  "\u0e01\u0e38\u0e39\u0e48\u0e49\u0e4a", "o\u20dd\u20de\u20df"])  # fmt: skip
def test_marks_do_not_pile_up(name: str) -> None:
    with pytest.raises(IdentityRefused, match="can be seen"):
        good_name(name)


@pytest.mark.parametrize("name", ["", " ", "\u00a0", "\u200d", "\u2003\u200c"])
def test_a_name_of_nothing_is_refused(name: str) -> None:
    with pytest.raises(IdentityRefused):
        good_name(name)


def test_a_long_name_is_refused_and_told_how_long_it_may_be() -> None:
    assert good_name("x" * 24)
    with pytest.raises(IdentityRefused, match="24"):
        good_name("x" * 25)


def test_spaces_around_and_between_are_tidied() -> None:
    assert good_name("  Ann \u2003 Lee ") == "Ann Lee"


@pytest.mark.parametrize(("one", "other"), [("Ann", "ANN"), ("Straße", "STRASSE"), ("ﬁn", "fin"), ("É", "E\u0301"),
                                            ("a\u200db", "ab"), ("❤\ufe0f", "❤"), ("Ⅳ", "iv")])  # fmt: skip
def test_names_that_people_take_for_the_same_are_the_same(one: str, other: str) -> None:
    assert folded(one) == folded(other)


def test_names_that_people_tell_apart_are_different() -> None:
    assert len({folded(name) for name in ("Ann", "Anne", "Änn", "Ann 2")}) == 4


@pytest.mark.parametrize(("one", "other"), [
    ("Ann", "Аnn"), ("Ann", "ann"), ("Bob", "Вob"), ("Ivy", "іvy"), ("Ivy", "lvy"), ("Ivy", "1VY"), ("Zoe", "Z0e"),
    ("Amy", "Arny"), ("paypal", "раураӏ"), ("Ann", "𝓐𝓷𝓷"), ("Ann", "ＡＮＮ"), ("Ο'Neil", "O’Neil"),
    ("Jose\u0301", "José"), ("Ρаul", "Paul"),
])  # fmt: skip
def test_names_that_look_alike_have_the_same_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_names_that_do_not_look_alike_have_other_skeletons() -> None:
    names = ("Ann", "Anne", "Änn", "Ann 2", "An", "Hanna", "Анна", "安娜", "آنا")
    assert len({skeleton(name) for name in names}) == len(names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_invented_name_is_a_good_one(language: Language) -> None:
    for _ in range(200):
        name = invented_name(language)
        assert good_name(name) == name


def test_every_two_words_fit_together() -> None:
    english, french = names._words()["en"], names._words()["fr"]
    assert max(map(len, english["adjectives"])) + 1 + max(map(len, english["nouns"])) <= names.MOST
    for gender, nouns in enumerate(("masculine", "feminine")):
        adjectives = [adjective[gender] for adjective in french["adjectives"]]
        assert max(map(len, adjectives)) + 1 + max(map(len, french[nouns])) <= names.MOST


@pytest.mark.parametrize(("text", "shown"), [
    ("  well\tplayed,\nreally ", "well played, really"), ("Bravo\u00a0!", "Bravo !"), ("👩‍🚀 می‌خواهم", "👩‍🚀 می‌خواهم"),
    ("abc\u202etxt.exe", "abctxt.exe"), ("a\u200bb\0c\x1b[2J\ud800", "abc[2J"), ("x" * 200, "x" * 200),
])  # fmt: skip
def test_words_to_others_are_one_line_in_which_nothing_hides(text: str, shown: str) -> None:
    assert good_words(text) == shown


@pytest.mark.parametrize("text", [" ", "\u200d\u202e", "Z\u0336\u0337\u0338oe"])
def test_words_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(Refused, match="can be seen"):
        good_words(text)
