"""Known answers: questions that came up at tournaments, answered in our own words, with their sources and clauses.

The data are beside this file, one file for each group of questions: ``NAME.toml`` holds the facts (standing, sources,
clauses, examples), ``NAME.LANG.toml`` the texts; ``sources.toml`` lists the sources.  An example is a game played
through the engine together with the answers it must give; a test checks that it gives them.
"""
