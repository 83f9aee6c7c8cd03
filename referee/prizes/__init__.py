"""Prizes: by place, or drawn by lot so that anybody can draw again."""
