"""Reference memory services: Python ports of what the released libraries do, and the list of all references."""
