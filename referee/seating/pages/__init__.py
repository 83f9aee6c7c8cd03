"""The pages about seatings, start orders and playoffs."""
