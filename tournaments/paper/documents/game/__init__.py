"""A game told on paper: the board as it stood, net worth over the reports, who owned what when."""
