"""Alerts: what concerns a player, told on their phone (Web Push) or by e-mail, if they turned that on."""
