"""What only the Japan Monopoly Association has: negotiation and its times, gifts and prices, rescues.

`ruleset` puts jma-2006 together; the other modules are chapters of the same names as in `rulesets.classic`, as far as
the association's rules differ there.
"""
