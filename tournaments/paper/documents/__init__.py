"""The documents, one file each.  Each is a function `(facts, layout, language) -> bytes` that raises Faulty with all
faults.
"""
