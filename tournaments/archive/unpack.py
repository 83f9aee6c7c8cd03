"""Reading an archive safely, whoever made it: bounded in size, in files and in what a line may be."""

from __future__ import annotations

import csv
import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import IO, Any, TypeVar

from tournaments.archive.difference import Discrepancy
from tournaments.archive.files import BY_LINE, BY_NAME, CHAINS, FORMAT, LOGS, MANIFEST, README, ArchivedKind
from tournaments.archive.lines import Malformed, fields_of, load_json, load_sheet
from tournaments.archive.pack import split_lines

MOST_FILES = 4000
MOST_BYTES = 400_000_000
"""Unpacked, from the command line; a page takes less."""
CHUNK = 65_536

Line = TypeVar("Line")


class NoArchive(Exception):
    """The file is not an archive that this version can read.  ``code``: a key of the texts; ``facts`` fill it."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Numbered:
    """A line that was read, and its number in the file, from 1."""

    number: int
    value: Any


@dataclass(slots=True)
class OpenedArchive:
    """An archive.  ``texts``: the files by name; ``manifest``: as it stands; ``rows``: the lines that could be read, by
    the name of the file; ``malformed``: those that could not.
    """

    texts: Mapping[str, str]
    manifest: Mapping[str, Any]
    rows: dict[str, list[Numbered]] = field(default_factory=dict)
    malformed: list[Discrepancy] = field(default_factory=list)

    @property
    def public(self) -> bool:
        return self.manifest.get("variant") == "public"

    def all(self, line: type[Line]) -> list[Line]:
        """The lines of the file of this dataclass."""
        return [each.value for each in self.numbered(line)]

    def numbered(self, line: type[Any]) -> list[Numbered]:
        """The lines of the file of this dataclass, with their numbers."""
        return self.numbered_in(BY_LINE[line].name)

    def numbered_in(self, name: str) -> list[Numbered]:
        """The lines of a file, with their numbers."""
        return self.rows.get(name, [])

    def logs(self) -> list[str]:
        return sorted(name.removeprefix(LOGS) for name in self.texts if name.startswith(LOGS))


def opened(file: IO[bytes], most: int = MOST_BYTES) -> OpenedArchive:
    """Read an archive.  Raises `NoArchive`."""
    texts = _texts(file, most)
    if MANIFEST not in texts:
        raise NoArchive("no_manifest")
    try:
        manifest = json.loads(texts[MANIFEST])
    except (ValueError, RecursionError):
        raise NoArchive("bad_manifest") from None
    if not isinstance(manifest, dict) or not isinstance(manifest.get("files"), list):
        raise NoArchive("bad_manifest")
    if manifest.get("format") != FORMAT:
        raise NoArchive("other_format", given=str(manifest.get("format"))[:40], known=FORMAT)
    archive = OpenedArchive(texts, manifest)
    for name, text in texts.items():
        kind = BY_NAME.get(name)
        if kind is not None:
            archive.rows[name] = _rows(archive, kind, text)
    return archive


def _texts(file: IO[bytes], most: int) -> dict[str, str]:
    """The texts of all files.  What a file claims about its size is not believed: reading stops at the limit."""
    found: dict[str, str] = {}
    left = most
    try:
        with zipfile.ZipFile(file) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_FILES:
                raise NoArchive("too_many_files", most=MOST_FILES)
            for entry in entries:
                if entry.filename in found or not _known(entry.filename):
                    raise NoArchive("strange_file", name=entry.filename[:80])
                content = bytearray()
                with archive.open(entry) as part:
                    while chunk := part.read(CHUNK):
                        left -= len(chunk)
                        if left < 0:
                            raise NoArchive("too_large", most=most // 1_000_000)
                        content += chunk
                found[entry.filename] = content.decode("utf-8")
    except UnicodeDecodeError:
        raise NoArchive("no_text") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError):
        raise NoArchive("no_zip") from None
    return found


def _known(name: str) -> bool:
    if name in (MANIFEST, README) or name in BY_NAME:
        return True
    folder, slash, base = name.partition("/")
    return f"{folder}{slash}" in (LOGS, CHAINS) and "/" not in base and "\\" not in base and base.endswith(".jsonl")


def _rows(archive: OpenedArchive, kind: ArchivedKind, text: str) -> list[Numbered]:
    found: list[Numbered] = []
    try:
        lines = _sheet(text) if kind.sheet else list(enumerate(split_lines(text), 1))
    except Malformed as error:
        archive.malformed.append(Discrepancy(kind.name, 1, error.code, error.facts))
        return []
    heading: list[str] = []
    for number, line in lines:
        try:
            if not kind.sheet:
                found.append(Numbered(number, load_json(kind.line, line)))
            elif not heading:
                heading = list(line)
                if unknown := [each for each in heading if each not in {field.name for field in fields_of(kind.line)}]:
                    raise Malformed(unknown[0], "", "field_unknown")
            else:
                found.append(Numbered(number, load_sheet(kind.line, heading, line)))
        except Malformed as error:
            archive.malformed.append(Discrepancy(kind.name, number, error.code, error.facts))
    return found


def _sheet(text: str) -> list[tuple[int, Any]]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    found, before = [], 0
    try:
        for row in reader:
            found.append((before + 1, row))
            before = reader.line_num
    except csv.Error:
        raise Malformed("", text.splitlines()[before]) from None
    return found
