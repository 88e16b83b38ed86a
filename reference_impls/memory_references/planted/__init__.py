"""Services that are wrong on purpose, in one thing each, so that every check of the specification is seen to fail."""
