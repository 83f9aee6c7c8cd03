"""Hatchling's metadata hook: prepares the README for a package index.

There the README has no files next to it, so pictures and links need full addresses, which
``[tool.hatch.metadata.hooks.custom]`` in pyproject.toml defines.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(?P<picture>!?)\[(?P<words>[^]]*)\]\((?!https?://)(?P<path>[^)#]*)(?P<part>#[^)]*)?\)")
"""A picture, or a link to a file of the repository."""


class PlacedReadme(MetadataHookInterface):
    """Sets the package's README."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in ``readme``."""
        text = (Path(self.root) / "README.md").read_text("utf-8")
        file, raw = (self.config[name].replace("{version}", metadata["version"]) for name in ("file", "bytes"))
        metadata["readme"] = {"content-type": "text/markdown", "text": with_full_addresses(text, file, raw)}


def with_full_addresses(text: str, file: str, raw: str) -> str:
    """Give a README's relative links full addresses: ``file``, or ``raw`` for pictures, with the path for ``{path}``.

    If that address is empty, a link becomes plain text, and a picture its description.
    """

    def link(found: re.Match[str]) -> str:
        address = (raw if found["picture"] else file).replace("{path}", found["path"])
        if not address:
            return f"*{found['words']}*" if found["picture"] else found["words"]
        return f"{found['picture']}[{found['words']}]({address}{found['part'] or ''})"

    return LINK.sub(link, text)
