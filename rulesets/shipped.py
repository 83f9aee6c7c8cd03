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
