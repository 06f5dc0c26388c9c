"""The server behaves as a good host: types, compressed copies, caching, the policy, and nothing outside its folder."""

from __future__ import annotations

import http.client
import os
import threading
from collections.abc import Callable, Iterator
from http.client import HTTPResponse
from pathlib import Path

import pytest

from whister.cli import server

Get = Callable[..., tuple[HTTPResponse, bytes]]


@pytest.fixture
def get(tmp_path: Path) -> Iterator[Get]:
    """Ask a server of a small site; headers are given by keyword, as Accept_Encoding="br"."""
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

    def ask(path: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", running.server_address[1], timeout=5)
        connection.request(
            method, path, headers={name.replace("_", "-"): text for name, text in headers.items()}
        )
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response, body

    yield ask
    running.shutdown()
    running.server_close()


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
