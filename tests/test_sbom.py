"""The software bill of materials says what the lock says."""

from __future__ import annotations

import json

from tests.audit import locked_packages
from tests.sbom import ROOT, SBOM, as_it_should_be, bill


def test_the_bill_of_materials_is_that_of_the_lock() -> None:
    text = SBOM.read_text("utf-8")
    assert text == as_it_should_be(), "python3 dev.py lock writes it"
    found = json.loads(text)
    pypi = {(each["name"], each["version"]) for each in found["components"] if each["purl"].startswith("pkg:pypi/")}
    assert pypi == {
        (each.name, each.version) for each in locked_packages((ROOT / "requirements.lock").read_text("utf-8"))
    }
    refs = {each["bom-ref"] for each in found["components"]}
    own = found["metadata"]["component"]["bom-ref"]
    assert {each["ref"] for each in found["dependencies"]} | refs == refs | {own}
    assert all(set(each["dependsOn"]) <= refs for each in found["dependencies"])


def test_who_needs_a_package_is_read_from_either_form_of_the_lock() -> None:
    lock = (
        "one==1.0 \\\n    --hash=sha256:00\n    # via us (pyproject.toml)\n"
        "two[extra]==2 ; sys_platform != 'win32' \\\n    --hash=sha256:00\n"
        "    # via\n    #   us (pyproject.toml)\n    #   one\n"
    )
    made = bill(lock, {"name": "us", "version": "3"}, [("chart", "4.5")])
    assert [each["purl"] for each in made["components"]] == ["pkg:pypi/one@1.0", "pkg:pypi/two@2", "pkg:npm/chart@4.5"]
    assert {each["ref"]: each["dependsOn"] for each in made["dependencies"]} == {
        "pkg:pypi/one@1.0": ["pkg:pypi/two@2"],
        "pkg:pypi/two@2": [],
        "pkg:pypi/us@3": ["pkg:npm/chart@4.5", "pkg:pypi/one@1.0", "pkg:pypi/two@2"],
    }
