"""Whether the files of an archive are as they were when it was written, by its manifest."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from tournaments.archive.difference import Discrepancy
from tournaments.archive.files import FILES, MANIFEST, README
from tournaments.archive.pack import DIGITS, line_seal, manifest_fingerprint, readme, split_lines
from tournaments.archive.unpack import OpenedArchive

MOST_LINES = 20
"""The most changed lines named per file."""


def integrity(archive: OpenedArchive) -> Iterator[Discrepancy]:
    """Yield what is not as the manifest says, and lines that cannot be read."""
    manifest = archive.manifest
    if manifest.get("fingerprint") != manifest_fingerprint(manifest):
        yield Discrepancy(MANIFEST, 0, "manifest_changed")
    listed: dict[str, Any] = {}
    for each in manifest["files"]:
        if isinstance(each, dict) and isinstance(each.get("name"), str):
            listed[each["name"]] = each
        else:
            yield Discrepancy(MANIFEST, 0, "manifest_changed")
    for name in sorted(archive.texts.keys() - listed.keys() - {MANIFEST}):
        yield Discrepancy(name, 0, "unlisted")
    for name, seal in listed.items():
        if name not in archive.texts:
            yield Discrepancy(name, 0, "file_missing")
        elif sha256(archive.texts[name].encode()).hexdigest() != seal.get("sha256"):
            yield from _changed_lines(name, archive.texts[name], seal.get("lines"))
    if archive.texts.get(README) != readme(manifest, public=archive.public):
        yield Discrepancy(README, 0, "readme_changed")
    needed = {README, *(each.name for each in FILES if not (archive.public and each.private))}
    for name in sorted(needed - archive.texts.keys() - listed.keys()):
        yield Discrepancy(name, 0, "file_missing")
    yield from archive.malformed


def _changed_lines(name: str, text: str, sealed: Any) -> Iterator[Discrepancy]:
    """Yield the lines that differ from those that were sealed."""
    lines = split_lines(text)
    if not isinstance(sealed, str) or len(sealed) != DIGITS * len(lines):
        count = len(sealed) // DIGITS if isinstance(sealed, str) else 0
        yield Discrepancy(name, 0, "file_changed", {"lines": len(lines), "sealed": count})
        return
    found = [
        number
        for number, line in enumerate(lines, 1)
        if line_seal(line) != sealed[DIGITS * (number - 1) : DIGITS * number]
    ]
    if not found:
        yield Discrepancy(name, 0, "seal_changed")
    for number in found[:MOST_LINES]:
        yield Discrepancy(name, number, "line_changed")
    if len(found) > MOST_LINES:
        yield Discrepancy(name, 0, "lines_changed", {"count": len(found)})
