"""The guides inside the program: the documents of ``docs/`` as pages in the reader's language."""
