"""The WebKit that tests and benchmarks run: WebKitGTK's MiniBrowser on a virtual screen, driven by WebDriver."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.browser.surroundings import USUAL, Faces, surroundings
from tests.browser.visitor import SECONDS, Visitor, answered, asynchronous, free_port, running

DRIVER, SCREEN = "WebKitWebDriver", "Xvfb"
LIBRARIES = ("/usr/lib", "/usr/lib64", "/usr/libexec")
# WebDriver does not give access to WebKit's console, so that errors after the page has loaded are noted in the page.
LISTEN = """
globalThis.wrong = [];
addEventListener("error", event => wrong.push(event.message ?? `not loaded: ${event.target.src ?? event.target.href}`), true);
addEventListener("unhandledrejection", event => wrong.push(`${event.reason}`));
const told = console.error;
console.error = (...words) => { wrong.push(words.join(" ")); told(...words); };
"""
CALM = "[Settings]\ngtk-enable-animations=0\n"  # WebKit's "prefers reduced motion", so that a deal is over in seconds
MISSING = "No WebKitGTK found. Install it: apt-get install webkit2gtk-driver xvfb"


def program() -> str | None:
    """Return the path of WebKitGTK's MiniBrowser, or None if it, its driver or the virtual screen is missing."""
    if shutil.which(DRIVER) is None or shutil.which(SCREEN) is None:
        return None
    places = (place for folder in LIBRARIES for place in Path(folder).glob("**/webkit2gtk-4.1/MiniBrowser"))
    return next(map(str, places), None)


class WebKit:
    """A visitor with WebKit."""

    def __init__(self, driver: Any, address: str) -> None:
        self._driver = driver
        self._address = address
        self._first: str = driver.current_window_handle
        self._wrong: list[str] = []

    def goto(self, path: str) -> None:
        self._keep_errors()
        self._driver.get(self._address + path)
        self.run(LISTEN)

    def run(self, script: str, *arguments: Any) -> Any:
        return answered(self._driver.execute_async_script(asynchronous(script), *arguments))

    def reload(self) -> None:
        self._keep_errors()
        self._driver.refresh()
        self.run(LISTEN)

    def second_page(self) -> None:
        self._driver.switch_to.new_window("tab")

    def first_page(self) -> None:
        self._keep_errors()
        self._driver.close()
        self._driver.switch_to.window(self._first)

    def screenshot(self, path: Path) -> None:
        path.write_bytes(self._driver.get_screenshot_as_png())

    def errors(self) -> list[str]:
        self._keep_errors()
        return self._wrong

    def _keep_errors(self) -> None:
        self._wrong += self.run("return (globalThis.wrong ?? []).splice(0)")


@contextmanager
def screen() -> Iterator[str]:
    """Run a virtual screen, and yield the value of DISPLAY for it."""
    reading, writing = os.pipe()
    command = [SCREEN, "-displayfd", str(writing), "-screen", "0", "1280x1000x24", "-nolisten", "tcp"]
    server = subprocess.Popen(
        command,
        pass_fds=[writing],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as said:
            yield f":{said.readline().strip()}"
    finally:
        server.terminate()
        server.wait(SECONDS)


@contextmanager
def opened(address: str, faces: Faces = USUAL) -> Iterator[Visitor]:
    """Yield a visitor with a fresh profile for the site at this address, which has no slash at the end."""
    from selenium.webdriver import Proxy, Remote
    from selenium.webdriver.common.proxy import ProxyType
    from selenium.webdriver.remote.client_config import ClientConfig
    from selenium.webdriver.remote.remote_connection import RemoteConnection
    from selenium.webdriver.webkitgtk.options import Options

    found = program()
    if found is None:
        raise FileNotFoundError(MISSING)
    port = free_port()
    options = Options()
    options.binary_location = found
    options.add_argument("--automation")
    with surroundings(faces) as env, screen() as display:
        settings = Path(env["XDG_CONFIG_HOME"], "gtk-3.0")
        settings.mkdir()
        (settings / "settings.ini").write_text(CALM)
        with running([DRIVER, f"--port={port}"], env={**env, "DISPLAY": display}, port=port):
            config = ClientConfig(
                f"http://127.0.0.1:{port}", timeout=SECONDS, proxy=Proxy({"proxyType": ProxyType.DIRECT})
            )
            driver = Remote(command_executor=RemoteConnection(client_config=config), options=options)
            try:
                driver.set_script_timeout(SECONDS)
                driver.set_window_rect(0, 0, 1280, 1000)
                yield WebKit(driver, address)
            finally:
                driver.quit()
