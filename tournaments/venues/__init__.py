"""Several venues and days that lead to one final: what a venue hands over, and which of its players qualify."""
