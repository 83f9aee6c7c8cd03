"""Who goes on: steps after rounds, by standings or by hand, and the bracket behind them."""
