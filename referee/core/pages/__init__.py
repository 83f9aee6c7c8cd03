"""What all pages for people share."""
