"""Paper: the documents that the organizer prints.

`type` sets text (fonts, line breaking, vertical writing), `page` draws on sheets (boxes, tables, cut lines, QR codes),
and `documents` are pure functions `(facts, layout, language) -> bytes`, each returning a PDF with all fonts embedded.
The same input gives the same bytes.  What cannot be printed correctly is a fault, never a silent empty box.
"""
