"""Prizes: by place, or drawn by lot in a way that anybody can verify."""
