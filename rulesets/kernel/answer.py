"""The answer to a report, by the name that programs look for: see `rulesets.kernel.ruleset`."""

from rulesets.kernel.ruleset import Answer

__all__ = ["Answer"]
