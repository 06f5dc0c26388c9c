"""The engine's worker by itself: it starts, answers, stores its memory, and reports what is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from tests.browser.conftest import Watch

START = """
async url => {
  window.said = [];
  window.answers = new Map();
  window.worker = new Worker(url, {type: "module"});
  worker.onmessage = event => {
    said.push(event.data);
    const message = JSON.parse(event.data);
    answers.get(message.id)?.(event.data);
  };
  worker.onerror = event => said.push(JSON.stringify({id: 0, error: {kind: "script", message: event.message}}));
}
"""
ASK = """
request => new Promise(resolve => {
  answers.set(request.id, resolve);
  worker.postMessage(JSON.stringify(request));
})
"""
NEW = {
    "id": 1,
    "op": "new",
    "rules": "hearts/black-lady",
    "options": {},
    "players": None,
    "seed": "1909",
    "seat": 0,
}


@pytest.fixture
def worker(site: Path) -> str:
    """The address of the worker."""
    (folder,) = (site / "_runtime").iterdir()
    return f"/_runtime/{folder.name}/worker.mjs"


def ask(page: Page, **request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(page.evaluate(ASK, request))
    return answer


def said(page: Page) -> list[dict[str, Any]]:
    return [json.loads(text) for text in page.evaluate("said")]


def open_worker(context: BrowserContext, worker: str) -> Page:
    page = context.new_page()
    page.goto("/404.html")
    page.evaluate(START, worker)
    return page


def test_a_request_sent_at_once_is_answered_when_python_is_ready(
    context: BrowserContext, worker: str
) -> None:
    page = open_worker(context, worker)
    answer = ask(page, **NEW)
    assert answer["id"] == 1
    assert len(answer["ok"]["hand"]) == 13
    told = said(page)
    ready = told.index({"id": 0, "ok": "ready", "snapshot": False})
    assert told.index(answer) > ready
    progress = [message["progress"] for message in told[:ready] if "progress" in message]
    steps = list(dict.fromkeys(step["step"] for step in progress))
    assert steps == ["Fetching Python", "Starting Python", "Reading the rules"]
    fetched = [step for step in progress if "total" in step]
    loaded = [step["loaded"] for step in fetched]
    assert loaded == sorted(loaded)
    assert all(step["total"] > 2_000_000 for step in fetched)
    assert loaded[-1] == fetched[-1]["total"], "all of it is there before Python starts"


def test_a_deal_that_is_played_ahead_is_not_answered(context: BrowserContext, worker: str) -> None:
    page = open_worker(context, worker)
    page.evaluate(
        "request => worker.postMessage(JSON.stringify(request))", {"op": "ahead", "rules": NEW["rules"]}
    )
    page.wait_for_function("() => said.some(text => JSON.parse(text).ok === 'kept')")
    assert {message["id"] for message in said(page)} == {0}
    assert len(ask(page, **NEW)["ok"]["hand"]) == 13


def test_the_next_page_starts_from_kept_memory_and_answers_the_same(
    context: BrowserContext, worker: str
) -> None:
    first = open_worker(context, worker)
    answer = ask(first, **NEW)
    first.wait_for_function("() => said.some(text => JSON.parse(text).ok === 'kept')")
    first.close()
    second = open_worker(context, worker)
    assert ask(second, **NEW) == answer
    assert {"id": 0, "ok": "ready", "snapshot": True} in said(second)
    assert {"id": 0, "progress": {"step": "Starting from the stored copy"}} in said(second)
    # Other rule sets are read from files, which are not part of the memory.
    assert "ok" in ask(second, **{**NEW, "id": 2, "rules": "hearts/modern"})


def test_spoilt_memory_is_dropped_and_python_starts_anew(
    context: BrowserContext, worker: str, watch: Watch
) -> None:
    watch.expect("Snapshot", "snapshot", "magic")
    page = context.new_page()
    page.goto("/404.html")
    page.evaluate(
        """build => new Promise(resolve => {
          const opening = indexedDB.open("whister-python", 1);
          opening.onupgradeneeded = () => opening.result.createObjectStore("memories");
          opening.onsuccess = () => {
            const change = opening.result.transaction("memories", "readwrite");
            change.objectStore("memories").put(new Uint8Array(20971520).buffer, build);
            change.oncomplete = () => { opening.result.close(); resolve(); };
          };
        })""",
        worker.split("/")[-2],
    )
    page.evaluate(START, worker)
    assert "ok" in ask(page, **NEW)
    assert {"id": 0, "ok": "ready", "snapshot": False} in said(page)


def test_a_changed_engine_is_refused(context: BrowserContext, worker: str, watch: Watch) -> None:
    watch.expect("integrity")

    def change(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=response.body() + b"\0")

    context.route("**/*.whl", change)
    page = open_worker(context, worker)
    answer = ask(page, **NEW)
    assert answer["error"]["kind"] == "internal"
    assert any(message["id"] == 0 and "error" in message for message in said(page))


def test_a_wrong_type_for_webassembly_is_put_right(context: BrowserContext, worker: str) -> None:
    def change(route: Route) -> None:
        response = route.fetch()
        route.fulfill(
            response=response, headers={**response.headers, "content-type": "application/octet-stream"}
        )

    context.route("**/*.wasm", change)
    assert "ok" in ask(open_worker(context, worker), **NEW)


@pytest.mark.parametrize("part", ["pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"])
def test_a_part_that_is_missing_is_named(
    context: BrowserContext, worker: str, watch: Watch, part: str
) -> None:
    watch.expect("404", part, "/_runtime/")  # where Pyodide itself says what it lacks
    context.route(f"**/{part}", lambda route: route.fulfill(status=404))
    answer = ask(open_worker(context, worker), **NEW)
    assert part in answer["error"]["message"]


def test_a_request_that_is_not_json_does_not_stop_the_worker(context: BrowserContext, worker: str) -> None:
    page = open_worker(context, worker)
    page.evaluate("worker.postMessage('not JSON')")
    assert "ok" in ask(page, **NEW)


@pytest.mark.parametrize("mistyped", [{"rules": "hearts/black-ladies"}, {"options": {"moons": "new"}}])
def test_a_mistyped_name_is_answered_with_what_there_is(
    context: BrowserContext, worker: str, mistyped: dict[str, Any]
) -> None:
    error = ask(open_worker(context, worker), **{**NEW, **mistyped})["error"]
    assert error["kind"] == "notation"
    assert "hearts/black-lady" in error["message"]
