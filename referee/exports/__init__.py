"""Exports of tables, rounds and events as records, JSON, or CSV for spreadsheets; all of them are streamed."""
