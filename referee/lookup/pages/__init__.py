"""The pages on which rules and answers are looked up."""
