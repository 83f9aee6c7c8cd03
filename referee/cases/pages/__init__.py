"""The pages of cases and precedents."""
