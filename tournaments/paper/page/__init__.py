"""Drawing on sheets: paper and layout, boxes, ink, tables, cards to cut, codes.  Lengths are points by default."""
