// @ts-check
/** The page for choosing house rules: a rule set, its options, and the resulting changes to its clauses. */

import { citeShown } from "../cite/shown.mjs";
import { asked, clipped, LONGEST_NAME, pairs, query, spelt, typed } from "../compare/address.mjs";
import { strayChoices, strayRuleSet, waysOn } from "../compare/astray.mjs";
import { choose, copied, followed, links, picker, retired } from "../compare/choosing.mjs";
import { compare, FATES } from "../compare/comparing.mjs";
import { index as fetchIndex, moved, ROOT, ruleSet, usual } from "../compare/data.mjs";
import { behaviour, canName, chosen, form, inForce, Refused, unsourced } from "../compare/rules.mjs";
import { curled, dormant, LABELS, sections } from "../compare/show.mjs";
import { explain, input, mark, read, refusal, spaced, written } from "../table/form.mjs";
import { h, match, patch } from "../table/tree.mjs";
import { grouped } from "./groups.mjs";
import { nameOf } from "./naming.mjs";
import { same } from "./same.mjs";
import { line as sourced } from "./sources.mjs";

/** @import { Value } from "../table/types.mjs" */
/** @import { Stray, Way } from "../compare/astray.mjs" */
/** @import { Index } from "../compare/data.mjs" */
/** @import { Chosen, Rules } from "../compare/rules.mjs" */
/** @import { Names, Option } from "../table/form.mjs" */
/** @import { Source } from "./sources.mjs" */

/** @param {HTMLElement} mount @param {Index} index */
export function begin(mount, index) {
  const title = document.title;
  const [ending = ""] = / · .*$/.exec(title) ?? [];
  /** The rule set without changes. @type {Rules | null} */
  let base = null;
  /** @type {Option[]} */
  let options = [];
  /** The choices in the address that the rule set does not have. @type {Stray[]} */
  let strays = [];
  let turn = 0;
  /** The address from which the form was filled, or that was made from it. */
  let drawn = "";
  /** The anchor in the page's address, before that element exists. */
  let wanted = location.hash.slice(1);

  match(mount, h("div", { class: mount.className },
    h("form", { class: "compare-form", "aria-label": "The rule set" }),
    h("div", { class: "house-line" }, h("p", { class: "compare-told", id: "house-told", role: "status", tabindex: -1 }), h("a", { class: "house-jump", href: "#your-rules" }, "Go to your rules")),
    h("div", { class: "house-aside" }),
    h("div", { class: "house-both" },
      h("form", { class: "house-options", "aria-label": "Options" }),
      h("section", { class: "house-panel", id: "your-rules", "aria-label": "Your rules", tabindex: -1 }))));
  const at = (/** @type {string} */ name) => /** @type {HTMLElement} */ (mount.querySelector(name));
  const [top, told, aside, both, fields, panel] = [".compare-form", ".compare-told", ".house-aside", ".house-both", ".house-options", ".house-panel"].map(at);
  const line = at(".house-line");
  new ResizeObserver(() => mount.style.setProperty("--line", `${line.offsetHeight}px`)).observe(line);
  patch(top, [picker("house-base", "base", "Rule set", index)]);

  const now = () => new URLSearchParams(location.search);
  const here = () => location.pathname + location.search;
  /** The clause named in the address, as in a citation. */
  const cited = () => [...base?.clauses.keys() ?? []].find((slug) => `#${slug}` === location.hash);

  /** Change the address without loading another page. @param {[string, string][]} fields */
  function readdress(fields) {
    history.replaceState(null, "", location.pathname + query(fields) + (cited() ? location.hash : ""));
    drawn = here();
  }

  /** The name that the address gives to the rules; undefined if it is blank. */
  const ownName = () => clipped(now().get("name")) ?? "";

  /** The part of an address that keeps the name given to the rules. @returns {[string, string][]} */
  const named = () => (ownName() ? [["name", ownName()]] : []);

  /** The address of these choices and of the other requests. @param {Chosen} choices */
  function addressed(choices) {
    if (!base) return;
    const stray = Object.fromEntries(strays.map(({ name, text }) => [name, text]));
    readdress([...pairs("base", { id: base.rules.id, options: { ...spelt({ options: base.options, chosen: choices }), ...stray } }), ...named()]);
  }

  /** Update the page to match its address. */
  async function follow() {
    const mine = ++turn;
    drawn = here();
    const given = asked(now(), "base");
    const { asked: wish, gone } = given ? moved(given, index) : { asked: null, gone: [] };
    choose(top, "base", wish, index);
    const astray = wish && strayRuleSet(wish, index);
    const rules = wish && !astray ? await ruleSet(wish.id).catch(() => null) : null;
    if (mine !== turn) return;
    both.hidden = at(".house-jump").hidden = !rules;
    if (!wish || !rules) {
      base = null;
      citeShown(null);
      document.title = title;
      say(!wish ? "Choose the rule set that is nearest to yours." : astray ? astray.said : "The rules did not load. Check your connection, then choose again.");
      beside(retired(gone), astray?.ways ?? []);
      return;
    }
    if (base?.rules.id !== rules.id) { // if these choices are refused, nothing of another game may remain
      patch(panel, []);
      document.title = title;
    }
    base = chosen(rules);
    options = form(base).map(printed);
    strays = strayChoices(rules, wish.options);
    const choices = typed(rules, Object.fromEntries(Object.entries(wish.options).filter(([name]) => !strays.some((stray) => stray.name === name))));
    patch(fields, [h("h2", {}, "Choose your rules"),
      ...(options.length ? grouped(rules.groups, options).filter((kid) => kid !== false) : [h("p", {}, "This rule set has no options.")])]);
    for (const option of options) input(fields, option).value = spaced(written(choices[option.name] ?? option.default));
    const explained = Promise.all(options.map((option) => explain(fields, option, ROOT, stated)));
    await show(picked(), gone);
    const place = wanted && document.getElementById(wanted);
    wanted = "";
    if (place && mount.contains(place)) {
      await explained; // the form now has its final length
      place.scrollIntoView();
      place.focus({ preventScroll: true });
    }
  }

  /** The sources of a choice as given in the record. @param {Option} option @param {Value} value @param {Names} names */
  function stated({ name, kind }, value, names) {
    const option = base?.options.get(name);
    const sources = (kind === "choice" ? option?.values.find((one) => one.value === value) : option)?.sources ?? [];
    return sources.map((source) => sourced(/** @type {Source} */ (source), names, ROOT));
  }

  /** The choices in the form that differ from the usual ones. @returns {Chosen} */
  const picked = () => Object.fromEntries(options.map((option) => [option.name, read(input(fields, option).value, option)])
    .filter(([name, value]) => value !== options.find((option) => option.name === name)?.default));

  /** Show the result of these choices. @param {Chosen} choices @param {[string, string][]} [gone]  the retired names in the address that requested them */
  async function show(choices, gone = []) {
    if (!base) return;
    const mine = ++turn;
    addressed(choices);
    const house = formed(choices, gone);
    const hash = house && canName() ? await behaviour(house) : null;
    if (mine !== turn || !house) return;
    mark(fields, options, []);
    line.classList.remove("house-odd");
    beside(retired(gone), []);
    draw(house, hash);
  }

  /** The rules with these choices; null, with a message on the page, if they are not possible. @param {Chosen} choices @param {[string, string][]} gone */
  function formed(choices, gone) {
    const { rules } = /** @type {Rules} */ (base);
    if (strays.length) {
      mark(fields, options, options.filter(({ name }) => strays.some((stray) => stray.name.replaceAll("-", "_") === name)));
      refuse(strays.map(({ said }) => said).join(" "), `The address contains choices that ${rules.title} does not offer.`);
      beside(retired(gone), waysOn(rules, asked(now(), "base")?.options ?? {}, strays));
      return null;
    }
    try {
      return chosen(rules, choices);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { text, named } = refusal(fields, error, options, rules.id);
      refuse(text, error.clash ? "These choices cannot be combined." : "One of these choices is not possible.");
      beside(retired(gone), named.map(({ name, title }) => ({ label: `Go to “${title}”`, href: `#wt-option-${name}` })));
      return null;
    }
  }

  /** Say why there are no rules to play, and disable the links that would use them. @param {string} text @param {string} why */
  function refuse(text, why) {
    say(text);
    line.classList.add("house-odd");
    citeShown(null);
    document.title = title;
    const off = { type: "button", "aria-disabled": "true", "aria-describedby": "house-told house-refused" };
    patch(panel, [
      h("h2", {}, "Your rules"),
      h("p", { id: "house-refused", "data-part": "refused" }, curled(`${why} Change this before you play, cite or copy a link.`)),
      h("p", { class: "compare-buttons", "data-part": "ways" },
        ["Play by these rules", "Cite", "Copy the link"].map((label) => h("button", { ...off, "data-part": label }, label)),
        h("button", { type: "button", "data-do": "reset" }, "Back to the usual rules")),
    ]);
  }

  /** Notes and ways to continue, below the message. @param {string} note @param {Way[]} ways */
  function beside(note, ways) {
    const address = (/** @type {import("../compare/address.mjs").Asked} */ asked) => query([...pairs("base", asked), ...named()]);
    patch(aside, [...(note ? [h("p", { class: "compare-note", "data-part": "note", role: "status" }, note)] : []), ...links(ways, address)]);
  }

  /** @param {Rules} house @param {string | null} hash */
  function draw(house, hash) {
    if (!base) return;
    const { rules } = house;
    const options_ = spelt(house);
    const otherwise = Object.keys(options_).length > 0;
    const own = ownName();
    const comparison = compare(base, house, usual(index));
    const changed = comparison.clauses.filter((clause) => clause.change !== "kept" && !dormant(clause));
    const name = own || curled(nameOf(house));
    const twins = otherwise ? same(hash, index) : [rules.id];
    const versus = query([...pairs("a", { id: rules.id, options: {} }), ...pairs("b", { id: rules.id, options: options_, name: own })]);
    const dealt = otherwise ? `#house=${encodeURIComponent(JSON.stringify(house.chosen))}` : "";
    const played = otherwise ? JSON.stringify({ title: rules.title, hash: hash ?? "", options: house.chosen, in_force: inForce(house), name: own }) : undefined;
    const citations = `${ROOT}${rules.id}/cite/`;
    patch(panel, [
      h("h2", {}, "Your rules"),
      h("div", { class: "compare-picker", "data-part": "name" },
        h("label", { for: "house-name" }, "Name"),
        h("input", { id: "house-name", name: "name", value: name, maxlength: LONGEST_NAME, autocomplete: "off", spellcheck: "false" })),
      h("p", { class: "house-same", "data-part": "same" }, likeness(rules, twins, otherwise, hash)),
      h("dl", { class: "house-facts", "data-part": "facts" },
        h("dt", {}, "Behaviour hash"), h("dd", {}, hash ? h("code", {}, hash) : "Shown only on a page opened over a secure connection (https).")),
      ...unsourced(house).map(({ text, title, url }) => h("p", { class: "compare-note", "data-part": "unsourced" },
        curled(text), " (", h("a", { href: ROOT + url }, curled(title)), ")")),
      h("p", { class: "compare-buttons", "data-part": "ways" },
        h("a", { class: "house-play", href: ROOT + rules.url + dealt }, "Play by these rules"),
        h("a", { class: "cite house-cite", href: citations, "data-cite": rules.id, "data-played": played }, "Cite"),
        h("button", { type: "button", "data-do": "copy" }, "Copy the link"),
        h("button", { type: "button", "data-do": "reset" }, "Back to the usual rules")),
      options.some(({ kind, name }) => kind === "table" && Object.hasOwn(options_, name))
        && h("p", { class: "compare-note", "data-part": "table" }, "The prices in your table are checked when the cards are dealt."),
      h("h2", { "data-part": "changes" }, "Changes"),
      changed.length === 0 && h("p", { "data-part": "none" }, "None yet: all rules in force are kept."),
      ...sections({ ...comparison, b: { ...comparison.b, title: "Your rules", within: "your rules" } }, { hidden: new Set(/** @type {const} */ (["kept"])), all: false, cited: cited() }, index),
      h("p", { "data-part": "versus" }, h("a", { href: `${ROOT}compare/${versus}` }, "Compare with another rule set")),
    ].filter((kid) => kid !== false));
    /** @type {HTMLInputElement} */ (panel.querySelector("#house-name")).value = name;
    dispatchEvent(new Event("resize")); // the elements that scroll sideways have changed
    document.title = `${name}: house rules${ending}`;
    const counts = FATES.filter((fate) => fate !== "kept").map((fate) => [changed.filter(({ change }) => change === fate).length, LABELS[fate]]).filter(([count]) => count);
    say(changed.length ? `${name}: ${counts.map(([count, label]) => `${count} ${label}`).join(", ")}.` : `${name}: all rules in force are kept.`);
    citeShown({ cite: rules.id, href: citations, played });
  }

  /** @param {string} text */
  function say(text) {
    if (told.textContent !== curled(text)) told.textContent = curled(text);
  }

  /** The published rule sets that these rules equal. @param {Rules["rules"]} rules @param {string[]} twins @param {boolean} otherwise @param {string | null} hash */
  function likeness(rules, twins, otherwise, hash) {
    const link = (/** @type {string} */ id) => h("a", { href: `${ROOT}${id}/` }, curled(index.rule_sets[id].title));
    if (!otherwise) return ["Your rules are ", link(rules.id), " without changes."];
    if (!hash) return ["To see whether a published rule set has the same rules, open this page over a secure connection (https)."];
    if (!twins.length) return ["No published rule set is the same as your rules."];
    const all = twins.flatMap((id, at) => [at > 0 && (at === twins.length - 1 ? " and " : ", "), link(id)]);
    return ["Your rules are the same as ", ...all, ": the same mechanisms and parameters, in the same order."];
  }

  top.addEventListener("change", (event) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    history.pushState(null, "", location.pathname + (value ? query(pairs("base", { id: value, options: {} })) : ""));
    follow();
  });
  fields.addEventListener("change", (event) => {
    const at = /** @type {HTMLInputElement} */ (event.target);
    const option = options.find(({ name }) => name === at.name);
    if (option) explain(fields, option, ROOT, stated);
    strays = strays.filter(({ name }) => name.replaceAll("-", "_") !== at.name);
    show(picked());
  });
  for (const part of [top, fields]) part.addEventListener("submit", (event) => event.preventDefault());
  panel.addEventListener("change", (event) => {
    const at = /** @type {HTMLInputElement} */ (event.target);
    if (at.name !== "name") return;
    const name = at.value.trim();
    const kept = now();
    kept.delete("name");
    readdress([...kept, ...(name ? [/** @type {[string, string]} */ (["name", name])] : [])]);
    show(picked());
  });
  mount.addEventListener("click", async (event) => {
    const at = /** @type {Element} */ (event.target);
    const button = /** @type {HTMLElement | null} */ (at.closest("[data-do], [data-example]"));
    const option = options.find(({ name }) => name === button?.dataset.example);
    const inside = followed(event);
    if (inside) {
      event.preventDefault();
      history.pushState(null, "", inside.href);
      await follow();
      told.focus(); // the link itself no longer exists
    } else if (option) {
      input(fields, option).value = spaced(option.example);
      show(picked());
    } else if (button?.dataset.do === "reset") {
      readdress(pairs("base", { id: base?.rules.id ?? "", options: {} }));
      follow();
    } else if (button?.dataset.do === "copy") {
      say(await copied());
    }
  });
  addEventListener("popstate", () => { if (here() !== drawn) follow(); }); // a jump within the page does not change the form
  return follow();
}

/** An option with the apostrophes and quotation marks used on the pages. @param {Option} option @returns {Option} */
const printed = ({ title, text, values, ...rest }) => ({
  ...rest, title: curled(title), text: curled(text), values: values.map((one) => ({ ...one, line: curled(one.line), text: curled(one.text) })),
});

const mount = document.querySelector(".rule-house");
if (mount instanceof HTMLElement) {
  fetchIndex().then((index) => begin(mount, index), () => { mount.textContent = "The list of rule sets did not load. Reload the page."; });
}
