"""What the ports of managed memories have in common: the stand-in of the service, and the way behind the protocol."""
