"""A minimal HTTP client, so that a benchmark on one machine measures the server."""

import asyncio
from types import TracebackType
from typing import Self
from urllib.parse import urlencode, urlsplit


class Connection:
    """A keep-alive connection that posts forms, one at a time."""

    def __init__(self, url: str) -> None:
        self._address = urlsplit(url)

    async def __aenter__(self) -> Self:
        host, port = self._address.hostname, self._address.port
        self._reader, self._writer = await asyncio.open_connection(host, port)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.close()
        await self._writer.wait_closed()

    async def post(self, path: str, form: dict[str, str], headers: dict[str, str]) -> int:
        """Post a form; return the status of the response and discard its body."""
        body = urlencode(form).encode()
        lines = {
            "Host": self._address.netloc,
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": str(len(body)),
            **headers,
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        self._writer.write(f"POST {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        reply = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        _, _, length = reply.partition("content-length: ")
        await self._reader.readexactly(int(length.split("\r\n")[0]) if length else 0)
        return int(reply.split(" ", 2)[1])
