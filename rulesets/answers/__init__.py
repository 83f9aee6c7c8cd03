"""Known answers: questions that tournaments have met, answered in our words, each with its sources and its clauses.

The data stand beside this file, a group of questions a file: ``NAME.toml`` holds the facts (standing, sources, clauses,
examples), ``NAME.LANG.toml`` the words; ``sources.toml`` says where they were found.  An example is a game that
the engine plays: what it must answer is written down with it, and a test holds the engine to it.
"""
