"""The Firefox that tests and benchmarks run: the system's own, without a window, driven by Marionette."""

from __future__ import annotations

import base64
import json
import shutil
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.browser.surroundings import USUAL, Faces, surroundings
from tests.browser.visitor import SECONDS, Visitor, answered, asynchronous, empty_folder, free_port, running

NAMES = ("firefox-esr", "firefox")
MISSING = "No Firefox found. Install it: apt-get install firefox-esr"
# System access is for reading the console.
FLAGS = ("--headless", "--no-remote", "--marionette", "--remote-allow-system-access")
# Firefox itself turns off updates, reports and first-run pages when Marionette drives it.
PREFERENCES = {
    "browser.startup.homepage": "about:blank",
    "app.normandy.enabled": False,
    "ui.prefersReducedMotion": 1,  # so that a deal is over in seconds
}
CONSOLE = """
const [address] = arguments;
const told = Services.console.getMessageArray().filter(one => one instanceof Ci.nsIScriptError
  && !(one.flags & Ci.nsIScriptError.warningFlag) && one.sourceName.startsWith(address)).map(one => one.errorMessage);
const storage = Cc["@mozilla.org/consoleAPI-storage;1"].getService(Ci.nsIConsoleAPIStorage);
return [...told, ...storage.getEvents().filter(one => one.level === "error" && one.filename.startsWith(address))
  .map(one => one.arguments.map(String).join(" "))];
"""


def program() -> str | None:
    """Return the path of the system's Firefox, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Firefox:
    """A visitor with Firefox."""

    def __init__(self, driver: Any, address: str) -> None:
        self._driver = driver
        self._address = address
        self._first: str = driver.current_window_handle

    def goto(self, path: str) -> None:
        self._driver.navigate(self._address + path)

    def run(self, script: str, *arguments: Any) -> Any:
        done = self._driver.execute_async_script(
            asynchronous(script), script_args=arguments, sandbox=None, script_timeout=SECONDS * 1000
        )
        return answered(done)

    def reload(self) -> None:
        self._driver.refresh()

    def second_page(self) -> None:
        self._driver.switch_to_window(self._driver.open(type="tab")["handle"])

    def first_page(self) -> None:
        self._driver.close()
        self._driver.switch_to_window(self._first)

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._driver.screenshot(full=False)))

    def errors(self) -> list[str]:
        with self._driver.using_context("chrome"):
            found: list[str] = self._driver.execute_script(CONSOLE, script_args=[self._address])
        return found


@contextmanager
def opened(address: str, faces: Faces = USUAL) -> Iterator[Visitor]:
    """Yield a visitor with a fresh profile for the site at this address, which has no slash at the end."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Marionette's helpers are older than this Python
        from marionette_driver.marionette import Marionette

    found = program()
    if found is None:
        raise FileNotFoundError(MISSING)
    port = free_port()
    with empty_folder() as profile, surroundings(faces) as env:
        fonts = ",".join(f"{folder}/" for folder in faces.folders())  # Firefox's sandbox has to allow them
        wishes = {
            **PREFERENCES,
            "marionette.port": port,
            "security.sandbox.content.read_path_whitelist": fonts,
        }
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in wishes.items()]
        (profile / "user.js").write_text("".join(lines), encoding="utf-8")
        with running([found, *FLAGS, "--profile", str(profile)], env=env, port=port):
            driver = Marionette(host="127.0.0.1", port=port)
            driver.start_session(timeout=SECONDS)
            try:
                driver.set_window_rect(width=1280, height=1000)
                yield Firefox(driver, address)
            finally:
                driver.delete_session()
