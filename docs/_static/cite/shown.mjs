// @ts-check
/** The link **Cite** under the title of a page whose contents the reader has chosen; it cites those contents. */

/** The contents to cite: an address, its title and the hashes of its house rules; or a rule set, the page of its citations, and the house rules. @typedef {{cite: string, title: string, hashes?: string} | {cite: string, href: string, played?: string}} Shown */

/** @type {{href: string, cite?: string, title?: string} | undefined} */
let own;

/** Cite what is shown; null cites the page itself. @param {Shown | null} shown */
export function citeShown(shown) {
  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("article .cite-line a.cite"));
  if (!link) return;
  own ??= { href: link.href, cite: link.dataset.cite, title: link.dataset.title };
  const { href, ...told } = { href: own.href, ...shown ?? own };
  link.href = href;
  for (const name of ["cite", "title", "hashes", "played"]) delete link.dataset[name];
  for (const [name, value] of Object.entries(told)) if (value !== undefined) link.dataset[name] = value;
}
