"""Mutation testing of the law: how many small changes of its code the rule scenarios detect (docs/testing.md)."""
