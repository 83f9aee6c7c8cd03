"""Precedents: rulings that later cases go by."""
