"""The scripts of a page as one: a browser on a hall's Wi-Fi fetches one file much sooner than eighty.

The modules stay as they are, and nothing is built beforehand: they are joined when they are asked for.  Each becomes a
function of its own, called where the first one needs it, so that names do not meet.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path

IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
PASSED_ON = re.compile(r'^export \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
DECLARED = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
LEFT = re.compile(r"^\s*(?:import|export)\b.*|\bimport\(.*", re.MULTILINE)


class NotJoined(ValueError):
    """Modules that cannot be joined: one is written otherwise than the others, or they need each other in a circle."""


def joined(folder: Path, first: str) -> str:
    """The module ``first`` of a folder and all that it needs of it, as one module that belongs into the same folder.

    What is imported from elsewhere stays imported.  Raises `NotJoined`.
    """
    state = tuple((each.name, each.stat().st_mtime_ns) for each in sorted(folder.glob("*.js")))
    return _joined(folder, first, state)


@lru_cache(4)
def _joined(folder: Path, first: str, state: tuple[tuple[str, int], ...]) -> str:
    outside: dict[str, str] = {}
    parts: dict[str, str] = {}
    _add(folder, f"./{first}", (), parts, outside)
    imports = [f'import * as {name} from "{address}";\n' for address, name in outside.items()]
    return "".join([*imports, *parts.values()])


def fingerprint(text: str) -> str:
    """Sixteen characters that change with a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _add(folder: Path, address: str, way: tuple[str, ...], parts: dict[str, str], outside: dict[str, str]) -> str:
    """Add a module, behind those that it needs, unless it is there; the name of the object of what it exports."""
    if not address.startswith("./"):
        return outside.setdefault(address, f"$outside{len(outside)}")
    name = "$" + address.removeprefix("./").removesuffix(".js")
    if address in parts:
        return name
    if address in way:
        raise NotJoined(" -> ".join((*way, address)))
    body = (folder / address).read_text("utf-8")
    needed = [
        f"const {{{names.replace(' as ', ': ')}}} = {_add(folder, other, (*way, address), parts, outside)};\n"
        for names, other in IMPORT.findall(body)
    ]
    given = [
        f"{names}: {_add(folder, other, (*way, address), parts, outside)}.{names}"
        for listed, other in PASSED_ON.findall(body)
        for names in re.findall(r"\w+", listed)
    ]
    body = PASSED_ON.sub("", IMPORT.sub("", body))
    given += DECLARED.findall(body)
    body = DECLARED.sub("", body)
    if left := LEFT.search(body):
        raise NotJoined(f"{address}: {left[0]}")
    inner = "".join(needed) + body
    if way:
        parts[address] = f"// {address}\nconst {name} = (() => {{\n{inner}return {{ {', '.join(given)} }};\n}})();\n"
    else:  # the page itself, which may wait for something
        parts[address] = f"// {address}\n{{\n{inner}}}\n"
    return name
