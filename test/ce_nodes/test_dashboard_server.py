"""The dashboard's web side: who may look, what they get, and that nobody can hold it up."""

import asyncio
import json
import re
import socket
import time

import aiohttp
import pytest

from ce_nodes.dashboard_server import PAGE, Client, DashboardServer, listen

ARENA = {("arena", ""): {"type": "arena", "name": "corridor"}}


class Served:
    """A running server, what it would say next, and a session to ask it with."""

    def __init__(self):
        self.news = {}
        self.stop = asyncio.Event()

    def changes(self):
        news, self.news = self.news, {}
        return news


def serve(check):
    """Run the coroutine `check(served)` against a server."""

    async def main():
        served, ready, listener = Served(), asyncio.Event(), listen(0, or_next=False)
        served.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        server = DashboardServer(lambda: ARENA, served.changes, update_rate=100.0)
        served.running = asyncio.create_task(server.run(listener, served.stop, ready.set))
        async with aiohttp.ClientSession() as served.session, asyncio.timeout(10):
            await ready.wait()
            await check(served)
            served.stop.set()
            await served.running

    asyncio.run(main())


def test_page_and_its_files_are_served():
    async def check(served):
        for path, kind in {"/": "text/html", "/style.css": "text/css", "/app.js": "javascript"}.items():
            async with served.session.get(served.url + path) as answer:
                assert answer.status == 200
                assert kind in answer.headers["Content-Type"]
                assert "default-src 'self'" in answer.headers["Content-Security-Policy"]

    serve(check)


def test_page_needs_no_other_host():
    for name in ("index.html", "style.css", "app.js"):
        text = (PAGE / name).read_text().replace("http://www.w3.org/2000/svg", "")  # a name, never fetched
        assert not re.search(r"https?://|@import|url\(", text), name


def test_snapshot_is_the_last_object_of_each_type():
    async def check(served):
        async with served.session.get(served.url + "/snapshot") as answer:
            assert await answer.json() == {"arena": ARENA["arena", ""]}

    serve(check)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", ""])
def test_foreign_host_names_are_refused(host):
    async def check(served):
        for path in ("/", "/snapshot", "/stream"):
            async with served.session.get(served.url + path, headers={"Host": host}) as answer:
                assert answer.status in (400, 403)

    serve(check)


@pytest.mark.parametrize("origin", ["http://evil.example", "https://localhost.evil.example", "null", ""])
def test_pages_of_foreign_origins_get_no_stream(origin):
    async def check(served):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await served.session.ws_connect(served.url + "/stream", origin=origin)
        assert refused.value.status == 403

    serve(check)


@pytest.mark.parametrize("origin", [None, "http://127.0.0.1:8080", "http://localhost:1234", "http://[::1]"])
def test_local_pages_get_everything_known_and_then_what_is_new(origin):
    async def check(served):
        async with served.session.ws_connect(served.url + "/stream", origin=origin) as stream:
            assert (await stream.receive_json())["type"] == "arena"
            served.news = {("tracks", ""): {"type": "tracks", "tracks": []}}
            assert await stream.receive_json() == {"type": "tracks", "tracks": []}

    serve(check)


def test_many_pages_hear_the_same():
    async def check(served):
        streams = [await served.session.ws_connect(served.url + "/stream") for _ in range(20)]
        for stream in streams:
            await stream.receive_json()
        served.news = {("tracks", ""): {"type": "tracks", "number": 1}}
        assert [(await stream.receive_json())["number"] for stream in streams] == [1] * 20

    serve(check)


def test_a_slow_page_drops_frames_instead_of_queueing_them():
    class SlowSocket:
        def __init__(self):
            self.sent = []

        async def send_str(self, text):
            self.sent.append(json.loads(text))
            await asyncio.sleep(0.05)

    async def main():
        client = Client(SlowSocket())
        sending = asyncio.create_task(client.send_forever())
        for number in range(100):
            client.offer({("tracks", ""): json.dumps(number)})
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.2)
        sending.cancel()
        assert len(client.socket.sent) < 20
        assert client.socket.sent[-1] == 99

    asyncio.run(main())


def test_stops_at_once_though_pages_are_open():
    async def check(served):
        streams = [await served.session.ws_connect(served.url + "/stream", autoclose=False) for _ in range(3)]
        began = time.monotonic()
        served.stop.set()
        await served.running
        assert time.monotonic() - began < 1.0
        assert len(streams) == 3

    serve(check)


def test_an_error_in_the_source_ends_the_server_with_that_error():
    async def check(served):
        served.news = {("tracks", ""): {"type": "tracks", "bad": float("nan")}}
        async with served.session.ws_connect(served.url + "/stream"):
            with pytest.raises(ValueError, match="JSON"):
                await served.running

        served.running = asyncio.sleep(0)

    serve(check)


def test_only_this_machine_is_listened_to():
    with listen(0, or_next=False) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"


def test_a_taken_port_gives_way_to_the_next_only_where_allowed():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match=f"port {port} on 127.0.0.1: .* choose another"):
            listen(port, or_next=False)
        with listen(port, or_next=True) as listener:
            assert listener.getsockname()[1] > port
