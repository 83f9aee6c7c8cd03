"""Events: an event, its round plan and the regulation that it is held by."""
