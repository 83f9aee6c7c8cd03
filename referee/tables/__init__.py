"""Tables: the games that are played at them, and the judge's tablet."""
