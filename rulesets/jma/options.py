"""What a tournament's regulation may set in jma-2006 (JMA/GEN-2)."""

from __future__ import annotations

from rulesets.classic import options

OPTIONS = (
    options.starting_cash("JMA/SETUP-1"),
    options.time_limit("JMA/TIME-1", 90),
    options.dealt_deeds("JMA/GEN-2"),
    options.dealt_deeds_are_paid("JMA/GEN-2"),
    options.negotiation_from("JMA/GEN-2"),
    options.interest_rounding("JMA/MORT-2"),
)
