"""A line to a backend on which messages meet with mishaps, and what has to hold of the memory all the same."""
