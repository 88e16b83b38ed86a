"""An HTTP service that ends a call whose caller hangs up, as many asynchronous servers do.

``python hanging_up.py CLASS KEY SECONDS``: so long takes each wait of the service.

Serves one of the services with coroutines, at a free port that it prints, below the path /base, to whoever has the key in a header.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from itertools import count
from typing import Any

from load import services


class Serving:
    """One service, and its instances."""

    def __init__(self, service: Any, key: str) -> None:
        self._service = service
        self._key = key
        self._instances: dict[str, Any] = {}
        self._ids = count(1)

    async def perform(self, operation: str, asked: dict[str, Any]) -> dict[str, Any]:
        """The result of an operation."""
        if operation == "hello":
            return dict(self._service.declares)
        if operation == "open":
            instance = str(next(self._ids))
            self._instances[instance] = self._service.open()
            return {"instance": instance}
        if operation == "close":
            return {}
        memory, scope = self._instances[asked["instance"]], asked["scope"]
        if operation == "search":
            return {"memories": await self._service.search(memory, scope, asked["query"])}
        if operation == "add_session":
            await self._service.add(memory, scope, asked["session"])
        else:
            await self._service.delete_session(memory, scope, asked["sessionId"])
        return {}

    async def connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer what comes on one connection, until it is closed."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                length = int(head.partition("content-length:")[2].split()[0])
                body = json.loads(await reader.readexactly(length))
                path = head.split()[1]
                if f"x-key: {self._key}" not in head or not path.startswith("/base/v1/"):
                    raise SystemExit(f"asked without its key, or elsewhere: {head}")
                operation = path.rpartition("/")[2]
                performing = asyncio.create_task(self.perform(operation, body))
                # Nobody says more before the answer: whatever comes is the end.
                hung_up = asyncio.create_task(reader.read(1))
                await asyncio.wait({performing, hung_up}, return_when=asyncio.FIRST_COMPLETED)
                if not performing.done():
                    performing.cancel()
                    with suppress(asyncio.CancelledError):
                        await performing
                    break
                hung_up.cancel()
                with suppress(asyncio.CancelledError):
                    await hung_up
                result = json.dumps(performing.result()).encode()
                writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%b" % (len(result), result))
                await writer.drain()
        writer.close()


async def main(name: str, key: str, seconds: str) -> None:
    """Serve until the process is killed."""
    services.PAUSE = float(seconds)
    serving = Serving(getattr(services, name)(), key)
    server = await asyncio.start_server(serving.connection, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
