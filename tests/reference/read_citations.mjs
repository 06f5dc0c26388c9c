// What other programs make of citations: `node read_citations.mjs NODE_MODULES LOCALES JOB`.
// The job is a file: {texts: {format: text}, items, sources, styles as texts, which of them quote titles, and what the browser's own forms are to be made of}.
// Written to standard output: what citation-js reads in each text, and what citeproc-js, which Zotero uses, writes.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, locales, file] = process.argv.slice(2);
const require = createRequire(join(modules, "x.js"));
const { Cite, plugins } = require("@citation-js/core");
for (const name of ["bibtex", "ris", "csl"]) require(`@citation-js/plugin-${name}`);

const job = JSON.parse(readFileSync(file, "utf8"));
const config = plugins.config.get("@csl");
for (const [name, style] of Object.entries(job.styles)) config.styles.add(name, style);
config.locales.add(job.locale, readFileSync(join(locales, `locales-${job.locale}.xml`), "utf8"));

const read = Object.fromEntries(Object.entries(job.texts).map(([format, text]) => [format, new Cite(text).data.map(({ _graph, ...item }) => item)]));

/** An entry's title is a name, in the markup for that. @param {any} item */
const named = (item) => (item["container-title"] ? { ...item, title: `<span class="nocase">${item.title}</span>` } : item);
const written = job.items.map((/** @type {any} */ item) => Object.fromEntries(Object.keys(job.styles).map((template) =>
  [template, new Cite([named(item)]).format("bibliography", { template, lang: job.locale, format: "text" }).trim()])));

/** Every title as it stands. @param {any} item */
const verbatim = (item) => Object.fromEntries(Object.entries(item).map(([name, value]) => [name, /^(container-)?title$/.test(name) ? `<span class="nocase">${value}</span>` : value]));
const sources = job.sources.map((/** @type {any} */ item) => Object.fromEntries(Object.keys(job.styles).map((template) =>
  [template, new Cite([verbatim(item)]).format("bibliography", { template, lang: job.locale, format: "text" }).trim().replace(/<[^>]+>/g, "")])));

const { forms, underHouseRules } = await import(pathToFileURL(job.browser.module).href);
const filled = job.browser.items.map((/** @type {any} */ item) => forms(item, job.browser.patterns));
const house = job.browser.played.map((/** @type {any} */ { item, cited, rules, name }) => forms(underHouseRules(item, cited, rules, name, job.browser.root), job.browser.patterns));
process.stdout.write(JSON.stringify({ read, written, sources, filled, house }));
