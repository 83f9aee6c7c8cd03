"""The schemas of cases and precedents."""
