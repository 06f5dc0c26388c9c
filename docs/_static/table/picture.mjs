// @ts-check
/** The modules that draw the table, loaded together. Until a visitor begins to use the table, the page's own nodes show the first hand. */

export { frames } from "./frames.mjs";
export { instead, named } from "./parts.mjs";
export { match } from "./tree.mjs";
export { view } from "./view.mjs";
