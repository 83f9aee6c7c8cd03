"""The asset sheet: what was counted at a table when the game ended, recomputed by the law that was played."""
