"""Any Python memory service behind the protocol, in plain JSON types, with nothing but the standard library of Python 3.9.

In the process of a run its adapters are called as they are (`memory_conformance.connect.in_process`). Any other interpreter can be
given this folder to run (`memory_conformance.connect.apart`), and need have nothing of this project.
"""
