"""The protocol: its operations and messages, their schemas, and the version that this engine speaks."""
