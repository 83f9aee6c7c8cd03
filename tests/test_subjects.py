"""The subjects of the service: which may import which, without import cycles between folders or files."""

from __future__ import annotations

from functools import cache

import pytest

from tests.test_layering import ROOT, import_cycles, imported_modules, module_name

SERVICE = ROOT / "referee"

NEIGHBOURS: dict[str, str] = {
    "models": "",
    "records": "",
    "core": "models",
    "law": "core models",
    "bundle": "law",
    "mail": "core models",
    "log": "core models",
    "clocks": "core log models",
    "events": "core log models",
    "floor": "core models",
    "tables": "clocks core events law log models",
    "stories": "core log",
    "rules": "core events log models records tables",
    "penalties": "core events log models rules",
    "backup": "core log models",
    "accounts": "core events models",
    "players": "accounts core events models penalties",
    "calls": "clocks core events log models rules tables",
    "cases": "calls clocks core events log models penalties players rules tables",
    "counts": "accounts calls cases core log models players tables",
    "results": "clocks core counts events log models penalties players",
    "standings": "core events models penalties results",
    "finals": "core events models results standings",
    "rounds": "accounts backup clocks core events log models results tables",
    "seating": "clocks core events finals log models penalties players results rounds standings tables",
    "rota": "calls core events models results standings",
    "lookup": "cases core events models rules",
    "help": "core",
    "exports": "calls cases core events log models rounds tables",
    "pictures": "core",
    "public": "accounts cases clocks core counts events finals floor log models penalties pictures players results"
    " seating standings stories tables",
    "projector": "core finals floor log models penalties public standings",
    "registration": "accounts core events mail models players public",
    "people": "core events models results standings",
    "venues": "core events models players results standings",
    "webhooks": "core events models public",
    "alerts": "core models players public registration webhooks",
    "prizes": "core events models public results standings",
    "archives": "core events exports floor log models penalties results seating standings",
    "stale": "core events finals log models prizes results rota seating standings",
    "printing": "accounts cases core events finals floor log models penalties players results rota rounds rules"
    " seating stale standings stories",
    "desk": "backup calls cases clocks core events finals log models penalties results rounds seating stale standings",
    "demo": "accounts core log models public",
    "server": "accounts alerts archives backup calls cases clocks core counts desk events exports finals floor"
    " help law log lookup mail penalties people players printing prizes projector public registration results"
    " rota rounds rules seating stale standings stories tables venues webhooks",
    "cli": "accounts archives backup cases core demo law log models printing records server",
}
"""Each subject and those that it may import, from the bottom up: it names only subjects listed before it."""


def subject_of(module: str) -> str:
    """The folder that a module of the service is in; empty for the package itself."""
    return module.split(".")[1] if "." in module else ""


@cache
def imports() -> dict[str, set[str]]:
    """The modules of the service, each with those of the service that it imports, including type-checking imports."""
    files = {module_name(path): path for path in SERVICE.rglob("*.py") if path.name[0] != "0"}
    return {name: set(imported_modules(path.read_text("utf-8"), files)) for name, path in files.items()}


def test_every_folder_of_the_service_is_a_subject() -> None:
    folders = {path.name for path in SERVICE.iterdir() if path.is_dir() and any(path.rglob("*.py"))}
    assert folders == set(NEIGHBOURS)


def test_a_subject_imports_the_neighbours_that_it_declares() -> None:
    wrong = [
        f"{module} imports {other}"
        for module, others in imports().items()
        for other in sorted(others)
        if (here := subject_of(module)) != (there := subject_of(other)) and there not in NEIGHBOURS[here].split()
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("subject", NEIGHBOURS)
def test_a_subject_stands_above_its_neighbours(subject: str) -> None:
    below = list(NEIGHBOURS)[: list(NEIGHBOURS).index(subject)]
    assert set(NEIGHBOURS[subject].split()) <= set(below)


@pytest.mark.parametrize("subject", NEIGHBOURS)
def test_a_subject_declares_no_neighbour_that_it_does_not_import(subject: str) -> None:
    taken = {
        subject_of(other) for module, others in imports().items() if subject_of(module) == subject for other in others
    }
    assert set(NEIGHBOURS[subject].split()) <= taken


@pytest.mark.parametrize("layer", ["referee", "tournaments"])
def test_modules_import_one_another_in_straight_lines(layer: str) -> None:
    files = {module_name(path): path for path in (ROOT / layer).rglob("*.py")}
    graph = {name: set(imported_modules(path.read_text("utf-8"), files)) for name, path in files.items()}
    assert import_cycles(graph) == []


def test_the_subjects_are_many_and_none_is_everything() -> None:
    sizes = {each: len(list((SERVICE / each).rglob("*.py"))) for each in NEIGHBOURS}
    assert max(sizes.values()) < sum(sizes.values()) / 5, sizes
