"""From the name of a backend to the backend: built-in references and whatever Python can import."""
