// @ts-check
/** The dialogue behind each link **Cite**: the citation in six forms, to copy or to save as a file. */

import { styled } from "../table/later.mjs";
import { copied, dialogue, taken } from "../table/dialogue.mjs";
import { h, match } from "../table/tree.mjs";
import { house, tables } from "../table/link.mjs";
import { say } from "../table/words.mjs";
import { forms, key, pageItem, underHouseRules } from "./forms.mjs";

/** @import { WhisterTable } from "../table/element.mjs" */
/** @import { Value } from "../table/types.mjs" */
/** @import { Forms, Item, Patterns, Played } from "./forms.mjs" */

/** Each form's label, file extension, number of lines and media type. @type {[keyof Forms, string, string, number, string][]} */
const SHOWN = [
  ["chicago", "Chicago", "txt", 3, "text/plain"],
  ["mla", "MLA", "txt", 3, "text/plain"],
  ["apa", "APA", "txt", 3, "text/plain"],
  ["bibtex", "BibTeX", "bib", 5, "application/x-bibtex"],
  ["ris", "RIS", "ris", 5, "application/x-research-info-systems"],
  ["csl-json", "CSL-JSON", "json", 5, "application/vnd.citationstyles.csl+json"],
];

/** The data common to the citations of all pages, and the address of the site, if known. @typedef {{base: string, items: {page: Item, whole: Item}}} Shared */

/** @param {string | URL} address */
const fetched = (address) => fetch(address).then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`${address}: ${answer.status}`))));

/**
 * Show the citation for a link: `data-cite` is an address, `data-title` the title of a page that belongs to no rule
 * set, `data-note` the note for it, `data-hashes` the hashes of house rules that it compares, and `data-played` the house rules in force.
 * `data-forms` is the anchor of a citation that is already on the page.
 * @param {HTMLAnchorElement} link
 */
export async function open(link) {
  const { cite: cited = "", title, note, hashes, forms: at } = link.dataset;
  const stands = at && document.getElementById(at);
  if (stands) return openWritten(stands);
  /** @type {[Patterns & Shared, Item[] | null, ...unknown[]]} */
  const [patterns, items] = await Promise.all([
    fetched(new URL("patterns.json", import.meta.url)), title === undefined ? fetched(new URL("items.json", link.href)) : null, styled("table.css"),
  ]);
  // If the site was built without its address, take that of this page.
  const root = patterns.base ? patterns.base.replace(/\/*$/, "/") : new URL(document.documentElement.dataset.content_root ?? "./", document.baseURI).href;
  const found = items ? items.find(({ id }) => id === key(cited)) : pageItem(cited, title ?? "", patterns, hashes, note);
  if (!found) throw new Error(`no citation of ${cited}`);
  const item = { ...found, URL: root + place(cited) };
  const played = link.dataset.played ? /** @type {Played} */ (JSON.parse(link.dataset.played)) : await linked(cited) ?? inForce(cited);
  const box = await dialogue(document.body, say("Cite"), [
    h("p", { class: "cite-what" }, h("strong", {}, item.title), h("span", {}, say(", version {version}, {date}", { version: item.version ?? item.edition?.split(" ")[1] ?? "", date: day(item) }))),
    !!played && h("label", { class: "wt-field wt-tick" },
      h("input", { type: "checkbox", name: "house", checked: true }),
      h("span", {}, say("With the house rules in force on this page"))),
    !!played && h("div", { class: "wt-field" },
      h("label", { for: "cite-name" }, say("Name of the house rules")),
      h("input", { id: "cite-name", name: "name", value: played.name ?? "", maxlength: 120, autocomplete: "off", spellcheck: "false" })),
    h("div", { class: "cite-forms" }),
  ]);
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (box.querySelector(`input[name="${name}"]`));
  const show = () => {
    const house = played && field("house")?.checked;
    const name = field("name");
    if (name) name.disabled = !house;
    const shown = house ? underHouseRules(item, cited, played, name?.value.split(/\s+/).filter(Boolean).join(" ") ?? "", root) : item;
    const heading = house ? say("Cite these house rules") : say("Cite");
    box.setAttribute("aria-label", heading);
    /** @type {HTMLElement} */ (box.querySelector("h2")).textContent = heading;
    /** @type {HTMLElement} */ (box.querySelector(".cite-what strong")).textContent = shown.title;
    fill(box, forms(shown, patterns), shown.id);
  };
  show();
  box.addEventListener("change", show);
  box.addEventListener("input", show);
  box.addEventListener("click", (event) => copied(/** @type {Element} */ (event.target), box));
}

/** Open a citation that is already on the page: that of a source. @param {HTMLElement} section */
async function openWritten(section) {
  const texts = /** @type {Forms} */ (Object.fromEntries([...section.querySelectorAll("[data-form]")].map((one) => [one.getAttribute("data-form"), one.textContent ?? ""])));
  const [{ id }] = JSON.parse(texts["csl-json"]);
  await styled("table.css");
  const box = await dialogue(document.body, say("Cite the source itself"), [
    h("p", { class: "cite-what" }, document.querySelector(".source-reference")?.textContent ?? ""), h("div", { class: "cite-forms" }),
  ]);
  fill(box, texts, id);
  box.addEventListener("click", (event) => copied(/** @type {Element} */ (event.target), box));
}

/** The address of a citation from the site's root. @param {string} cited */
function place(cited) {
  if (cited.includes("?")) return cited;
  const [page, slug] = cited.split("#");
  return page && `${page}/${slug ? `#${slug}` : ""}`;
}

/** The house rules in the page's address that its table does not use yet, applied without Python. @param {string} cited @returns {Promise<Played | undefined>} */
async function linked(cited) {
  const id = cited.split("#")[0];
  const [table] = tables();
  const options = table?.getAttribute("rules") === id && house(table);
  if (!options) return undefined;
  try {
    const [{ ruleSet }, { behaviour, canName, chosen, inForce }] = await Promise.all([import("../compare/data.mjs"), import("../compare/rules.mjs")]);
    const rules = chosen(await ruleSet(id), /** @type {Record<string, Value>} */ (options));
    return { title: rules.rules.title, hash: canName() ? await behaviour(rules) : "", options: rules.chosen, in_force: inForce(rules) };
  } catch {
    return undefined; // the table also refuses what the rules do not allow
  }
}

/** The rules of a table on this page, if it plays the cited rule set with house rules. @param {string} cited @returns {Played | undefined} */
function inForce(cited) {
  const tables = [...document.querySelectorAll("whister-table")].map((one) => /** @type {WhisterTable} */ (one).state?.rules);
  return tables.find((rules) => rules?.id === cited.split("#")[0] && rules.in_force.length);
}

/** Show the citation in every form. @param {HTMLElement} box @param {Forms} said @param {string} name  of the files */
function fill(box, said, name) {
  const at = /** @type {HTMLElement} */ (box.querySelector(".cite-forms"));
  for (const old of at.querySelectorAll("a")) URL.revokeObjectURL(old.href);
  match(at, h("div", { class: "cite-forms" }, SHOWN.map(([form, label, ending, rows, type]) => taken(`cite-${form}`, label, said[form], rows, {},
    h("a", { class: "wt-button", download: `${name}${ending === "txt" ? `-${form}` : ""}.${ending}`, "aria-label": say("Download: {what}", { what: label }),
      href: URL.createObjectURL(new Blob([said[form]], { type })) }, say("Download")),
  ))));
}

/** The day of a version, in the page's language. @param {Item} item */
function day(item) {
  const [year, month, date] = item.issued["date-parts"][0];
  return new Date(Date.UTC(year, month - 1, date)).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
}
