"""Mutation testing of the law: how many small changes of it the rule scenarios notice (docs/testing.md)."""
