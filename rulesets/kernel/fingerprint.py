"""Fingerprints: the same rules and figures give the same sixteen characters on every machine."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def fingerprint(facts: Any) -> str:
    """The first sixteen hexadecimal digits of the SHA-256 of ``facts`` (JSON values) in canonical form."""
    text = json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=list)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def chapter(module: str) -> str:
    """Return a module's dotted name by family and chapter, such as ``rulesets.classic.rent``: the folder of its family
    that it lies in is not part of the rules.
    """
    parts = module.split(".")
    return module if len(parts) < 4 else ".".join((*parts[:2], parts[-1]))
