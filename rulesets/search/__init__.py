"""Search for clauses in English, Japanese and Chinese: how texts are folded and cut, and the index that ranks them.

``templates/static/rules/`` does the same in the browser, for a page that has lost its network: what is changed here is
changed there, and a test compares the two.
"""
