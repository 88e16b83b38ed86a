"""The commands, by what they are for. Thin: each reads what is asked for, calls what does it, and prints what comes out."""
