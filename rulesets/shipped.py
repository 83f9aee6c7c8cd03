"""The rulesets of this package, by name: loadable from a plain checkout too, where no entry point is installed."""

from __future__ import annotations

SHIPPED = {
    "city": "rulesets.city:RULESET",
    "classic-ja": "rulesets.classic_ja:RULESET",
    "classic-us": "rulesets.classic_us:CLASSIC_US",
    "classic-us-short": "rulesets.classic_us:SHORT",
    "classic-us-timed": "rulesets.classic_us:TIMED",
    "jma-2006": "rulesets.jma.ruleset:RULESET",
    "wiki-2008": "rulesets.wiki:WIKI_2008",
    "wiki-2008-short": "rulesets.wiki:SHORT",
    "wiki-2008-timed": "rulesets.wiki:TIMED",
}

RETIRED = {
    "city": {"1": "6279ca10cb24b042"},
    "classic-ja": {"1": "3c63ba9eb35e28d3"},
    "classic-us": {"1": "ba36aa3a31c8ab9e"},
    "classic-us-short": {"1": "79fdf04ba14c9acb"},
    "classic-us-timed": {"1": "009bf31da3204638"},
    "jma-2006": {"1": "2526f5c0a0633482"},
    "wiki-2008": {"1": "d5439e319bae089c"},
    "wiki-2008-short": {"1": "c9e0c159e5f5878e"},
    "wiki-2008-timed": {"1": "f45a9a76eb80c214"},
}
"""Versions that were published and whose rules have moved on since, with their fingerprints."""
