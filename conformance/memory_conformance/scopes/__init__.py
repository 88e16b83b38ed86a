"""Scopes whose names are likely to be confused, what is put into each, and what is proved of them. Makes no calls."""
