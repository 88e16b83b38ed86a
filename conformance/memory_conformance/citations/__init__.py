"""What the sources of the specification cite, held against the released artifacts: by hashes, and without a line of their text."""
