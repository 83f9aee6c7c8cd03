"""The archive of an event: everything that it was made of, as files that people and programs read (format event/1).

`records` declares the files once; `lines` writes and reads their lines, `pack` and `unpack` the whole, and `integrity`
finds what is not as it was written.  Documented in docs/archive-format.md.
"""
