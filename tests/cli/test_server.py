"""The server: content types, compressed copies, caching, the security policy, and nothing from outside its folder."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import http.client
import io
import os
import socket
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from http.client import HTTPResponse
from pathlib import Path

import pytest

from whister.cli import server

Get = Callable[..., tuple[HTTPResponse, bytes]]
Address = tuple[str, int]


@pytest.fixture
def address(tmp_path: Path) -> Iterator[Address]:
    """Yield the address of a server that serves a small site."""
    site = tmp_path / "site"
    runtime = site / "_runtime" / "0123456789abcdef"
    runtime.mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("not for readers")
    (site / "index.html").write_text("the front page")
    (site / "index.html.br").write_bytes(b"as brotli")
    (site / "index.html.gz").write_bytes(b"as gzip")
    (site / "404.html").write_text("no such page")
    (site / "hearts").mkdir()
    (site / "hearts" / "index.html").write_text("hearts")
    (site / "embed" / "hearts").mkdir(parents=True)
    (site / "embed" / "hearts" / "index.html").write_text("a table")
    (site / "sw.js").write_text("addEventListener('fetch', () => {})")
    (site / "empty").mkdir()
    (runtime / "worker.mjs").write_text("export {}")
    (runtime / "pyodide.asm.wasm").write_bytes(b"\0asm")
    running = server.start(site)
    threading.Thread(target=running.serve_forever, args=(0.02,), daemon=True).start()

    yield "127.0.0.1", running.server_address[1]
    running.shutdown()
    running.server_close()


@pytest.fixture
def get(address: Address) -> Get:
    """Return a function that sends a request; headers are given by keyword, as Accept_Encoding="br"."""

    def ask(path: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
        connection = http.client.HTTPConnection(*address, timeout=5)
        connection.request(
            method, path, headers={name.replace("_", "-"): text for name, text in headers.items()}
        )
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response, body

    return ask


def test_an_encoding_of_no_weight_is_not_sent(get: Get) -> None:
    for said, sent in (
        ("br;q=0, gzip", "gzip"),
        ("br; q=0.000, gzip;q=0", None),
        ("br;q=0.5", "br"),
        ("BR;Q=1", "br"),
    ):
        response, _ = get("/", Accept_Encoding=said)
        assert response.getheader("Content-Encoding") == sent, said


def test_an_address_longer_than_any_name_of_a_file_is_not_found(get: Get) -> None:
    response, body = get(f"/{'x' * 300}/")
    assert (response.status, body) == (404, b"no such page")


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/_runtime/0123456789abcdef/worker.mjs", "text/javascript; charset=utf-8"),
        ("/_runtime/0123456789abcdef/pyodide.asm.wasm", "application/wasm"),
    ],
)
def test_each_file_has_its_type(get: Get, path: str, kind: str) -> None:
    response, _ = get(path)
    assert response.status == 200
    assert response.headers["Content-Type"] == kind
    assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", "/nowhere/", "/hearts", "/_runtime/0123456789abcdef/worker.mjs"])
def test_every_answer_carries_the_policy_and_it_allows_nothing_inline(get: Get, path: str) -> None:
    response, _ = get(path)
    policy = response.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self'; object-src 'none'; ")
    assert "; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self';" in policy
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy


@pytest.mark.parametrize(
    ("path", "who"),
    [
        ("/", "'self'"),
        ("/hearts/", "'self'"),
        ("/embed/hearts/", "*"),
        ("/embed/nowhere/", "'self'"),
        ("/embed/../hearts/", "'self'"),
    ],
)
def test_only_a_table_alone_may_stand_in_another_sites_frame(get: Get, path: str, who: str) -> None:
    response, _ = get(path)
    assert response.headers["Content-Security-Policy"].endswith(f"; frame-ancestors {who}")


def test_the_service_worker_is_a_script_that_is_asked_for_again(get: Get) -> None:
    response, _ = get("/sw.js")
    assert response.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    ("accepted", "encoding", "body"),
    [
        ("gzip, deflate, br", "br", b"as brotli"),
        ("gzip", "gzip", b"as gzip"),
        ("identity", None, b"the front page"),
    ],
)
def test_the_best_copy_that_the_browser_takes(
    get: Get, accepted: str, encoding: str | None, body: bytes
) -> None:
    response, sent = get("/", Accept_Encoding=accepted)
    assert (response.headers["Content-Encoding"], sent) == (encoding, body)
    assert response.headers["Vary"] == "Accept-Encoding"


def test_a_copy_older_than_its_file_is_not_sent(get: Get, tmp_path: Path) -> None:
    os.utime(tmp_path / "site" / "index.html.br", (0, 0))
    response, sent = get("/", Accept_Encoding="br")
    assert (response.headers["Content-Encoding"], sent) == (None, b"the front page")


def test_what_is_named_by_its_hash_is_kept_for_ever_and_a_page_is_asked_for_again(get: Get) -> None:
    runtime, _ = get("/_runtime/0123456789abcdef/worker.mjs")
    assert runtime.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    page, _ = get("/")
    assert page.headers["Cache-Control"] == "no-cache"
    again, body = get("/", If_None_Match=page.headers["ETag"])
    assert (again.status, body) == (304, b"")


def test_a_missing_page_is_404_with_the_sites_own_words(get: Get) -> None:
    response, body = get("/nowhere/")
    assert (response.status, body) == (404, b"no such page")
    assert response.headers["Cache-Control"] == "no-cache"


def test_a_folder_without_its_slash_is_sent_to_its_own_address(get: Get) -> None:
    response, _ = get("/hearts?q=1")
    assert (response.status, response.headers["Location"]) == (301, "/hearts/?q=1")
    assert get("/hearts/")[1] == b"hearts"


def test_no_redirect_leaves_the_site(get: Get) -> None:
    response, _ = get("//hearts")
    assert not (response.headers["Location"] or "").startswith("//")


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/hearts/..%2f..%2fsecret.txt", "/empty/"]
)
def test_nothing_outside_the_site_and_no_list_of_a_folder(get: Get, path: str) -> None:
    response, body = get(path)
    assert response.status == 404
    assert b"not for readers" not in body


def test_head_has_the_length_and_no_body(get: Get) -> None:
    response, body = get("/", "HEAD")
    assert (response.headers["Content-Length"], body) == ("14", b"")


@pytest.fixture
def large(tmp_path: Path, get: Get) -> bytes:
    """Add to the site a file that is larger than one piece sent at a time; return its contents."""
    content = bytes(range(256)) * 3_000
    (tmp_path / "site" / "book.epub").write_bytes(content)
    return content


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [("bytes=0-99", 0, 99), ("bytes=767900-", 767_900, 767_999), ("bytes=-5", 767_995, 767_999), ("bytes=10-10", 10, 10),
     ("Bytes= 70000-200000", 70_000, 200_000), ("bytes=700000-999999999", 700_000, 767_999), ("bytes=-999999999", 0, 767_999)],
)  # fmt: skip
def test_a_part_of_a_file_is_sent_where_a_part_is_asked_for(
    get: Get, large: bytes, said: str, first: int, last: int
) -> None:
    response, body = get("/book.epub", Range=said)
    assert (response.status, response.headers["Content-Range"]) == (206, f"bytes {first}-{last}/768000")
    assert body == large[first : last + 1]
    assert response.headers["Content-Length"] == str(len(body))
    assert response.headers["Accept-Ranges"] == "bytes"


@pytest.mark.parametrize(
    "said",
    ["bytes=0-1,5-6", "bytes=9-3", "bytes=-", "bytes=x-", "lines=1-2", "bytes 1-2", "bytes=1", "bytes=²-"],
)
def test_several_parts_or_none_that_can_be_read_are_answered_with_the_whole(
    get: Get, large: bytes, said: str
) -> None:
    response, body = get("/book.epub", Range=said.encode("utf-8").decode("latin-1"))
    assert (response.status, body) == (200, large)
    assert response.headers["Content-Range"] is None


@pytest.mark.parametrize("said", ["bytes=768000-", "bytes=999999999-", "bytes=-0"])
def test_a_part_after_the_end_is_refused_with_the_size(get: Get, large: bytes, said: str) -> None:
    response, body = get("/book.epub", Range=said)
    assert (response.status, response.headers["Content-Range"], body) == (416, "bytes */768000", b"")
    assert get("/book.epub")[1] == large


def test_a_part_is_sent_of_the_same_version_alone(get: Get, large: bytes, tmp_path: Path) -> None:
    whole, _ = get("/book.epub")
    for kept in (whole.headers["ETag"], whole.headers["Last-Modified"]):
        assert get("/book.epub", Range="bytes=0-0", If_Range=kept)[0].status == 206
    for other in ('"another"', f"W/{whole.headers['ETag']}", "Sat, 01 Jan 2000 00:00:00 GMT"):
        assert get("/book.epub", Range="bytes=0-0", If_Range=other)[0].status == 200
    assert get("/book.epub", Range="bytes=0-0", If_None_Match=whole.headers["ETag"])[0].status == 304
    (tmp_path / "site" / "book.epub").write_bytes(large[::-1])
    changed, body = get("/book.epub", Range="bytes=0-0", If_Range=whole.headers["ETag"])
    assert (changed.status, body) == (200, large[::-1])


def test_a_part_is_of_the_copy_that_is_sent(get: Get) -> None:
    response, body = get("/", Accept_Encoding="br", Range="bytes=3-")
    assert (response.status, response.headers["Content-Encoding"], body) == (206, "br", b"brotli")
    response, body = get("/nowhere/", Range="bytes=0-1")
    assert (response.status, body) == (404, b"no such page")
    response, body = get("/", "HEAD", Range="bytes=0-1")
    assert (response.status, response.headers["Content-Length"], body) == (200, "14", b"")


def test_no_link_leads_out_of_the_site(get: Get, tmp_path: Path) -> None:
    site, outside = tmp_path / "site", tmp_path / "outside"
    outside.mkdir()
    (outside / "index.html").write_text("not for readers")
    for name, to in (("secret.txt", tmp_path / "secret.txt"), ("out", outside), ("loop", site / "loop"), ("sw.js.br", tmp_path / "secret.txt"),
                     ("hearts/404.html", outside / "index.html"), ("inside.txt", site / "index.html")):  # fmt: skip
        (site / name).symlink_to(to)
    os.utime(site / "sw.js", (0, 0))
    for path in ("/secret.txt", "/out/", "/out", "/out/index.html", "/loop", "/loop/", "/hearts/404.html"):
        response, body = get(path)
        assert (response.status, body) == (404, b"no such page"), path
    response, body = get("/sw.js", Accept_Encoding="br")
    assert (response.headers["Content-Encoding"], body[:3]) == (None, b"add")
    assert get("/inside.txt")[1] == b"the front page", "a link within the site is a file of it"


@pytest.mark.parametrize(
    ("host", "status"),
    [("localhost", 200), ("LOCALHOST:8000", 200), ("127.0.0.1:9", 200), ("[::1]:8000", 200), ("localhost.", 200), ("evil.example", 421),
     ("evil.example:8000", 421), ("127.0.0.1.evil.example", 421), ("localhost@evil.example", 421), ("", 421), ("localhost:x", 421),
     ("192.168.0.1", 421)],
)  # fmt: skip
def test_only_who_means_this_computer_is_answered(get: Get, host: str, status: int) -> None:
    """A page elsewhere could make its own host name point to this computer, to read what is served here."""
    for method in ("GET", "HEAD"):
        response, body = get("/", method, Host=host)
        assert response.status == status
        assert (b"the front page" in body) == (status == 200 and method == "GET")


@pytest.mark.parametrize(
    ("asked", "status"),
    [("GET / HTTP/1.0\r\n\r\n", 200), ("GET / HTTP/1.1\r\n\r\n", 421), ("GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 421),
     ("GET http://localhost/hearts/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 200), ("GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 421),
     ("GET http://localhost HTTP/1.1\r\nHost: localhost\r\n\r\n", 200), ("BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n", 501)],
)  # fmt: skip
def test_a_request_as_it_is_written(address: Address, asked: str, status: int) -> None:
    with socket.create_connection(address, timeout=5) as client:
        client.sendall(asked.encode())
        client.shutdown(socket.SHUT_WR)
        assert _rest(client).startswith(f"HTTP/1.1 {status} ".encode())


def test_what_a_request_carries_is_no_request(address: Address) -> None:
    with socket.create_connection(address, timeout=5) as client:
        client.sendall(
            b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 42\r\n\r\nGET /hearts/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
        )
        assert _rest(client).count(b"HTTP/1.1 ") == 1


def _rest(client: socket.socket) -> bytes:
    """Return all that the server sends until it closes the connection."""
    with client.makefile("rb") as answer:
        return answer.read()


def _silent(address: Address, beginning: bytes) -> None:
    """Send only the beginning of a request; the server must close the connection without an answer."""
    with socket.create_connection(address, timeout=5) as client:
        client.sendall(beginning)
        assert _rest(client) == b""


@pytest.mark.parametrize("beginning", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-"])
def test_who_stops_in_the_middle_of_a_request_is_dropped(
    beginning: bytes, address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.Handler, "timeout", 0.1)
    _silent(address, beginning)


def test_a_letter_now_and_then_is_not_enough(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.Handler, "timeout", 0.3)
    dropped = False
    with socket.create_connection(address, timeout=5) as client:
        for _ in range(100):
            try:
                client.sendall(b"G")
                client.settimeout(0.05)
                dropped = client.recv(1) == b""
            except TimeoutError:
                continue
            except OSError:
                dropped = True
            break
    assert dropped


def test_who_does_not_take_an_answer_is_dropped(
    address: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that does not read a large file never gets all of it, and the thread that sends it ends."""
    monkeypatch.setattr(server.Handler, "timeout", 0.2)
    with (tmp_path / "site" / "large.zip").open("wb") as opened:
        opened.truncate(200_000_000)
    before = threading.active_count()
    with socket.create_connection(address, timeout=5) as client:
        client.sendall(b"GET /large.zip HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert client.recv(15) == b"HTTP/1.1 200 OK"
        for _ in range(1_000):
            if threading.active_count() <= before:
                break
            time.sleep(0.01)
        assert threading.active_count() <= before, "the thread goes on"
        taken = 0
        with contextlib.suppress(OSError):
            while piece := client.recv(1 << 20):
                taken += len(piece)
        assert taken < 200_000_000


def test_a_connection_is_kept_for_the_next_request(address: Address) -> None:
    with socket.create_connection(address, timeout=5) as client:
        for body in (b"hearts", b"a table"):
            path = "hearts" if body == b"hearts" else "embed/hearts"
            client.sendall(f"GET /{path}/ HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            answer = b""
            while not answer.endswith(b"\r\n\r\n" + body):
                answer += client.recv(1 << 16) or pytest.fail("the server has hung up")


@pytest.mark.parametrize(
    ("wanted", "sent", "closed"), [(range(1, 5), b"hist", False), (range(1, 9), b"hister", True)]
)
def test_where_a_file_has_become_shorter_the_connection_ends(
    wanted: range, sent: bytes, closed: bool
) -> None:
    handler = server.Handler.__new__(server.Handler)
    handler.wfile, handler.close_connection = io.BytesIO(), False
    handler._stream(io.BytesIO(b"Whister"), wanted)
    assert (handler.wfile.getvalue(), handler.close_connection) == (sent, closed)


def test_a_folder_is_shown_by_a_page_of_its_own_in_the_site(tmp_path: Path) -> None:
    for name in ("own", "none", "outside"):
        (tmp_path / "site" / name).mkdir(parents=True)
    (tmp_path / "secret.html").write_text("not for readers")
    (tmp_path / "site/own/index.html").write_text("own")
    (tmp_path / "site/outside/index.html").symlink_to(tmp_path / "secret.html")
    found = [server.find((tmp_path / "site").resolve(), f"/{name}/") for name in ("own", "none", "outside")]
    assert [file and file.name for file in found] == ["index.html", None, None]


def test_a_large_file_is_sent_piece_by_piece(get: Get, tmp_path: Path) -> None:
    with (tmp_path / "site" / "large.zip").open("wb") as opened:
        opened.truncate(100_000_000)
    tracemalloc.start()
    response, _ = get("/large.zip", Range="bytes=99999990-")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (response.status, response.headers["Content-Range"]) == (206, "bytes 99999990-99999999/100000000")
    assert most < 5_000_000


def test_a_taken_port_is_passed_over(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    taken = server.start(tmp_path)
    port = taken.server_address[1]
    next_one = threading.Thread(target=server.serve, args=(tmp_path, port), daemon=True)
    next_one.start()
    next_one.join(timeout=0.5)
    taken.server_close()
    address = capsys.readouterr().out
    assert "http://127.0.0.1:" in address
    assert f":{port}\n" not in address


def ports_tried(monkeypatch: pytest.MonkeyPatch, *given: int) -> list[int]:
    """Return the ports that are tried, one after another, when every one is taken."""
    tried: list[int] = []

    def taken(site: Path, port: int) -> server.Server:
        tried.append(port)
        raise OSError(errno.EADDRINUSE, "Address already in use")

    monkeypatch.setattr(server, "start", taken)
    with pytest.raises(SystemExit, match=r"^No free port from "):
        server.serve(Path(), *given)
    return tried


def test_the_usual_port_and_the_49_after_it_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ports_tried(monkeypatch) == [*range(8000, 8050)]
    assert ports_tried(monkeypatch, 1) == [*range(1, 51)]


def test_the_last_port_of_all_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ports_tried(monkeypatch, 65534) == [65534, 65535]


def test_an_error_of_another_kind_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(site: Path, port: int) -> server.Server:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(server, "start", broken)
    with pytest.raises(OSError, match="Too many open files"):
        server.serve(Path())


def test_a_file_is_named_by_its_content(get: Get) -> None:
    tag = hashlib.sha256(b"the front page").hexdigest()[:20]
    assert get("/")[0].headers["ETag"] == f'"{tag}"'
