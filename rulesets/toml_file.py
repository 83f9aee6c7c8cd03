"""Reads the law's data, which is in TOML files.

A device gets the same as JSON, under the same names (`referee.law.compile_sources`): Python's reader of TOML is written
in Python, and takes ten times as long as that of JSON, at every start.  No TOML begins with a brace.
"""

from __future__ import annotations

import json
import tomllib
from importlib.resources.abc import Traversable
from typing import Any


def read_toml(file: Traversable) -> dict[str, Any]:
    text = file.read_text("utf-8")
    found: dict[str, Any] = json.loads(text) if text.startswith("{") else tomllib.loads(text)
    return found
