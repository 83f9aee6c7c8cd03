"""``python3 dev.py chaos``: a tournament day at ten times the normal pace, while everything that can fail does.

Tablets and staff (`tablet`, `desk`, `staff`) use a service whose processes, database and disk fail at random
(`service`, `trouble`) through a network that loses, duplicates and delays requests (`network`). `journal` records what
was acknowledged and shown to them, and `verify` compares that with the database afterwards; `day` runs it all.
"""
