"""Search for clauses in English, Japanese and Chinese: normalising and splitting texts, and the index that ranks them.

``templates/static/rules/`` does the same in the browser, for pages that have lost the network: a change here needs the
same change there, and a test compares the two.
"""
