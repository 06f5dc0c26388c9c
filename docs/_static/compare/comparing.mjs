// @ts-check
/** Two rule sets side by side, as in `whister.reference.comparing`; a test checks that both agree. */

import { canonical, inForce } from "./rules.mjs";

/** @import { Rules, Clause } from "./rules.mjs" */

/**
 * The default value of each parameter, by mechanism; null if it must be stated.
 * @typedef {Record<string, Record<string, any>>} Usual
 * @typedef {{path: string[], before: any, after: any, unstated: string}} Change
 * @typedef {"kept" | "amended" | "added" | "repealed" | "own"} Fate
 * @typedef {{id: string, url: string, section: string, title: string, text: string, enabled: boolean, barred: string}} Side
 * @typedef {{slug: string, change: Fate, carried: boolean, a: Side | null, b: Side | null, parameters: Change[], why: string}} Compared
 * @typedef {ReturnType<typeof compare>} Comparison
 */

export const FATES = /** @type {Fate[]} */ (["kept", "amended", "added", "repealed", "own"]);

/** The changes from `a` to `b`, clause by clause. The caller adds the hashes, which are asynchronous. @param {Rules} a @param {Rules} b @param {Usual} usual */
export function compare(a, b, usual) {
  const clauses = inOrder(a, b).map((slug) => compared(slug, a, b, usual));
  return {
    a: named(a),
    b: named(b),
    counts: /** @type {Record<Fate, number>} */ (Object.fromEntries(FATES.map((fate) => [fate, clauses.filter(({ change }) => change === fate).length]))),
    families: a.rules.family === b.rules.family ? null : apart(a, b),
    clauses,
  };
}

/** The clauses by section; within a section those of `b`, then those only in `a`. @param {Rules} a @param {Rules} b */
function inOrder(a, b) {
  const sections = [...new Set([...b.rules.sections, ...a.rules.sections].map(({ slug }) => slug))];
  const place = (/** @type {string} */ slug) => sections.indexOf(/** @type {Clause} */ (b.clauses.get(slug) ?? a.clauses.get(slug)).section);
  return [...new Set([...b.clauses.keys(), ...a.clauses.keys()])].sort((one, other) => place(one) - place(other));
}

/** @param {string} slug @param {Rules} a @param {Rules} b @param {Usual} usual @returns {Compared} */
function compared(slug, a, b, usual) {
  const [before, after] = [a.clauses.get(slug), b.clauses.get(slug)];
  const change = fate(before, after);
  return {
    slug,
    change,
    carried: Boolean(before && after && before.origin === after.origin),
    a: side(before, a),
    b: side(after, b),
    parameters: before && after ? parameterChanges(before.rule, after.rule, usual) : [],
    why: change === "repealed" ? b.rules.repealed.find((one) => one.slug === slug)?.why ?? "" : "",
  };
}

/** @param {Clause | undefined} before @param {Clause | undefined} after @returns {Fate} */
function fate(before, after) {
  if (!before) return "added";
  if (!after) return before.own ? "own" : "repealed";
  return before === after || said(before) === said(after) ? "kept" : "amended";
}

/** @param {Clause} clause */
const said = ({ title, text, rule, enabled }) => canonical([title, text, rule, enabled]);

/** @param {Clause | undefined} clause @param {Rules} rules @returns {Side | null} */
function side(clause, { rules }) {
  if (!clause) return null;
  const { id, url, title, text, enabled, barred } = clause;
  return { id, url, section: rules.sections.find(({ slug }) => slug === clause.section)?.title ?? "", title, text, enabled, barred };
}

/** The differences between the rules of two states of a clause. @param {Clause["rule"]} before @param {Clause["rule"]} after @param {Usual} usual @returns {Change[]} */
function parameterChanges(before, after, usual) {
  if (before === after) return [];
  return union(before, after).flatMap((name) => {
    const [old, now] = [before[name], after[name]];
    if (!old || !now) return [{ path: [name], before: old ?? null, after: now ?? null, unstated: "" }];
    return union(old, now).flatMap((key) => {
      const unstated = key in old ? (key in now ? "" : "after") : "before";
      const [was, is] = [old, now].map((stated) => (key in stated ? stated[key] : usual[name]?.[key] ?? null));
      return unstated || !same(was, is) ? valueChanges([name, key], was, is, unstated) : [];
    });
  });
}

/** The change of a parameter; if both sides are mappings, the change of each entry that differs. @param {string[]} path @param {any} before @param {any} after @param {string} unstated @returns {Change[]} */
function valueChanges(path, before, after, unstated) {
  if (!isMapping(before) || !isMapping(after) || same(before, after)) return [{ path, before, after, unstated }];
  return union(before, after).sort().filter((key) => !same(before[key], after[key]))
    .map((key) => ({ path: [...path, key], before: before[key] ?? null, after: after[key] ?? null, unstated }));
}

/** @param {object} one @param {object} other */
const union = (one, other) => [...new Set([...Object.keys(one), ...Object.keys(other)])];

/** @param {any} one @param {any} other */
const same = (one, other) => canonical(one ?? null) === canonical(other ?? null);

/** @param {any} value */
const isMapping = (value) => Boolean(value) && typeof value === "object" && !Array.isArray(value);

/** @param {Rules} rules */
function named(rules) {
  const { id, url, family, title, year } = rules.rules;
  return { id, url, family, title, year, chosen: rules.chosen, in_force: inForce(rules) };
}

/** The things that rule sets of two families have in common, and their meaning. @param {Rules} a @param {Rules} b */
function apart(a, b) {
  const named = [...b.clauses.keys()].filter((slug) => a.clauses.has(slug));
  const rule = (/** @type {Rules} */ rules, /** @type {string} */ slug) => rules.clauses.get(slug)?.rule ?? {};
  const alike = named.filter((slug) => Object.keys(rule(a, slug)).length > 0 && same(rule(a, slug), rule(b, slug)));
  const [one, other] = [users(a), users(b)];
  const mechanisms = [...one.keys()].filter((name) => other.has(name)).sort()
    .map((name) => ({ mechanism: name, a: one.get(name) ?? [], b: other.get(name) ?? [] }));
  const family = (/** @type {Rules} */ { rules }) => rules.family.replace(/^./, (letter) => letter.toUpperCase());
  return {
    said: `${a.rules.title} belongs to the ${family(a)} family and ${b.rules.title} to the ${family(b)} family: no clause of one is derived from a clause of the other. `
      + `${descent(a, b)}${descent(b, a)}Clauses with the same name are shown side by side: ${named.length}, of which ${alike.length} have the same rule. `
      + `Mechanisms used by both: ${mechanisms.length}.`,
    same_name: named,
    same_rule: alike,
    mechanisms,
  };
}

/** A sentence about the descent of one rule set from the other, if its record gives one. @param {Rules} child @param {Rules} parent */
function descent({ rules: child }, { rules: parent }) {
  return child.derives_from.filter(({ id }) => id === parent.id)
    .map(({ evidence }) => `${child.title} is recorded as coming from ${parent.title} (${evidence}). `).join("");
}

/** The clauses in force, by the mechanisms that they use. @param {Rules} rules */
function users({ clauses }) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const { slug, enabled, rule } of clauses.values()) {
    for (const name of enabled ? Object.keys(rule) : []) found.set(name, [...found.get(name) ?? [], slug]);
  }
  return found;
}

/** A change of a parameter in words: its name, and its old and new values. @param {Change} change @returns {{name: string, before: string, after: string, note: string}} */
export function inWords({ path, before, after, unstated }) {
  const name = path.join(".");
  if (path.length === 1) {
    const rule = (/** @type {any} */ stated) => (stated ? Object.entries(stated).map(([key, value]) => `${key}=${words(value)}`).join(", ") || "—" : "");
    return { name, before: rule(before), after: rule(after), note: before ? "dropped" : "new" };
  }
  const restated = same(before, after) ? (unstated === "after" ? "left unsaid" : "as it was, now stated") : "";
  const [was, is] = path.length > 2 ? [entry(before), entry(after)] : [words(before), words(after)];
  return { name, before: was, after: is, note: restated };
}

/** The value of an entry as text; a missing entry differs from one that is stated as none. @param {any} value */
const entry = (value) => (value === null ? "no entry" : words(value));

/** The value of a parameter as short text. @param {any} value @returns {string} */
function words(value) {
  if (Array.isArray(value)) return `[${value.map(words).join(", ")}]`;
  if (isMapping(value)) return `{${Object.entries(value).map(([key, item]) => `${key}: ${words(item)}`).join(", ")}}`;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === null || value === "" ? "none" : String(value);
}
