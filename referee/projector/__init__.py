"""The screens in the hall: which slides they show, and the remote that controls them."""
