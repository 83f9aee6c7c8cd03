"""The start page and the organizer's desk."""
