"""The screen itself, the page that arranges it, and the remote."""
