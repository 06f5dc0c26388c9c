"""A server for a built site, with correct media types, compressed copies, caching and a strict security policy. It
needs only the standard library of Python 3.11 or newer, since ``serve`` runs it before anything is installed.
"""

from __future__ import annotations

import email.utils
import errno
import hashlib
import io
import os
import posixpath
import re
import socket
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic
from types import MappingProxyType
from typing import Any, BinaryIO
from urllib.parse import quote, unquote, urlsplit

PORT = 8000
POLICY = "; ".join(
    (
        # not 'none': Firefox prefetches the next page, and no directive covers prefetching
        "default-src 'self'",
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
NAMED_BY_HASH = frozenset({"_runtime", "faces"})
"""The folders of files that a browser may cache permanently, since a file whose contents change gets a new name."""
FRAMED = "embed"
"""The folder of the pages that any site may show in a frame; all other pages may be framed only by this site."""
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
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))  # the better encoding first


PATIENCE = 30.0
"""The time that a client has to send a request, and to accept each part of a response, in seconds."""
_PIECE = 1 << 16  # the size of a piece, in bytes
_HERE = frozenset({"localhost", "127.0.0.1", "[::1]"})


class Asked(io.RawIOBase):
    """The stream of a client's requests, each of which must be complete by the time ``until``."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self.until = 0.0

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int:
        left = self.until - monotonic()
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(left)
        return self._connection.recv_into(into)


class Handler(BaseHTTPRequestHandler):
    """A handler that answers GET and HEAD from one folder."""

    protocol_version = "HTTP/1.1"
    server_version = "Whister"
    sys_version = ""
    timeout = PATIENCE
    site: Path
    asked: Asked

    def setup(self) -> None:
        super().setup()
        self.rfile.close()
        self.asked = Asked(self.connection)
        self.rfile = io.BufferedReader(self.asked)

    def handle_one_request(self) -> None:
        self.asked.until = monotonic() + self.timeout
        super().handle_one_request()

    def do_GET(self) -> None:
        self._answer(body=True)

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def _answer(self, *, body: bool) -> None:
        self.connection.settimeout(self.timeout)
        if self.headers.get("Content-Length", "0") != "0" or "Transfer-Encoding" in self.headers:
            self.close_connection = True  # what follows is not a request
        whole = re.fullmatch(r"https?://([^/?#]*)(.*)", self.path, re.IGNORECASE)
        if not self._meant(whole[1] if whole else None):
            self._refused(
                HTTPStatus.MISDIRECTED_REQUEST,
                b"This server answers only to localhost, 127.0.0.1 and [::1].\n",
            )
            return
        address = urlsplit((whole[2] or "/") if whole else self.path)
        file = find(self.site, address.path)
        if file is not None and file.is_dir():
            # Relative links work only below the folder's own address. A single leading slash keeps the redirect on this
            # host.
            place = quote("/" + unquote(address.path).strip("/") + "/")
            self.send_response(HTTPStatus.MOVED_PERMANENTLY)
            self.send_header("Location", place + (f"?{address.query}" if address.query else ""))
            self._common()
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if file is not None and self._send(HTTPStatus.OK, file, body=body):
            return
        missing = find(self.site, "/404.html")
        if missing is None or not self._send(HTTPStatus.NOT_FOUND, missing, body=body):
            self._refused(HTTPStatus.NOT_FOUND, b"Not found.\n")

    def _meant(self, named: str | None) -> bool:
        """Return whether the request names this computer as its host. A request from a page of another site whose host
        name was redirected to this computer names that other host."""
        said = self.headers.get_all("Host", [])
        if len(said) > 1 or (not said and self.request_version != "HTTP/1.0"):
            return False
        known = _HERE | {self.connection.getsockname()[0]}
        return all(
            re.sub(r":[0-9]*\Z", "", host.strip().lower()).removesuffix(".") in known
            for host in (*said, *([named] if named is not None else ()))
        )

    def _refused(self, status: HTTPStatus, why: bytes) -> None:
        """Send a short error."""
        self.send_response(status)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self._common()
        self.send_header("Content-Length", str(len(why)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(why)

    def _send(self, status: HTTPStatus, file: Path, *, body: bool) -> bool:
        """Send a file, its best compressed copy, or the part requested; return False if it cannot be read."""
        chosen, encoding = self._chosen(file)
        try:
            kept = chosen.stat()
            tag, opened = tag_of(chosen, kept), chosen.open("rb")
        except OSError:
            return False
        with opened:
            changed = email.utils.formatdate(kept.st_mtime, usegmt=True)
            part = None
            if status == HTTPStatus.OK and tag in self.headers.get("If-None-Match", ""):
                status = HTTPStatus.NOT_MODIFIED
            elif status == HTTPStatus.OK and body and self.headers.get("If-Range", tag) in (tag, changed):
                part = wanted(self.headers.get("Range", ""), kept.st_size)
            if part is not None:
                status = HTTPStatus.PARTIAL_CONTENT if part else HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE
            self.send_response(status)
            self.send_header("Content-Type", TYPES.get(file.suffix, "application/octet-stream"))
            self.send_header("ETag", tag)
            self.send_header("Vary", "Accept-Encoding")
            self.send_header("Accept-Ranges", "bytes")
            if encoding:
                self.send_header("Content-Encoding", encoding)
            self.send_header("Last-Modified", changed)
            place = file.relative_to(self.site).parts if status != HTTPStatus.NOT_FOUND else ()
            self._common(
                for_ever=not NAMED_BY_HASH.isdisjoint(place), framed=FRAMED in place[:2]
            )  # a version may have its own folder
            if part is not None:
                span = f"{part.start}-{part.stop - 1}" if part else "*"
                self.send_header("Content-Range", f"bytes {span}/{kept.st_size}")
            sent = part if part is not None else range(kept.st_size)
            if status != HTTPStatus.NOT_MODIFIED:
                self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            if body and status != HTTPStatus.NOT_MODIFIED:
                self._stream(opened, sent)
        return True

    def _stream(self, opened: BinaryIO, sent: range) -> None:
        """Send a part of a file, piece by piece."""
        opened.seek(sent.start)
        left = len(sent)
        while left and (piece := opened.read(min(_PIECE, left))):
            self.wfile.write(piece)
            left -= len(piece)
        if left:  # the file has become shorter: the client must notice that it is incomplete
            self.close_connection = True

    def _common(self, *, for_ever: bool = False, framed: bool = False) -> None:
        self.send_header("Cache-Control", "public, max-age=31536000, immutable" if for_ever else "no-cache")
        frames = "*" if framed else "'self'"
        self.send_header("Content-Security-Policy", f"{POLICY}; frame-ancestors {frames}")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "strict-origin-when-cross-origin")

    def _chosen(self, file: Path) -> tuple[Path, str]:
        """Return what to send for a file, and its encoding: a compressed copy that the browser accepts, if one is up to
        date, otherwise the file itself."""
        accepted = taken(self.headers.get("Accept-Encoding", ""))
        for encoding, suffix in ENCODINGS:
            copy = file.with_name(file.name + suffix)
            there = encoding in accepted and copy.is_file() and within(self.site, copy)
            if there and copy.stat().st_mtime >= file.stat().st_mtime:
                return copy, encoding
        return file, ""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (its name in the library)
        """Print nothing: the user needs the address, not a log of requests."""


class Server(ThreadingHTTPServer):
    """A threaded server that sends responses at once and ignores browsers that disconnect."""

    daemon_threads = True
    allow_reuse_address = os.name != "nt"  # on Windows it would share the port

    def get_request(self) -> tuple[socket.socket, object]:
        connection, address = super().get_request()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection, address

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore a browser that disconnects during a response."""


def taken(said: str) -> set[str]:
    """Return the encodings that a browser accepts, without those of weight 0."""
    found = set()
    for word in said.lower().split(","):
        name, *parameters = (part.strip() for part in word.split(";"))
        if not any(re.fullmatch(r"q\s*=\s*0(\.0*)?", parameter) for parameter in parameters):
            found.add(name)
    return found


def wanted(said: str, size: int) -> range | None:
    """Return the range of bytes requested: empty if it begins after the end of the file, None for the whole file. A
    request for several ranges, or for an invalid one, is answered with the whole file.
    """
    found = re.fullmatch(r"bytes=\s*([0-9]{0,18})-([0-9]{0,18})\s*", said.strip(), re.IGNORECASE)
    if found is None or found[0].endswith("=-") or not any(found.groups()):
        return None
    first, last = found.groups()
    if not first:
        return range(max(size - int(last), 0), size)
    if last and int(last) < int(first):
        return None
    return range(int(first), min(int(last) + 1, size) if last else size)


def tag_of(file: Path, kept: os.stat_result) -> str:
    """Return a tag for the contents of a file, which is not read again until it changes."""
    return _tag(file, (kept.st_ino, kept.st_size, kept.st_mtime_ns))


@lru_cache(maxsize=4096)
def _tag(file: Path, kept: tuple[int, ...]) -> str:
    with file.open("rb") as opened:
        return f'"{hashlib.file_digest(opened, "sha256").hexdigest()[:20]}"'


def within(site: Path, file: Path) -> bool:
    """Return whether a file is in the folder of the site after all links have been followed."""
    return file.resolve().is_relative_to(site)


def find(site: Path, path: str) -> Path | None:
    """Return the file of an address, its folder if the final slash is missing, or None if there is neither."""
    try:
        return _found(site, path)
    # a name that is too long, a file closed to this user, or a link to itself
    except (OSError, RuntimeError):
        return None


def _found(site: Path, path: str) -> Path | None:
    plain = unquote(path)
    if "\0" in plain or "\\" in plain or ".." in plain.split("/"):
        return None
    place = site / posixpath.normpath("/" + plain).lstrip("/")
    if not within(site, place):
        return None
    if place.is_dir():
        index = place / "index.html"
        if not index.is_file() or not within(site, index):
            return None
        return index if plain.endswith("/") else place
    return place if place.is_file() and not plain.endswith("/") else None


def start(site: Path, port: int = 0) -> Server:
    """Bind a server for this site to a port of 127.0.0.1 (0 for any); the caller runs ``serve_forever()``."""
    handler = type("SiteHandler", (Handler,), {"site": site.resolve()})
    return Server(("127.0.0.1", port), handler)


def on_free_port(begin: Callable[[int], Server], port: int = PORT) -> Server:
    """Return a server on this port or on the next free one. Raises ``SystemExit`` if none of fifty ports is free."""
    last = min(port + 49, 65535)
    for tried in range(port, last + 1):
        try:
            return begin(tried)
        except OSError as error:
            if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                raise
    raise SystemExit(f"No free port from {port} to {last}.")


def serve(site: Path, port: int = PORT) -> None:
    """Print the address and serve until interrupted, on this port or on the next free one."""
    server = on_free_port(partial(start, site), port)
    print(
        f"\nWhister is at http://127.0.0.1:{server.server_address[1]}\nPress Control-C to stop.", flush=True
    )
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    finally:
        server.server_close()
