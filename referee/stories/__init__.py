"""A game told from its log: what everybody was worth when, who owned what, and which rents were paid."""
