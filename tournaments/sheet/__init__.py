"""The asset sheet: what was counted at a table when the game ended, recomputed by the ruleset that was played."""
