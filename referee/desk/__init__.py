"""The desk: everything that is waiting for the organizer."""
