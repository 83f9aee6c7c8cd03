"""The rulesets of this package, by name: loadable from a plain checkout too, where no entry point is installed."""

from __future__ import annotations

SHIPPED = {"jma-2006": "rulesets.jma:RULESET"}
