"""What belongs to deeds: rent, mortgages, building and selling, the bank's stock, worth."""
