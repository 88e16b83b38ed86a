"""The sentences of the specification and what they do. Steps observe; they never judge."""
