"""The documents, a file each.  Every one is `(facts, layout, language) -> bytes` and raises Faulty, with all faults."""
