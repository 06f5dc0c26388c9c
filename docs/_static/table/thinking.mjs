// @ts-check
/**
 * The time that another player needs for a decision. The table stays free meanwhile: what the visitor does comes first,
 * and the decision is then dropped.
 */

import { fetched } from "./later.mjs";
import { say } from "./words.mjs";
import { Lost } from "./worker-client.mjs";

/** @import { WhisterTable } from "./element.mjs" */
/** @import { State } from "./types.mjs" */

/** After this time the player is seen to think, in milliseconds. */
const SOON = 300;

/** Let the player to act decide, and show what follows. @param {WhisterTable} table */
export async function think(table) {
  const from = table.state;
  const waits = () => table.state === from && !table.request && !table.led;
  const seen = setTimeout(() => waits() && table.toggleAttribute("data-showing", true), SOON);
  try {
    const after = await decided(table);
    while (table.showing && table.state === from) await new Promise((done) => setTimeout(done, 20));
    await fetched(after);
    if (!waits()) return;
    after.game ??= from.game;
    const { left } = table;
    if (left?.fresh === from.record) left.fresh = after.record;
    if (left?.first === from.record) left.first = after.record;
    await table.show(after, "act");
  } catch (error) {
    if (waits()) table.failed(error, table.about("go-on"));
  } finally {
    clearTimeout(seen);
    if (table.state === from) table.removeAttribute("data-showing");
  }
}

/** The state after the decision. If the engine crashes or does not answer, the player follows rules of thumb. @param {WhisterTable} table @returns {Promise<State>} */
async function decided(table) {
  const request = table.about("go-on");
  try {
    return await table.engine.ask(request);
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    const after = await table.engine.ask({ ...request, strengths: {} });
    return { ...after, notice: say("The player to act is not responding, and follows rules of thumb for one decision.") };
  }
}
