// @ts-check
/** Scripts and styles that not every table needs, loaded on demand. */

/** @import { State, Glance, Node_, LadderChoice } from "./types.mjs" */

/**
 * Functions that not every picture needs: `ladder.mjs`, `settlement.mjs`, `sheet.mjs`, `case.mjs`, `hint.mjs` and
 * `turning.mjs` add them here when loaded.
 * @type {{ladder?: (choice: LadderChoice, state: State, glance: Glance, base: string) => Node_,
 *   settlement?: (state: State, base: string) => Node_,
 *   sheet?: (state: State, base: string) => Node_[],
 *   hint?: (state: State, glance: Glance, base: string) => Node_ | null,
 *   turning?: (state: State, base: string) => Node_ | null,
 *   case?: (state: State, glance: import("./types.mjs").Glance, base: string) => Node_ | null}}
 */
export const drawers = {};

/**
 * Load the parts needed to draw a state; those that do not load are left out.
 * @param {{choice: State["choice"], settlement: unknown, game?: State["game"], case?: State["case"]}} state
 */
export async function fetched({ choice, settlement, game, case: shown }) {
  try {
    if (choice?.kind === "ladder" && !drawers.ladder) await import("./ladder.mjs");
    if (shown && !drawers.case) await Promise.all([import("./case.mjs"), styled("later.css")]);
    if ((settlement || game?.sheet.length) && !drawers.sheet) {
      await Promise.all([import("./settlement.mjs"), import("./sheet.mjs"), styled("later.css")]);
    }
  } catch {}
}

/** The style sheets requested so far. @type {Map<string, Promise<void>>} */
const sheets = new Map();

/** Load a style sheet that not every page needs; resolves when it has loaded or failed. @param {string} name */
export function styled(name) {
  const href = new URL(name, import.meta.url).href;
  const loaded = sheets.get(href) ?? new Promise((done) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.onload = link.onerror = () => done();
    if (document.querySelector(`link[href="${href}"]`)) done();
    else document.head.append(link);
  });
  sheets.set(href, loaded);
  return loaded;
}
