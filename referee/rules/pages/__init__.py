"""The content of the pages about clauses, answers and examples."""
