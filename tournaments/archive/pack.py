"""The text of every file of an archive, with its manifest."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Any, NamedTuple

from tournaments.archive.files import CHAINS, FILES, FORMAT, LOGS, MANIFEST, README
from tournaments.archive.lines import dump_json, dump_sheet
from tournaments.archive.records import FiledEntry

DIGITS = 6
"""Hexadecimal digits of a line's own hash: enough to find the line that was changed, not to prove that none was."""


class PackedFile(NamedTuple):
    """A file: its name, and its text in parts, each of one line or more, with their ends."""

    name: str
    parts: Iterable[str]


class PackedLog(NamedTuple):
    """A table's log.  ``record``: the lines of its record, with their ends; ``entries``: what is known besides."""

    name: str
    record: Iterable[str]
    entries: Iterable[FiledEntry]


class Sealed(NamedTuple):
    """A file of the manifest.  ``lines``: the first digits of the hash of each line, one after another."""

    name: str
    sha256: str
    bytes: int
    lines: str


def line_seal(line: str) -> str:
    """The first digits of a line's hash; the line with its end."""
    return sha256(line.encode()).hexdigest()[:DIGITS]


class Sealing:
    """Hashes files while they are being written; ``manifest`` is the text of the last file."""

    def __init__(self) -> None:
        self.sealed: list[Sealed] = []

    def file(self, name: str, parts: Iterable[str]) -> Iterator[str]:
        whole, size, lines = sha256(), 0, []
        for part in parts:
            encoded = part.encode()
            whole.update(encoded)
            size += len(encoded)
            lines += [line_seal(line) for line in split_lines(part)]
            yield part
        self.sealed.append(Sealed(name, whole.hexdigest(), size, "".join(lines)))

    def manifest(self, about: Mapping[str, Any]) -> str:
        content: dict[str, Any] = {"format": FORMAT, **about, "files": [each._asdict() for each in self.sealed]}
        return (
            json.dumps({**content, "fingerprint": manifest_fingerprint(content)}, ensure_ascii=False, indent=1) + "\n"
        )


def split_lines(text: str) -> list[str]:
    """The lines of a text, split at line feeds only, with their ends."""
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def manifest_fingerprint(content: Mapping[str, Any]) -> str:
    """The fingerprint of a manifest, without its own: whoever knows it can tell whether anything was changed."""
    kept = {key: value for key, value in content.items() if key != "fingerprint"}
    text = json.dumps(kept, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def packed(
    rows: Mapping[str, Sequence[Any]], logs: Iterable[PackedLog], about: Mapping[str, Any], *, public: bool
) -> Iterator[PackedFile]:
    """Yield the files of an archive in order, the manifest last; each must be read to its end before the next.

    ``rows``: the lines by the name of their file; ``about``: what the manifest says about the event.
    """
    sealing = Sealing()

    def sealed(name: str, parts: Iterable[str]) -> PackedFile:
        return PackedFile(name, sealing.file(name, parts))

    yield sealed(README, split_lines(readme(about, public=public)))
    for kind in FILES:
        if not (public and kind.private):
            lines = rows.get(kind.name, ())
            yield sealed(kind.name, dump_sheet(kind.line, lines) if kind.sheet else dump_json(lines))
    for log in logs:
        yield sealed(f"{LOGS}{log.name}", log.record)
        yield sealed(f"{CHAINS}{log.name}", dump_json(log.entries))
    yield PackedFile(MANIFEST, [sealing.manifest(about)])


def readme(about: Mapping[str, Any], *, public: bool) -> str:
    """What the archive tells people about itself, in every language."""
    folder = files("tournaments") / "archive"
    variant = "public" if public else "organizer"
    text = (folder / "README.txt").read_text("utf-8")
    return text.replace("{event}", str(about.get("name", ""))).replace("{variant}", variant)
