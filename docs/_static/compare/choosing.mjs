// @ts-check
/** The parts shared by the forms of both pages: the list of rule sets, the links after a wrong address, the link to copy. */

import { h } from "../table/tree.mjs";
import { pairs, query } from "./address.mjs";
import { capital } from "./astray.mjs";
import { byFamily } from "./data.mjs";
import { dated } from "./show.mjs";

/** @import { Node_ } from "../table/types.mjs" */
/** @import { Asked } from "./address.mjs" */
/** @import { Way } from "./astray.mjs" */
/** @import { Index } from "./data.mjs" */

/** A list of the rule sets by family, with its label, and further elements below it. @param {string} id @param {string} name @param {string} label @param {Index} index @param {...(Node_ | false | null | undefined)} beneath */
export function picker(id, name, label, index, ...beneath) {
  return h("div", { class: "compare-picker", "data-part": name },
    h("label", { for: id }, label),
    h("select", { id, name },
      h("option", { value: "" }, "Choose a rule set"),
      byFamily(index).map(([family, sets]) => h("optgroup", { label: capital(family) },
        sets.map(([each, set]) => h("option", { value: each }, dated(set)))))),
    ...beneath);
}

/** Select a rule set in such a list; select none if it does not exist. @param {Element} form @param {string} name @param {Asked | null} asked @param {Index} index */
export function choose(form, name, asked, index) {
  const select = /** @type {HTMLSelectElement} */ (form.querySelector(`select[name="${name}"]`));
  select.value = asked && Object.hasOwn(index.rule_sets, asked.id) ? asked.id : "";
}

/** The ways to continue, as links; `address` makes an address of this page. @param {Way[]} ways @param {(asked: Asked) => string} address */
export const links = (ways, address) => (ways.length ? [h("ul", { class: "compare-ways", "data-part": "ways" },
  ways.map(({ label, asked, href }) => h("li", {}, h("a", { href: asked ? address(asked) : href }, label))))] : []);

/** The link within this page that was followed by an ordinary click, if any. @param {MouseEvent} event */
export function followed(event) {
  const at = /** @type {Element} */ (event.target).closest('a[href^="?"]');
  return at instanceof HTMLAnchorElement && !event.ctrlKey && !event.metaKey && !event.shiftKey ? at : null;
}

/** Copy the address of this page, and show whether that succeeded. */
export async function copied() {
  const done = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  return done ? "The link is copied." : "The address of this page is the link: copy it there.";
}

/** A note of the retired names in an address and their new names. @param {[string, string][]} gone */
export const retired = (gone) => gone.map(([old, now]) => `“${old}” has been retired: it is now “${now}”.`).join(" ");
