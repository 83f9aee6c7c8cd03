"""The form of what travels: marshmallow schemas, strict on the way in, the description of what goes out."""
