"""Paper: what comes out of the organizer's printer.

`type` sets text (fonts, line breaking, vertical writing), `page` draws on sheets (boxes, tables, cut lines, QR codes),
`documents` are pure functions `(facts, layout, language) -> bytes`, each a PDF with all its fonts embedded.  The same
input gives the same bytes.  What cannot be printed as it should be is a fault, never a silent box.
"""
