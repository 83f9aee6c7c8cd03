"""Who on the staff does what in which round."""
