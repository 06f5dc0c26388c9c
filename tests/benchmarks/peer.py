"""Measures the same first computation in jupyterlite-sphinx's TryExamples, from a click on "Try it" to the value.

Both sides use the deal on Whister's page of Black Lady: the visitor passes the first three cards, cautious bots pass
theirs and play until it is the visitor's turn, and the result is the cards that may then be played. The peer is helped
where possible: nothing comes from another host, its server compresses files and lets the browser cache them, and a
script runs the cells as soon as the kernel is named, where a reader would have to press a second button.

The example's stored output is deliberately not the right one, so that the clock stops only at the computed value.
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
    """The milliseconds until the cells appear and until the value appears, and the cards that the value names."""

    cells: float
    spent: float
    cards: list[str]


def first_value(context: BrowserContext, rest: int) -> Value:
    """Open the peer's page, press "Try it", wait for the value, and then wait for ``rest`` milliseconds.

    Raises ``RuntimeError`` for any other output.
    """
    page = context.new_page()
    page.goto("/_runtime/index.html")
    found = page.evaluate(TRY_IT)
    page.wait_for_timeout(rest)
    page.close()
    head, *cards = found["value"].split()
    if head != "legal:":
        raise RuntimeError(f"the peer's example failed: {found['value']}")
    return Value(found["cells"], found["spent"], cards)
