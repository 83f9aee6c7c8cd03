"""The available guides, and rendering one from Markdown to HTML.

They are ``docs/NAME.md`` in English, ``docs/NAME.LANG.md`` in other languages; their sections have the same anchors in
every language.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from rulesets.languages import FALLBACK, LANGUAGES

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

GUIDES = ("tablet", "tournament", "arbiter", "players", "operating", "notation")
"""The guides for people in the hall, in the order of the index."""
PROJECT = ("architecture", "law", "look", "security", "testing")
"""The guides for developers of this program; any guide in neither list is reference material."""
FILES: Mapping[str, str] = {".svg": "image/svg+xml", ".service": "text/plain"}
"""The other files that guides show or link to: their MIME types by suffix."""
GUIDE_FILE = re.compile(r"([\w-]+)(?:\.([a-z]{2}))?\.md")
"""The file name of a guide: its name and its language."""
EXTERNAL_LINK = re.compile(r"^(https?:|mailto:|/)")
"""Links that stay as they are."""
UNSPACED = re.compile("[⺀-鿿豈-﫿＀-￮]")
"""A character of a script in which a line break does not stand for a space."""
LEAST, MOST = 2, 3
"""The levels of headings in a table of contents."""


@cache
def folder() -> Path:
    """The folder of the guides; in a wheel it is inside the package."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "docs"
    return inside if inside.is_dir() else package.parent / "docs"


@cache
def guides() -> Mapping[str, Mapping[str, Path]]:
    """The files of each guide by language, English first."""
    found: dict[str, dict[str, Path]] = {}
    for file in sorted(folder().glob("*.md")):
        if parts := GUIDE_FILE.fullmatch(file.name):
            found.setdefault(parts[1], {})[parts[2] or FALLBACK] = file
    return {
        name: {code: files[code] for code in (FALLBACK, *LANGUAGES) if code in files}
        for name, files in found.items()
        if FALLBACK in files
    }


def reference_guides() -> list[str]:
    return [name for name in guides() if name not in (*GUIDES, *PROJECT)]


def attachment(name: str) -> Path | None:
    """The path of a file that guides show or link to; None if there is none with this name."""
    known = {file.name: file for file in folder().iterdir() if file.suffix in FILES}
    return known.get(name)


@dataclass(frozen=True, slots=True)
class GuideSection:
    """A heading.  ``anchor``: the URL fragment, which is that of the English heading in every language."""

    level: int
    title: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Guide:
    """A rendered guide.  ``language``: the one that it is in; ``languages``: all that exist; ``body``: HTML without the
    title.
    """

    name: str
    language: str
    languages: Sequence[str]
    title: str
    sections: Sequence[GuideSection]
    body: str


def text_of(file: Path) -> str:
    """The text of a guide, without the comments that mark generated parts."""
    return re.sub(r"^<!--.*-->\n", "", file.read_text("utf-8"), flags=re.MULTILINE)


def markdown_parser() -> MarkdownIt:
    """The Markdown parser for guides: CommonMark with tables, without inline HTML."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table")


def slug(title: str) -> str:
    """The anchor of a heading, as GitHub generates it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def headings(tokens: Sequence[Token]) -> list[tuple[Token, GuideSection]]:
    """The headings of a text with their tokens, and with the anchors of the text's own language."""
    seen: Counter[str] = Counter()
    found = []
    for token, content in pairwise(tokens):
        if token.type != "heading_open":
            continue
        title = "".join(each.content for each in content.children or () if each.type in ("text", "code_inline"))
        plain = slug(title)
        anchor = f"{plain}-{seen[plain]}" if seen[plain] else plain
        seen[plain] += 1
        found.append((token, GuideSection(int(token.tag[1]), title, anchor)))
    return found


@cache
def own_anchors(file: Path) -> tuple[str, ...]:
    """The anchors of a file's headings in the file's own language."""
    return tuple(each.anchor for _, each in headings(markdown_parser().parse(text_of(file))))


def shared_anchors(name: str, language: str) -> dict[str, str]:
    """Map the anchors of a guide in a language to those used in every language: the anchors of the English headings in
    the same order, if there are equally many headings.
    """
    own, first = own_anchors(guides()[name][language]), own_anchors(guides()[name][FALLBACK])
    return dict(zip(own, first if len(first) == len(own) else own, strict=True))


@cache
def guide(name: str, language: str) -> Guide | None:
    """A guide in a language, or in English if it is not translated; None for an unknown name."""
    files = guides().get(name)
    if files is None:
        return None
    spoken = language if language in files else FALLBACK
    reader = markdown_parser()
    tokens = reader.parse(text_of(files[spoken]))
    known, sections = shared_anchors(name, spoken), []
    for token, section in headings(tokens):
        token.attrSet("id", known[section.anchor])
        sections.append(GuideSection(section.level, section.title, known[section.anchor]))
    for token in tokens:
        rewrite_links(token.children or (), name, spoken)
        join_lines(token.children or ())
    title = sections[0].title
    body = reader.renderer.render(wrap_wide_blocks(tokens[3:], title), reader.options, {})
    shown = [each for each in sections if LEAST <= each.level <= MOST]
    return Guide(name, spoken, list(files), title, shown, body)


def rewrite_links(tokens: Sequence[Token], name: str, language: str) -> None:
    """Point the links and pictures of a guide to this service's URLs; links to anything that it does not serve become
    plain text.
    """
    for at, token in enumerate(tokens):
        if token.type == "image":
            token.attrSet("src", f"/help/{token.attrs['src']}")
        if token.type != "link_open":
            continue
        address = link_target(str(token.attrs["href"]), name, language)
        if address:
            token.attrSet("href", address)
        else:
            end = next(each for each in tokens[at:] if each.type == "link_close")
            token.tag, token.attrs, end.tag = "span", {}, "span"


def join_lines(tokens: Sequence[Token]) -> None:
    """Remove line breaks between characters of scripts that use no spaces."""
    for at, token in enumerate(tokens):
        if token.type == "softbreak":
            before = next((each.content for each in reversed(tokens[:at]) if each.content), "")
            after = next((each.content for each in tokens[at:] if each.content), "")
            if UNSPACED.match(before[-1:]) and UNSPACED.match(after):
                token.type = "text"


def link_target(link: str, name: str, language: str) -> str | None:
    """The URL in this service that a link of a guide points to; None if this service does not serve the target."""
    if EXTERNAL_LINK.match(link):
        return link
    file, _, anchor = link.partition("#")
    parts = GUIDE_FILE.fullmatch(file)
    if file and not (parts and parts[1] in guides()):
        return f"/help/{file}" if attachment(file) else None
    to, spoken = (parts[1], parts[2] or FALLBACK) if parts else (name, language)
    end = f"#{shared_anchors(to, spoken).get(unquote(anchor), anchor)}" if anchor else ""
    return f"/help/{to}{end}" if file else end


def wrap_wide_blocks(tokens: Sequence[Token], title: str) -> list[Token]:
    """Wrap tables and code, which may be wider than a phone, so that they scroll by themselves.

    ``title``: the guide's title; each wrapped table is labelled with the nearest heading above it.
    """
    found: list[Token] = []
    for token, content in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and content:
            title = "".join(each.content for each in content.children or ())
        if token.type in ("code_block", "fence"):
            code = f'<pre class="text" tabindex="0"><code>{escape(token.content)}</code></pre>\n'
            found.append(html_token(code))
        elif token.type == "table_open":
            region = f'<div class="wide" tabindex="0" role="region" aria-label="{escape(title)}">\n'
            found += [html_token(region), token]
        elif token.type == "table_close":
            found += [token, html_token("</div>\n")]
        else:
            found.append(token)
    return found


def html_token(text: str) -> Token:
    from markdown_it.token import Token

    return Token("html_block", "", 0, content=text)
