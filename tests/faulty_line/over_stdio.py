"""One of these services as a command: ``over_stdio.py NAME``."""

import json
import sys

from wire import Appending, Service  # type: ignore[import-not-found]

service = {one.__name__: one for one in (Service, Appending)}[sys.argv[1]]()
for line in sys.stdin:
    asked = json.loads(line)
    result = service.answer(asked["method"], asked["params"], lambda: True)
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
