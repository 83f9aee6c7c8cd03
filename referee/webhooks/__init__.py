"""News sent out: signed webhooks, tried again until they are taken or given up."""
