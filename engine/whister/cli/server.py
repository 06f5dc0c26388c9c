"""Serves a built site as a good host would: right types, compressed copies, long and short caching, a strict policy.

Standard library only, and any Python from 3.11 on: ``serve`` runs it before anything is installed.
"""

from __future__ import annotations

import email.utils
import errno
import hashlib
import os
import posixpath
import re
import socket
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import MappingProxyType
from urllib.parse import quote, unquote, urlsplit

PORT = 8000
POLICY = "; ".join(
    (
        "default-src 'self'",  # and not 'none': Firefox fetches the next page ahead, which has no directive of its own
        "object-src 'none'",
        "media-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self'",
        "connect-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
    )
)
FRAMED = "embed"
"""The folder of the pages that any site may show in a frame; all others only this site."""
TYPES: Mapping[str, str] = MappingProxyType(
    {
        ".bib": "application/x-bibtex; charset=utf-8",
        ".1": "text/troff; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".csv": "text/csv; charset=utf-8",
        ".epub": "application/epub+zip",
        ".gif": "image/gif",
        ".html": "text/html; charset=utf-8",
        ".ico": "image/x-icon",
        ".jpg": "image/jpeg",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".mjs": "text/javascript; charset=utf-8",
        ".pdf": "application/pdf",
        ".png": "image/png",
        ".ris": "application/x-research-info-systems; charset=utf-8",
        ".svg": "image/svg+xml",
        ".txt": "text/plain; charset=utf-8",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
        ".webp": "image/webp",
        ".woff2": "font/woff2",
        ".xml": "application/xml",
        ".zip": "application/zip",
    }
)
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))  # the better one first


class Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD from one folder."""

    protocol_version = "HTTP/1.1"
    server_version = "Whister"
    sys_version = ""
    site: Path

    def do_GET(self) -> None:
        self._answer(body=True)

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def _answer(self, *, body: bool) -> None:
        address = urlsplit(self.path)
        file = find(self.site, address.path)
        if file is not None and file.is_dir():
            # Relative links work only below the folder's own address. One slash at the front: no other host.
            place = quote("/" + unquote(address.path).strip("/") + "/")
            self.send_response(HTTPStatus.MOVED_PERMANENTLY)
            self.send_header("Location", place + (f"?{address.query}" if address.query else ""))
            self._common()
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        status = HTTPStatus.OK
        if file is None:
            status, file = HTTPStatus.NOT_FOUND, find(self.site, "/404.html")
        self._send(status, file, body=body)

    def _send(self, status: HTTPStatus, file: Path | None, *, body: bool) -> None:
        kind = TYPES.get(file.suffix, "application/octet-stream") if file else "text/plain; charset=utf-8"
        chosen, encoding = self._chosen(file) if file else (None, "")
        content = chosen.read_bytes() if chosen else b"Not found.\n"
        tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
        known = status == HTTPStatus.OK and tag in self.headers.get("If-None-Match", "")
        self.send_response(HTTPStatus.NOT_MODIFIED if known else status)
        self.send_header("Content-Type", kind)
        self.send_header("ETag", tag)
        self.send_header("Vary", "Accept-Encoding")
        if encoding:
            self.send_header("Content-Encoding", encoding)
        if chosen:
            self.send_header("Last-Modified", email.utils.formatdate(chosen.stat().st_mtime, usegmt=True))
        place = file.relative_to(self.site).parts if file and status == HTTPStatus.OK else ()
        self._common(
            for_ever="_runtime" in place, framed=FRAMED in place[:2]
        )  # a version may stand in a folder of its own
        if not known:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if body and not known:
            self.wfile.write(content)

    def _common(self, *, for_ever: bool = False, framed: bool = False) -> None:
        self.send_header("Cache-Control", "public, max-age=31536000, immutable" if for_ever else "no-cache")
        frames = "*" if framed else "'self'"
        self.send_header("Content-Security-Policy", f"{POLICY}; frame-ancestors {frames}")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "strict-origin-when-cross-origin")

    def _chosen(self, file: Path) -> tuple[Path, str]:
        """The compressed copy that the browser takes, if it is there and not older than the file."""
        accepted = taken(self.headers.get("Accept-Encoding", ""))
        for encoding, suffix in ENCODINGS:
            copy = file.with_name(file.name + suffix)
            if encoding in accepted and copy.is_file() and copy.stat().st_mtime >= file.stat().st_mtime:
                return copy, encoding
        return file, ""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (its name in the library)
        """Say nothing: the reader wants the address, not every request."""


class Server(ThreadingHTTPServer):
    """A server that answers without delay and forgets the browsers that hang up."""

    daemon_threads = True
    allow_reuse_address = os.name != "nt"  # there it would share the port

    def get_request(self) -> tuple[socket.socket, object]:
        connection, address = super().get_request()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection, address

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that leaves in the middle is no error worth a page of text."""


def taken(said: str) -> set[str]:
    """The encodings that a browser takes, by what it says of them: one with a weight of nothing is refused."""
    found = set()
    for word in said.lower().split(","):
        name, *parameters = (part.strip() for part in word.split(";"))
        if not any(re.fullmatch(r"q\s*=\s*0(\.0*)?", parameter) for parameter in parameters):
            found.add(name)
    return found


def find(site: Path, path: str) -> Path | None:
    """The file of an address, or its folder where the closing slash is missing, or None."""
    try:
        return _found(site, path)
    except OSError:  # longer than any name may be, or closed to this user
        return None


def _found(site: Path, path: str) -> Path | None:
    plain = unquote(path)
    if "\0" in plain or "\\" in plain or ".." in plain.split("/"):
        return None
    place = site / posixpath.normpath("/" + plain).lstrip("/")
    if place.is_dir():
        index = place / "index.html"
        if not index.is_file():
            return None
        return index if plain.endswith("/") else place
    return place if place.is_file() and not plain.endswith("/") else None


def start(site: Path, port: int = 0) -> Server:
    """Bind a server of this site to a port of 127.0.0.1, 0 for any; the caller runs serve_forever()."""
    handler = type("SiteHandler", (Handler,), {"site": site.resolve()})
    return Server(("127.0.0.1", port), handler)


def serve(site: Path, port: int = PORT) -> None:
    """Serve until interrupted, on this port or on the next one that is free, and print the address."""
    last = min(port + 49, 65535)
    for tried in range(port, last + 1):
        try:
            server = start(site, tried)
        except OSError as error:
            if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                raise
            continue
        break
    else:
        raise SystemExit(f"No free port from {port} to {last}.")
    print(f"\nWhister is at http://127.0.0.1:{server.server_address[1]}\nControl-C ends it.", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    finally:
        server.server_close()
