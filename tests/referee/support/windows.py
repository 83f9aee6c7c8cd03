"""What Windows takes as the name of a file, as its documentation says ("Naming Files, Paths, and Namespaces")."""

from __future__ import annotations

import re

NO_LETTERS = re.compile(r'[\x00-\x1f<>:"/\\|?*]')
DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\..*)?")
MOST = 255
"""The most UTF-16 units of a name."""


def refused(name: str) -> str:
    """Why Windows does not take a name for a file; empty if it does."""
    if not name or name[-1] in " .":
        return f"{name!r} ends with a blank or a full stop, or is empty"
    if letters := NO_LETTERS.findall(name):
        return f"{name!r} has {letters}"
    if DEVICES.fullmatch(name):
        return f"{name!r} is a device"
    return f"{name!r} is too long" if len(name.encode("utf-16-le")) > 2 * MOST else ""
