"""Named parameters: figures that a source leaves open, defined once under ``[parameters]`` and used as ``"$name"``."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.section import Section


def with_parameters(content: Mapping[str, object], top: Section) -> Mapping[str, object]:
    """The content with every ``"$name"`` replaced by the parameter's value.

    Records as faults names that are not parameters, and parameters that are never used.
    """
    section = top.section("parameters", required=False)
    values = {name: section.raw(name) for name in section.content}
    for name, value in values.items():
        if isinstance(value, dict):
            section.fault(name, "parameter_is_section")
    used: set[str] = set()

    def replaced(value: object, path: str) -> object:
        if isinstance(value, str) and value.startswith("$"):
            name = value[1:]
            used.add(name)
            if name not in values:
                top.fault(path, "unknown_parameter", given=value, known=", ".join(values) or "–")
            return values.get(name, value)
        if isinstance(value, dict):
            return {key: replaced(each, f"{path}.{key}" if path else key) for key, each in value.items()}
        if isinstance(value, list):
            return [replaced(each, f"{path}[{number}]") for number, each in enumerate(value, 1)]
        return value

    filled = {key: value if key == "parameters" else replaced(value, key) for key, value in content.items()}
    for name in values:
        if name not in used:
            section.fault(name, "unused_parameter", given=f"${name}")
    return filled
