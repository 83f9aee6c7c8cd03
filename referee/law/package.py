"""The law as a browser fetches it: the files of ``rulesets/`` that this service itself judges by, in one archive."""

from __future__ import annotations

import hashlib
import io
import zipfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

import rulesets

EARLIEST_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest timestamp that a zip can store, used for all files so that the archive is reproducible."""
SUFFIXES = frozenset({".py", ".toml", ".txt"})
SEARCHED = Path("search", "said")
"""What the search compares questions with: a fifth of all texts, and no device searches."""


class PackagedLaw(NamedTuple):
    """The law.  ``hash``: sixteen characters that change with any of its files; ``archive``: a zip of its files."""

    hash: str
    archive: bytes


@cache
def law() -> PackagedLaw:
    """The law as of the first call in this process, which is the version that the process judges by."""
    return package_law(Path(rulesets.__file__).parent)


def package_law(root: Path) -> PackagedLaw:
    """Zip the files of a package reproducibly: the same files give the same bytes on every machine, at any time."""
    needed = (path for path in root.rglob("*") if path.suffix in SUFFIXES and root / SEARCHED not in path.parents)
    paths = (path for path in needed if path.is_file())
    found = {f"{root.name}/{path.relative_to(root).as_posix()}": path.read_bytes() for path in paths}
    digest, archive = hashlib.sha256(), io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as package:  # the response is compressed as a whole
        for name in sorted(found):
            digest.update(f"{name} {len(found[name])}\n".encode() + found[name])
            package.writestr(zipfile.ZipInfo(name, EARLIEST_TIME), found[name])
    return PackagedLaw(digest.hexdigest()[:16], archive.getvalue())
