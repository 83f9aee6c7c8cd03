"""Who is ahead: ordered criteria, shared ranks, and why."""
