"""What an attacker in the hall would try, as a command: ``python3 dev.py attack``.  See docs/architecture.md, Attacks."""
