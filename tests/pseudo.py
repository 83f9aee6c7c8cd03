"""A pseudo-language for localisation tests: every English text of the project, accented, lengthened and in brackets.

It is added to a copy of the project like any other language: a settings file, a file next to each English one, and a
file next to each file that has all languages side by side.  No code changes.  Whatever then still appears in plain
letters does not come from a text file.
"""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections.abc import Callable, Iterable, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CODE = "xx"
FOLDERS = ("rulesets", "tournaments", "referee", "templates")
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "áƀćďéƒǵĥíĵķĺḿńóṕʠŕśţúṽẃẋýžÁƁĆĎÉƑǴĤÍĴĶĹḾŃÓṔɊŔŚŢÚṼẂẊÝŽ"
ACCENTS = str.maketrans(PLAIN, ACCENTED)
PLACEHOLDER = re.compile(r"(\{[^{}]*\})")
"""A placeholder."""
COUNT = re.compile(r"(?<=:)[^{}:]+/[^{}]+(?=\})")
"""The words of a placeholder for a count: {rounds:round/rounds}."""
VOWELS = re.compile(f"([{'aeiouAEIOU'.translate(ACCENTS)}])")
"""Vowels are doubled: about two letters in five, so texts become that much longer."""
GLOSSARY = "="
"""The prefix of a text that refers to the glossary."""
SETTINGS = f"""
name = "{"Pseudo".translate(ACCENTS)}"
[joins]
last = " {"and".translate(ACCENTS)} "
two = " {"and".translate(ACCENTS)} "
"""
VOCABULARY = "rulesets/search/words.toml"
"""The words that the search understands; they are never shown."""
WORD = re.compile(r"(?<![^\W\d_])[A-Za-z]{2,}(?![^\W\d_])")
"""A word in plain letters."""
SKIPPED_ELEMENTS = frozenset({"script", "style", "code", "textarea", "pre"})
"""Elements whose text is not translated or not visible: reports in notation, regulations in the original."""
TEXT_ATTRIBUTES = ("aria-label", "title", "placeholder", "alt", "aria-description")
"""Attributes that are displayed or read out by screen readers."""


def accented(text: str) -> str:
    """A text in the pseudo-language."""
    if text.startswith(GLOSSARY) or not text.strip():
        return text
    parts = PLACEHOLDER.split(text)
    parts[::2] = (VOWELS.sub(r"\1\1", part.translate(ACCENTS)) for part in parts[::2])
    parts[1::2] = (COUNT.sub(lambda found: found[0].translate(ACCENTS), part) for part in parts[1::2])
    return f"[[{''.join(parts)}]]"


def map_texts(value: Any, changed: Callable[[str], str]) -> Any:
    """The same value with ``changed`` applied to every text in it."""
    if isinstance(value, Mapping):
        return {name: map_texts(each, changed) for name, each in value.items()}
    if isinstance(value, list):
        return [map_texts(each, changed) for each in value]
    return changed(value) if isinstance(value, str) else value


def translation(document: Any) -> Any:
    """The translation of a document that has its languages side by side: the same tables with only the new language."""
    if isinstance(document, list):
        return [row for each in document if (row := translation(each))]
    if not isinstance(document, Mapping):
        return None
    tables = {name: more for name, each in document.items() if (more := translation(each))}
    if isinstance(document.get("en"), str | list):
        tables[CODE] = map_texts(document["en"], accented)
    return {"key": document["key"], **tables} if tables and "key" in document else tables


def as_toml(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{json.dumps(name)} = {as_toml(each)}' for name, each in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(as_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


def write(file: Path, table: Mapping[str, Any]) -> None:
    """Write a table to a new TOML file.  Raises FileExistsError if the file exists."""
    with file.open("x", encoding="utf-8") as new:
        new.writelines(f"{json.dumps(name)} = {as_toml(value)}\n" for name, value in table.items())


NOT_COPIED = shutil.ignore_patterns("node_modules", "*.pyc.*")
"""What a copy of the project does without: tools, and bytecode that another process is just writing.  It gets the
bytecode that is there, which saves each copy the compilation of a thousand modules.
"""


def copy_with_pseudo_language(folder: Path) -> Path:
    for name in (*FOLDERS, "docs"):
        shutil.copytree(ROOT / name, folder / name, ignore=NOT_COPIED)
    (folder / "rulesets" / "languages" / f"{CODE}.toml").write_text(SETTINGS, "utf-8")
    for file in sorted(folder.rglob("*.toml")):
        within = file.relative_to(folder).as_posix()
        if within.startswith(("rulesets/languages/", "templates/")) or within == VOCABULARY:
            continue
        if within.startswith("tournaments/regulations/"):
            translate_in_place(file)
        elif file.name.endswith(".en.toml"):
            write(file.with_name(file.name.replace(".en.toml", f".{CODE}.toml")), map_texts(all_texts(file), accented))
        elif "." in file.stem or file.with_suffix(".en.toml").exists():
            continue
        elif more := translation(tomllib.loads(file.read_text("utf-8"))):
            write(file.with_suffix(f".{CODE}.toml"), more)
    return folder


def all_texts(file: Path) -> dict[str, Any]:
    """The texts of an English file; for clauses they include the title of the document."""
    texts = tomllib.loads(file.read_text("utf-8"))
    facts = file.with_name(file.name.replace(".en.toml", ".toml"))
    source = tomllib.loads(facts.read_text("utf-8")).get("source") if facts.exists() else None
    return {"source": source["en"], **texts} if isinstance(source, Mapping) else texts


def translate_in_place(regulation: Path) -> None:
    """Add the translation to a regulation's own file, because a regulation is copied whole into an event."""
    text = regulation.read_text("utf-8")

    def both(found: re.Match[str]) -> str:
        return f"{found[0]}, {CODE} = {as_toml(accented(json.loads(found[1])))}"

    regulation.write_text(re.sub(r'\ben = ("(?:[^"\\]|\\.)*")', both, text), "utf-8")


class VisibleTexts(HTMLParser):
    """Collects the texts of a page that are visible or read out, except parts with ``lang="en"``."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self.texts += [text for name in TEXT_ATTRIBUTES if not self.within and (text := known.get(name))]
        if tag in SKIPPED_ELEMENTS or (known.get("lang") == "en" and tag != "html"):
            self.within.append(tag)
        if tag == "input" and known.get("type") in ("submit", "button", "reset"):
            self.texts.append(known.get("value") or "")

    def handle_endtag(self, tag: str) -> None:
        if self.within and self.within[-1] == tag:
            self.within.pop()

    def handle_data(self, data: str) -> None:
        if not self.within:
            self.texts.append(data)


def visible_texts(page: str) -> list[str]:
    """The texts of a page in HTML."""
    parser = VisibleTexts()
    parser.feed(page)
    return [" ".join(text.split()) for text in parser.texts if text.strip()]


def plain_texts(texts: Iterable[str], allowed: re.Pattern[str]) -> list[str]:
    """The texts with a word in plain letters, ignoring matches of ``allowed``."""
    return [text for text in texts if WORD.search(allowed.sub(" ", text))]
