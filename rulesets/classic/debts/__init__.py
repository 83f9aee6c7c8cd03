"""Debts and how they end: paid, paid by selling, or in bankruptcy."""
