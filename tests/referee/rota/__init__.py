"""The rota of the staff."""
