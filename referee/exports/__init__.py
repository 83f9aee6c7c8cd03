"""Exports of tables, rounds and events: as records, as JSON, as a spreadsheet's CSV; each written while it is read."""
