"""The documents of an event, each with the facts that it shows."""
