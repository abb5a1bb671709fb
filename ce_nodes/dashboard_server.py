"""Serves the dashboard page and its stream to browsers on this machine, and to nobody else."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, web

from ce_nodes.dashboard_stream import JsonObject, to_json

ADDRESS = "127.0.0.1"
LOCAL_NAMES = {"127.0.0.1", "localhost", "::1"}
PORTS_TO_TRY = 100
PAGE = Path(__file__).parent / "dashboard_page"
PAGE_FILES = {"/": "index.html", "/style.css": "style.css", "/app.js": "app.js"}
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}

Key = tuple[str, str]  # type of the object, and the robot that speaks where there are several


class Client:
    """One open page: holds at most the newest object of each key, so a slow one drops frames."""

    def __init__(self, socket_: web.WebSocketResponse) -> None:
        self.socket = socket_
        self._pending: dict[Key, str] = {}
        self._news = asyncio.Event()

    def offer(self, objects: Mapping[Key, str]) -> None:
        """Replace what has not been sent yet."""
        self._pending.update(objects)
        self._news.set()

    async def send_forever(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            pending, self._pending = self._pending, {}
            for text in pending.values():
                await self.socket.send_str(text)


class DashboardServer:
    """HTTP and websocket side of the dashboard. Knows nothing of ROS.

    `latest()` gives the newest object of every key; `changes()` those that are new since it was last called.
    """

    def __init__(
        self,
        latest: Callable[[], Mapping[Key, JsonObject]],
        changes: Callable[[], Mapping[Key, JsonObject]],
        update_rate: float,
    ) -> None:
        self._latest = latest
        self._changes = changes
        self._period = 1.0 / update_rate
        self._clients: set[Client] = set()

    async def run(self, listener: socket.socket, stop: asyncio.Event, ready: Callable[[], None]) -> None:
        """Serve until `stop` is set, then end within half a second whatever the clients do."""
        app = web.Application(middlewares=[only_local])
        app.router.add_get("/stream", self._stream)
        app.router.add_get("/snapshot", self._snapshot)
        for path in PAGE_FILES:
            app.router.add_get(path, _page)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.SockSite(runner, listener).start()
        ready()
        frames = asyncio.create_task(self._send_frames())
        stopped = asyncio.create_task(stop.wait())
        await asyncio.wait({frames, stopped}, return_when=asyncio.FIRST_COMPLETED)
        for task in (frames, stopped):
            task.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(0.2):
                goodbyes = (client.socket.close(code=WSCloseCode.GOING_AWAY) for client in self._clients)
                await asyncio.gather(*goodbyes, return_exceptions=True)
        with suppress(TimeoutError):
            async with asyncio.timeout(0.3):
                await runner.cleanup()
        if not frames.cancelled() and frames.done():
            frames.result()  # an error there ended the run: say so

    async def _send_frames(self) -> None:
        while True:
            await asyncio.sleep(self._period)
            if self._clients:
                objects = {key: to_json(value) for key, value in self._changes().items()}
                for client in self._clients:
                    client.offer(objects)

    async def _stream(self, request: web.Request) -> web.WebSocketResponse:
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).hostname not in LOCAL_NAMES:
            raise web.HTTPForbidden(text=f"The stream is for pages of this machine, not of {origin}.\n")
        websocket = web.WebSocketResponse(timeout=0.1, heartbeat=20.0, max_msg_size=1024)
        await websocket.prepare(request)
        client = Client(websocket)
        client.offer({key: to_json(value) for key, value in self._latest().items()})
        self._clients.add(client)
        sender = asyncio.create_task(client.send_forever())
        try:
            async for _ in websocket:
                pass  # an observer is not told what to do
        finally:
            self._clients.discard(client)
            sender.cancel()
            with suppress(asyncio.CancelledError, ConnectionError):
                await sender
        return websocket

    async def _snapshot(self, request: web.Request) -> web.Response:
        by_type = {value["type"]: value for value in self._latest().values()}
        return web.Response(text=to_json(by_type), content_type="application/json", headers=HEADERS)


@web.middleware
async def only_local(request: web.Request, handler: Callable) -> web.StreamResponse:
    """Refuse names that only point here through DNS rebinding."""
    if urlsplit(f"//{request.headers.get('Host', '')}").hostname not in LOCAL_NAMES:
        raise web.HTTPForbidden(text="Ask for 127.0.0.1 or localhost.\n")
    return await handler(request)


async def _page(request: web.Request) -> web.FileResponse:
    return web.FileResponse(PAGE / PAGE_FILES[request.path], headers=HEADERS)


def listen(port: int, or_next: bool) -> socket.socket:
    """Open the port (0: any free one); `or_next` goes on to the next free one where it is taken."""
    last = min(port + PORTS_TO_TRY, 65536) if or_next else port + 1
    for candidate in range(port, last):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((ADDRESS, candidate))
            listener.listen(64)
        except OSError as error:
            listener.close()
            reason = error.strerror
        else:
            return listener
    tried = f"port {port}" if last == port + 1 else f"ports {port} to {last - 1}"
    raise OSError(f"{tried} on {ADDRESS}: {reason}; choose another with the parameter port (0: any free one)")
