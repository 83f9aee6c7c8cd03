"""Drawing on sheets: paper and layout, boxes, ink, tables, cards to cut, QR codes.  Lengths are points by default."""
