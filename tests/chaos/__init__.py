"""``python3 dev.py chaos``: a tournament's day at ten times its pace, while everything that can fail does.

Tablets and staff (`tablet`, `desk`, `staff`) work through a network that loses, doubles and delays (`network`) with a
service whose processes, database and disk fail at random (`service`, `trouble`). `journal` keeps what they were
promised and have seen, and `verify` holds that against the database afterwards; `day` puts it together.
"""
