"""The guides inside the program."""
