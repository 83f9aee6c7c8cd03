"""The pages of people across events: the register for administrators, ratings and seasons for everybody."""
