"""Debts and how they end: paid, sold for, or in bankruptcy."""
