"""The leak lab under load: many users at once, each with canaries of its own, some of whose calls are cancelled in the middle.

What users do and what is made of the answers knows no I/O: it is played by threads, by the tasks of an event loop, and by Locust.
"""
