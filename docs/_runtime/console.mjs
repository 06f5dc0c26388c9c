// @ts-check
/**
 * The worker for examples that readers edit: a separate Python, which can be ended at any moment.
 *
 * In:  a request for `handle` of console.py, as JSON text; requests sent early wait their turn.
 * Out: its answers; before them {"id": 0, "progress": {step, loaded, total}} and then {"id": 0, "ok": "ready"};
 *      and {"id": 0, "error": message} if Python does not start or crashes.
 */
import { wake } from "./python.mjs";

const RUNNER = "console.py";

/** @param {Record<string, unknown>} message */
function tell(message) {
  self.postMessage(JSON.stringify(message));
}

/** @param {unknown} error */
function tellError(error) {
  tell({ id: 0, error: error instanceof Error ? error.message : String(error) });
}

/** Start Python and the runner. @returns {Promise<(request: string) => void>} */
async function ready() {
  const runner = fetch(new URL(RUNNER, import.meta.url)).then(response => {
    if (!response.ok) throw new Error(`${RUNNER}: ${response.status} ${response.statusText}`);
    return response.text();
  });
  runner.catch(() => {}); // reported below
  const { python } = await wake(tell);
  const names = python.toPy({ __name__: "console" });
  python.runPython(await runner, { globals: names, filename: RUNNER });
  const handle = names.get("handle");
  const speak = (/** @type {string} */ text) => self.postMessage(text);
  tell({ id: 0, ok: "ready" });
  return request => handle(request, speak);
}

const running = ready();
running.catch(tellError);
self.onmessage = event => running.then(run => run(event.data)).catch(tellError);
