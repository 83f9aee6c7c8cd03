"""``python3 dev.py audit``: checks the locked packages for known security advisories.

It asks the public OSV database (https://osv.dev), which collects the advisories of PyPI and GitHub, about every package
version in requirements-dev.lock, which includes those of requirements.lock; nothing else leaves the machine.  Exit
code 0: no advisory; 1: some, each printed with the version that fixes it; 2: the lock cannot be read; 3: the database
cannot be reached, so nothing is known.  CI runs it and shows what it says, but neither 1 nor 3 fails a build there:
advisories appear and networks fail without anybody having changed the project.

pip-audit does the same, but has thirty dependencies, which would be in the lock too; this needs only Python.
"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

LOCK = Path(__file__).resolve().parent.parent / "requirements-dev.lock"
OSV = "https://api.osv.dev"
TIMEOUT = 30
"""Seconds for an answer."""
BATCH_SIZE = 500
"""Packages per request; OSV accepts a thousand."""
PINNED = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^]]*\])?==([^\s;\\]+)", re.MULTILINE)


class Package(NamedTuple):
    """A locked package."""

    name: str
    version: str


class Unreachable(Exception):
    """The database of advisories cannot be reached."""


class Osv:
    """The database of advisories."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")

    def ask(self, path: str, body: Any = None) -> Any:
        """Return the JSON answer to a GET, or to a POST of ``body``.  Raises `Unreachable`."""
        payload = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self.address}{path}", payload, {"Content-Type": "application/json", "User-Agent": "monopoly-referee"}
        )
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                return json.loads(answer.read())
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise Unreachable(f"{self.address}{path}: {error}") from error

    def advisories(self, packages: Sequence[Package]) -> dict[Package, list[str]]:
        """Return the ids of the advisories for each package that has any.  Raises `Unreachable`."""
        found: dict[Package, list[str]] = {}
        pending = [(package, query(package)) for package in packages]
        while pending:
            now, pending = pending[:BATCH_SIZE], pending[BATCH_SIZE:]
            results = self.ask("/v1/querybatch", {"queries": [each for _, each in now]}).get("results", [])
            if len(results) != len(now):
                raise Unreachable(f"{self.address}: {len(now)} questions, {len(results)} answers")
            for (package, before), result in zip(now, results, strict=True):
                if ids := [each["id"] for each in result.get("vulns", ())]:
                    found.setdefault(package, []).extend(ids)
                if token := result.get("next_page_token"):
                    pending.append((package, {**before, "page_token": token}))
        return found


def query(package: Package) -> dict[str, Any]:
    return {"package": {"name": package.name, "ecosystem": "PyPI"}, "version": package.version}


def locked_packages(text: str) -> list[Package]:
    """The packages of a lock file, each version once."""
    return sorted({Package(name.lower(), version) for name, version in PINNED.findall(text)})


def version_key(version: str) -> tuple[int, ...]:
    """The numbers of a version, as a sort key."""
    return tuple(map(int, re.findall(r"\d+", version.partition("+")[0])))


def fixed_in(advisory: dict[str, Any], package: Package) -> str:
    """The first later version of the package that fixes an advisory, or ``""``."""
    versions = [
        event["fixed"]
        for affected in advisory.get("affected", ())
        if affected.get("package", {}).get("name", "").lower() == package.name
        for span in affected.get("ranges", ())
        if span.get("type") == "ECOSYSTEM"
        for event in span.get("events", ())
        if "fixed" in event and version_key(event["fixed"]) > version_key(package.version)
    ]
    return min(versions, key=version_key, default="")


def advisory_line(advisory: dict[str, Any], package: Package) -> str:
    """Format an advisory as a line of output."""
    names = ", ".join([advisory["id"], *advisory.get("aliases", ())])
    fixed = fixed_in(advisory, package)
    version = f"mended in {fixed}" if fixed else "no version mends it"
    summary = advisory.get("summary") or str(advisory.get("details", "")).partition("\n")[0]
    return f"{package.name} {package.version}: {names}: {version}: {summary[:200]}"


def audit(argv: Sequence[str]) -> int:
    """Look up every package of the lock and print the advisories; returns the exit code."""
    parser = argparse.ArgumentParser(prog="dev.py audit", description=__doc__)
    parser.add_argument("--lock", type=Path, default=LOCK, help="another lock")
    parser.add_argument("--osv", default=OSV, help=f"the address of another OSV service ({OSV})")
    options = parser.parse_args(argv)
    try:
        packages = locked_packages(options.lock.read_text("utf-8"))
    except OSError as error:
        print(f"audit: {options.lock}: {error.strerror}", file=sys.stderr)
        return 2
    if not packages:
        print(f"audit: {options.lock} names no package", file=sys.stderr)
        return 2
    osv = Osv(options.osv)
    try:
        lines = [
            advisory_line(advisory, package)
            for package, ids in osv.advisories(packages).items()
            for advisory in (osv.ask(f"/v1/vulns/{each}") for each in ids)
            if "withdrawn" not in advisory
        ]
    except Unreachable as error:
        print(f"audit: not done, the advisories cannot be asked for: {error}", file=sys.stderr)
        return 3
    print("\n".join(lines) if lines else f"audit: no advisory is known about {len(packages)} packages")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(audit(sys.argv[1:]))
