"""Cards and leaflets on sheets that are folded once, to half their size."""
