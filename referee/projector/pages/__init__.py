"""The screen itself, and for the organizer the page that arranges it and the remote."""
