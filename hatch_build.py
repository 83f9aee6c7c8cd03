"""What hatchling asks for when it builds: the README as an index of packages shows it.

There no file lies beside it: a picture and a link need a whole address, which ``[tool.hatch.metadata.hooks.custom]`` in
pyproject.toml says.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(?P<picture>!?)\[(?P<words>[^]]*)\]\((?!https?://)(?P<path>[^)#]*)(?P<part>#[^)]*)?\)")
"""A picture, or a link to a file of the tree."""


class PlacedReadme(MetadataHookInterface):
    """Gives the package its README."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in ``readme``."""
        text = (Path(self.root) / "README.md").read_text("utf-8")
        file, raw = (self.config[name].replace("{version}", metadata["version"]) for name in ("file", "bytes"))
        metadata["readme"] = {"content-type": "text/markdown", "text": placed(text, file, raw)}


def placed(text: str, file: str, raw: str) -> str:
    """A README whose links to files have whole addresses: ``file`` with its path for ``{path}``, ``raw`` for pictures.

    Where there is no such address a link is its words, and a picture what it shows.
    """

    def link(found: re.Match[str]) -> str:
        address = (raw if found["picture"] else file).replace("{path}", found["path"])
        if not address:
            return f"*{found['words']}*" if found["picture"] else found["words"]
        return f"{found['picture']}[{found['words']}]({address}{found['part'] or ''})"

    return LINK.sub(link, text)
