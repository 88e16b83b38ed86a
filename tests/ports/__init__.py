"""What the ports are held to: the worked numbers of the notes, by property."""
