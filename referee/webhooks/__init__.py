"""Webhooks: signed news, retried until it is accepted or given up."""
