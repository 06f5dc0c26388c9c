"""The same first computation in jupyterlite-sphinx's TryExamples: from a click on "Try it" to the value.

Both sides deal what Whister's page of Black Lady shows: the visitor gives the first three cards, cautious bots give
theirs and play until it is the visitor's turn, and the cards that may be played come out. The peer is helped where it
can be: nothing comes from another host, its server compresses and never asks again, and a script runs the cells as
soon as the kernel is named, where a reader would have to press a second button.

The stored output of the example is not the true one, so that the clock stops at the true one.
"""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import BrowserContext

TRY_IT = r"""
async () => {
  const start = performance.now();
  document.querySelector(".try_examples_button").click();
  const frame = () => new Promise(requestAnimationFrame);
  for (let cells = 0; ;) {
    await frame();
    const inside = document.querySelector("iframe.jupyterlite_sphinx_iframe")?.contentWindow;
    const panel = inside?.jupyterapp?.shell?.currentWidget;
    if (!cells && panel?.sessionContext?.session?.kernel && panel.content?.widgets?.length) {
      inside.jupyterapp.commands.execute("notebook:run-all-cells");
      cells = performance.now() - start;
    }
    const shown = cells ? [...inside.document.querySelectorAll(".jp-OutputArea-output")].map(it => it.textContent) : [];
    const value = shown.find(text => /^legal: .*\n|Error/.test(text));
    if (value) return { spent: performance.now() - start, cells, value };
    if (performance.now() - start > 170000) throw new Error(`no value: ${shown.join()} ${inside?.document.body?.innerText}`);
  }
}
"""


@dataclass(frozen=True)
class Value:
    """Milliseconds to the cells and to the value, and the cards it names."""

    cells: float
    spent: float
    cards: list[str]


def first_value(context: BrowserContext, rest: int) -> Value:
    """Open the peer's page, press "Try it", wait for the value and then a rest, in milliseconds. Raises ``RuntimeError`` for another output."""
    page = context.new_page()
    page.goto("/_runtime/index.html")
    found = page.evaluate(TRY_IT)
    page.wait_for_timeout(rest)
    page.close()
    head, *cards = found["value"].split()
    if head != "legal:":
        raise RuntimeError(f"the peer's example failed: {found['value']}")
    return Value(found["cells"], found["spent"], cards)
