"""``python -m referee.cli``: the command line without the installed script."""

from referee.cli import main

main()
