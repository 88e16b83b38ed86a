"""The leak lab: plays the rules of the specification on hundreds of scopes, and looks for histories that break them."""
