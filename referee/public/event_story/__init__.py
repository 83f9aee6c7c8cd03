"""The story of an event for everybody, by what is published of it: the way of the standings, chances, games joined."""
