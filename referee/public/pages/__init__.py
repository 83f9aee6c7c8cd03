"""The public pages, the private pages of players, and the staff page that opens and closes them."""
