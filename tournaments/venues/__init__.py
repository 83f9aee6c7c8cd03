"""Several venues and days into one final: what a venue hands over, and who of it comes."""
