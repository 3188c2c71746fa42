"""The skeleton of a name (UTS #39): names that people would mistake for one another have the same.

The table of what looks like what is Unicode's own, `confusables.txt`, as the library confusable-homoglyphs brings it.
"""

import json
from functools import cache
from importlib.resources import files
from unicodedata import category, normalize

# Controls, directions and other formats, halves of characters, private and unknown ones, ends of lines.
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Characters that choose between two drawings of the one before them.
VARIATIONS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))


def is_unseen(sign: str) -> bool:
    """Whether it shows nothing by itself."""
    return sign in VARIATIONS or category(sign) in UNSEEN


def skeleton(name: str) -> str:
    """The same for `Ann`, `ANN` and `Аnn` with a Cyrillic А; never shown to anybody.

    It is taken before the case is folded, since В looks like B and в not like b, and again after it. As I looks like l,
    and i is the same letter as I, all of these are one.
    """
    seen = "".join(sign for sign in name if not is_unseen(sign))
    return _prototypes(_prototypes(seen).casefold()).replace("i", "l")


def _prototypes(text: str) -> str:
    table = _table()
    return normalize("NFD", "".join(table.get(sign, sign) for sign in normalize("NFD", text)))


@cache
def _table() -> dict[str, str]:
    """What stands for each character that looks like others.

    The library lists every pair of Unicode's table both ways, so that a character has one partner, its prototype, or is
    itself the prototype of several. Where two have only each other, either may stand for both.
    """
    listed = json.loads(files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8"))
    partners = {_bare(sign): [_bare(other["c"]) for other in others] for sign, others in listed.items()}

    def prototype(sign: str) -> str:
        others = partners.get(sign, ())
        if len(others) != 1:
            return sign
        (other,) = others
        is_pair = len(other) == 1 and len(partners[other]) == 1
        return min(sign, other) if is_pair else other

    single = [sign for sign in partners if len(sign) == 1]
    return {sign: "".join(prototype(part) for part in prototype(sign)) for sign in single}


def _bare(text: str) -> str:
    """Without the marks that keep letters from right to left in their place in the table."""
    return text.replace("\N{LEFT-TO-RIGHT MARK}", "") or text
