"""The forms of cases and precedents."""
