"""The public story of an event, from what is published: ranks over the rounds, chances, figures over all games."""
