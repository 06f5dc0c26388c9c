// @ts-check
/** All that draws the table, loaded together: the page's own nodes show the first hand until a visitor reaches for it. */

export { frames } from "./frames.mjs";
export { instead, named } from "./parts.mjs";
export { match } from "./tree.mjs";
export { view } from "./view.mjs";
