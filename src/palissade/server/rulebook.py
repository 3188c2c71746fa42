"""Rulebooks for players: `rulebook.en.md` and `rulebook.fr.md` in the room of each game, read into words and diagrams.

A rulebook is a little Markdown: a title, a sentence, then sections of paragraphs, lists and diagrams. The number of a
rule stands in brackets where the rule has just been told, as in `[BLO-5]`, so that a refusal can point to it.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from palissade.game import Game
from palissade.messages import Language, french_spaces
from palissade.server.diagram import DiagramSource, diagram
from palissade.server.wire.rules import Block, Paragraph, Points, Rulebook, Section, Span, SpanStyle

RULE = re.compile(r" ?\[([A-Z]{3}-\d+)\]")
STYLES: dict[str, SpanStyle] = {"strong": "strong", "em": "emphasis", "code_inline": "notation"}
_MARKDOWN = MarkdownIt("commonmark")


def path(game: Game, language: Language) -> Path:
    """Where the rulebook of a game lies: beside its rules."""
    return game.catalogue.path.with_name(f"rulebook.{language}.md")


def rulebook(game: Game, language: Language) -> Rulebook:
    """The rulebook of a game; its diagrams are played, so the game must be ready."""
    title, lead, *nodes = SyntaxTreeNode(_MARKDOWN.parse(path(game, language).read_text("utf-8"))).children
    sections: list[Section] = []
    for node in nodes:
        if node.type == "heading":
            sections.append(Section(_plain(node, language), []))
        else:
            sections[-1].blocks.append(_block(node, game, language))
    return Rulebook(game.id, language, _plain(title, language), _spans(lead, language), sections)


def _block(node: SyntaxTreeNode, game: Game, language: Language) -> Block:
    match node.type:
        case "paragraph":
            return Paragraph(_spans(node, language))
        case "bullet_list" | "ordered_list":
            items = [[span for part in item.children for span in _spans(part, language)] for item in node.children]
            return Points(items, numbered=node.type == "ordered_list")
        case "fence" if node.info == "diagram":
            told = DiagramSource.read(node.content)
            caption = SyntaxTreeNode(_MARKDOWN.parse(told.caption)).children[0]
            return diagram(game, told, _spans(caption, language), language)
    raise ValueError(f"a rulebook has no {node.type} {node.info}: it has paragraphs, lists and diagrams")


# ---- words


def _plain(node: SyntaxTreeNode, language: Language) -> str:
    return "".join(span.text for span in _spans(node, language))


def _spans(node: SyntaxTreeNode, language: Language) -> list[Span]:
    """The words of a paragraph or a heading."""
    (inline,) = node.children
    return list(_styled(inline, "plain", language))


def _styled(node: SyntaxTreeNode, style: SpanStyle, language: Language) -> Iterator[Span]:
    for child in node.children:
        if child.type in ("text", "softbreak", "code_inline"):
            text = " " if child.type == "softbreak" else child.content
            yield from _words(text, STYLES.get(child.type, style), language)
        elif child.type in STYLES:
            yield from _styled(child, STYLES[child.type], language)
        else:
            raise ValueError(f"a rulebook has no {child.type} among its words")


def _words(text: str, style: SpanStyle, language: Language) -> Iterator[Span]:
    """Words between rule numbers, which come out at the odd places."""
    if style == "notation":
        yield Span(text, style)
        return
    if language == "fr":
        text = french_spaces(text)
    for place, part in enumerate(RULE.split(text)):
        if place % 2:
            yield Span(part, "rule")
        elif part:
            yield Span(part, style)
