"""E-mail: letters wait in the database until a server has them, and none leaves where no server is set."""
