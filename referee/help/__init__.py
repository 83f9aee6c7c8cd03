"""The guides inside the program: what stands in ``docs/``, as pages in the reader's language."""
