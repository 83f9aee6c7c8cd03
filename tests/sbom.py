"""The software bill of materials, which ``python3 dev.py lock`` writes next to the lock: CycloneDX JSON
(https://cyclonedx.org), for scanners and for whoever has to say what a service is made of.

It names every package that the service is installed with and which needs which, as requirements.lock has them (their
hashes stay there), and the browser's: those in ``templates/static/vendor`` and the runtime that judges on tablets.  It
is made from these files alone: no environment and no network is needed, and the same tree always gives the same file.
cyclonedx-bom reads an installed environment instead, brings a dozen packages, and does not see the browser's.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

ROOT = Path(__file__).resolve().parent.parent
SBOM = ROOT / "requirements.cdx.json"
BLOCK = re.compile(r"^([a-z0-9][a-z0-9._-]*)(?:\[[^]]*\])?==([^\s;\\]+)([^\n]*(?:\n[ \t].*)*)", re.MULTILINE)
NEEDED_BY = re.compile(r"#[ \t]+(?:via[ \t]+)?([a-z0-9][a-z0-9._-]*)")


def bill(lock: str, project: dict[str, Any], browser: list[tuple[str, str]]) -> dict[str, Any]:
    """The bill of materials.  ``project``: the table of that name in pyproject.toml; ``browser``: name and version of
    each package from npm.
    """
    name, version = project["name"], project["version"]
    own = f"pkg:pypi/{name}@{version}"
    found = BLOCK.findall(lock)
    refs = {each: f"pkg:pypi/{each}@{of}" for each, of, _ in found} | {name: own}
    needs: dict[str, set[str]] = {ref: set() for ref in refs.values()}
    for each, _, rest in found:
        for by in NEEDED_BY.findall(rest):
            if by in refs:
                needs[refs[by]].add(refs[each])
    scripts = [(each, of, f"pkg:npm/{each}@{of}") for each, of in browser]
    needs[own].update(ref for _, _, ref in scripts)
    parts = [*((each, of, refs[each]) for each, of, _ in found), *scripts]
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, repr((own, parts)))}",
        "version": 1,
        "metadata": {"component": component("application", name, version, own)},
        "components": [component("library", *each) for each in parts],
        "dependencies": [{"ref": ref, "dependsOn": sorted(on)} for ref, on in sorted(needs.items())],
    }


def component(kind: str, name: str, version: str, purl: str) -> dict[str, str]:
    """A component, identified by its package URL."""
    return {"type": kind, "bom-ref": purl, "name": name, "version": version, "purl": purl}


def browser_packages() -> Iterator[tuple[str, str]]:
    """Name and version of what the browser's code is made with, besides our own."""
    for folder in sorted((ROOT / "templates" / "static" / "vendor").iterdir()):
        name, _, version = folder.name.rpartition("-")
        yield name, version
    runtime = tomllib.loads((ROOT / "referee" / "law" / "runtime.toml").read_text("utf-8"))
    yield runtime["name"], runtime["version"]


def as_it_should_be() -> str:
    """The text of the file."""
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return json.dumps(bill(lock, project, list(browser_packages())), indent=1) + "\n"


if __name__ == "__main__":
    SBOM.write_text(as_it_should_be(), "utf-8")
