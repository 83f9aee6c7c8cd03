"""What an attacker in the hall would try: ``python3 dev.py attack``.  See docs/testing.md, Attacks."""
