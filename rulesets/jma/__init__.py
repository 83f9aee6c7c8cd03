"""What only the Japan Monopoly Association's rules have: negotiation and its times, gifts and prices, rescues.

`ruleset` puts jma-2006 together; the other modules are chapters of the same names as in `rulesets.classic`, where the
association's rules differ.
"""
