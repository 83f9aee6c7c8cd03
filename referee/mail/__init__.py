"""E-mail: letters wait in the database until a mail server accepts them; without one, none are sent."""
