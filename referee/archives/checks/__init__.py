"""The checks of `verify`: each computes a part of an event again from its archive, and yields what differs."""
