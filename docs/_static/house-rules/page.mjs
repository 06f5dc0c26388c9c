// @ts-check
/** The page on which house rules are put together: a rule set, its options, and what becomes of the clauses. */

import { pairs, query, asked, spelt, typed } from "../compare/address.mjs";
import { compare, FATES } from "../compare/comparing.mjs";
import { byFamily, index as fetchIndex, moved, nearest, ROOT, ruleSet, usual } from "../compare/data.mjs";
import { behaviour, canName, chosen, form, inForce, Refused } from "../compare/rules.mjs";
import { curled, dated, dormant, LABELS, sections } from "../compare/show.mjs";
import { explain, field, input, mark, read, refusal, spaced, written } from "../table/form.mjs";
import { h, match, patch } from "../table/tree.mjs";
import { nameOf } from "./naming.mjs";

/** @import { Index } from "../compare/data.mjs" */
/** @import { Chosen, Rules, RuleSet } from "../compare/rules.mjs" */
/** @import { Option } from "../table/form.mjs" */

/** @param {HTMLElement} mount @param {Index} index */
export function begin(mount, index) {
  const title = document.title;
  const [ending = ""] = / · .*$/.exec(title) ?? [];
  /** The rule set as it stands. @type {Rules | null} */
  let base = null;
  /** @type {Option[]} */
  let options = [];
  let turn = 0;
  /** The address that the form was filled from, or that was made of it. */
  let drawn = "";

  match(mount, h("div", { class: mount.className },
    h("form", { class: "compare-form", "aria-label": "The rule set" }),
    h("div", { class: "house-line" }, h("p", { class: "compare-told", role: "status" }), h("a", { class: "house-jump", href: "#your-rules" }, "See your rules")),
    h("div", { class: "house-both" },
      h("form", { class: "house-options", "aria-label": "Options" }),
      h("section", { class: "house-panel", id: "your-rules", "aria-label": "Your rules", tabindex: -1 }))));
  const at = (/** @type {string} */ name) => /** @type {HTMLElement} */ (mount.querySelector(name));
  const [top, told, both, fields, panel] = [".compare-form", ".compare-told", ".house-both", ".house-options", ".house-panel"].map(at);

  const now = () => new URLSearchParams(location.search);
  const here = () => location.pathname + location.search;
  /** The clause that the address leads to, as a citation has it. */
  const cited = () => [...base?.clauses.keys() ?? []].find((slug) => `#${slug}` === location.hash);
  let arriving = true;

  /** Have another address, without coming to another page. @param {[string, string][]} fields */
  function readdress(fields) {
    history.replaceState(null, "", location.pathname + query(fields) + (cited() ? location.hash : ""));
    drawn = here();
  }

  /** Bring the page to its address. */
  async function follow() {
    const mine = ++turn;
    drawn = here();
    const given = asked(now(), "base");
    const wanted = given && (moved(given, index) ?? given);
    patch(top, [h("div", { class: "compare-picker" },
      h("label", { for: "house-base" }, "Rule set"),
      h("select", { id: "house-base", name: "base" }, h("option", { value: "" }, "Choose a rule set"),
        byFamily(index).map(([family, sets]) => h("optgroup", { label: family.replace(/^./, (letter) => letter.toUpperCase()) },
          sets.map(([id, set]) => h("option", { value: id }, dated(set)))))))]);
    /** @type {HTMLSelectElement} */ (top.querySelector("select")).value = wanted?.id ?? "";
    const known = wanted && wanted.id in index.rule_sets;
    const rules = known ? await ruleSet(wanted.id).catch(() => null) : null;
    if (mine !== turn) return;
    both.hidden = at(".house-jump").hidden = !rules;
    if (!wanted || !rules) {
      base = null;
      document.title = title;
      say(!wanted ? "Choose the rule set that is nearest to yours." : known ? "The rules did not load. The network may be gone; choose again." : unknown(wanted.id));
      return;
    }
    if (base?.rules.id !== rules.id) { // nothing of another game may stay where these choices are refused
      patch(panel, []);
      document.title = title;
    }
    base = chosen(rules);
    options = form(base);
    const choices = typed(rules, wanted.options);
    patch(fields, [h("h2", {}, "What you do otherwise"),
      ...(options.length ? options.map(field) : [h("p", {}, "This rule set has no options: it is played as it stands.")])]);
    for (const option of options) {
      input(fields, option).value = spaced(written(choices[option.name] ?? option.default));
      explain(fields, option, ROOT);
    }
    const odd = Object.entries(choices).filter(([name]) => !options.some((option) => option.name === name));
    show({ ...picked(), ...Object.fromEntries(odd) });
  }

  /** What the form has that is not the usual. @returns {Chosen} */
  const picked = () => Object.fromEntries(options.map((option) => [option.name, read(input(fields, option).value, option)])
    .filter(([name, value]) => value !== options.find((option) => option.name === name)?.default));

  /** Say what comes of these choices. @param {Chosen} choices */
  async function show(choices) {
    if (!base) return;
    const mine = ++turn;
    let house;
    try {
      house = chosen(base.rules, choices);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { text, named } = refusal(fields, error, options, base.rules.id);
      const [own] = error.option ? options.filter(({ name }) => name === error.option) : [];
      if (own && !named.includes(own)) mark(fields, options, [own]);
      say(text);
      panel.classList.add("house-stale");
      if (!panel.firstChild) patch(panel, [h("h2", {}, "Your rules"), h("p", { "data-part": "none" }, "These choices do not go together. Change one of those that are marked.")]);
      return;
    }
    mark(fields, options, []);
    panel.classList.remove("house-stale");
    const hash = canName() ? await behaviour(house) : null;
    if (mine !== turn) return;
    draw(house, hash);
  }

  /** @param {Rules} house @param {string | null} hash */
  function draw(house, hash) {
    if (!base) return;
    const { rules } = house;
    const options_ = spelt(house);
    const own = now().get("name");
    const comparison = compare(base, house, usual(index));
    const changed = comparison.clauses.filter((clause) => clause.change !== "kept" && !dormant(clause));
    const name = own ?? curled(nameOf(house));
    const twins = hash ? Object.entries(index.rule_sets).filter(([id, set]) => set.behaviour_hash === hash && id !== rules.id) : [];
    const asItStands = hash === rules.behaviour_hash || Object.keys(options_).length === 0;
    const versus = query([...pairs("a", { id: rules.id, options: {} }), ...pairs("b", { id: rules.id, options: options_ })]);
    const otherwise = Object.keys(options_).length > 0;
    const dealt = otherwise ? `#house=${encodeURIComponent(JSON.stringify(house.chosen))}` : "";
    const played = otherwise && JSON.stringify({ title: rules.title, hash: hash ?? "", options: house.chosen, in_force: inForce(house), name: own ?? "" });
    patch(panel, [
      h("h2", {}, "Your rules"),
      h("div", { class: "compare-picker", "data-part": "name" },
        h("label", { for: "house-name" }, "Name"),
        h("input", { id: "house-name", name: "name", value: name, maxlength: 120, autocomplete: "off", spellcheck: "false" })),
      h("dl", { class: "house-facts", "data-part": "facts" },
        h("dt", {}, "Behaviour"), h("dd", {}, hash ? h("code", {}, hash) : "This browser reckons it only on a page that came over a secure connection (https)."),
        h("dt", {}, "Same as"), h("dd", {}, asItStands ? [h("a", { href: ROOT + rules.url }, rules.title), " as it stands"]
          : twins.length ? twins.flatMap(([id, set], at) => [at > 0 && ", ", h("a", { href: `${ROOT}${id}/` }, set.title)])
            : hash ? "no published rule set" : "not known")),
      h("p", { class: "compare-buttons", "data-part": "ways" },
        h("a", { class: "house-play", href: ROOT + rules.url + dealt }, "Play by these rules"),
        h("a", { class: "cite house-cite", href: `${ROOT}${rules.id}/cite/`, "data-cite": rules.id, "data-played": played }, "Cite"),
        h("button", { type: "button", "data-do": "copy" }, "Copy the link"),
        h("button", { type: "button", "data-do": "reset" }, "Back to the usual rules")),
      options.some(({ kind, name }) => kind === "table" && name in options_)
        && h("p", { class: "compare-note", "data-part": "table" }, "Whether every price of your table is there is looked at when the cards are dealt."),
      h("h2", { "data-part": "changes" }, "What changes"),
      changed.length === 0 && h("p", { "data-part": "none" }, "Nothing yet: every rule in force is kept."),
      ...sections({ ...comparison, b: { ...comparison.b, title: "Your rules" } }, { hidden: new Set(/** @type {const} */ (["kept"])), all: false, cited: cited() }, index),
      h("p", { "data-part": "versus" }, h("a", { href: `${ROOT}compare/${versus}` }, "Compare with any other rule set")),
    ].filter((kid) => kid !== false));
    /** @type {HTMLInputElement} */ (panel.querySelector("#house-name")).value = name;
    dispatchEvent(new Event("resize")); // what scrolls sideways is looked for anew
    document.title = `${name}: house rules${ending}`;
    const counts = FATES.filter((fate) => fate !== "kept").map((fate) => [changed.filter(({ change }) => change === fate).length, LABELS[fate]]).filter(([count]) => count);
    say(changed.length ? `${name}: ${counts.map(([count, label]) => `${count} ${label}`).join(", ")}.` : `${name}: every rule in force is kept.`);
    readdress([...pairs("base", { id: rules.id, options: options_ }), ...(own ? [/** @type {[string, string]} */ (["name", own])] : [])]);
    if (arriving) panel.querySelector(".compare-cited")?.scrollIntoView();
    arriving = false;
  }

  /** @param {string} text */
  function say(text) {
    if (told.textContent !== curled(text)) told.textContent = curled(text);
  }

  /** @param {string} id */
  function unknown(id) {
    const near = nearest(id, index);
    return `No rule set is called “${id}”.${near ? ` Did you mean ${index.rule_sets[near].title}, ${near}?` : ""}`;
  }

  top.addEventListener("change", (event) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    history.pushState(null, "", location.pathname + (value ? query(pairs("base", { id: value, options: {} })) : ""));
    follow();
  });
  fields.addEventListener("change", (event) => {
    const at = /** @type {HTMLInputElement} */ (event.target);
    const option = options.find(({ name }) => name === at.name);
    if (option) explain(fields, option, ROOT);
    show(picked());
  });
  for (const part of [top, fields]) part.addEventListener("submit", (event) => event.preventDefault());
  panel.addEventListener("change", (event) => {
    const at = /** @type {HTMLInputElement} */ (event.target);
    if (at.name !== "name") return;
    const kept = now();
    const name = at.value.trim();
    kept.delete("name");
    readdress([...kept, ...(name ? [/** @type {[string, string]} */ (["name", name])] : [])]);
    show(picked());
  });
  mount.addEventListener("click", async (event) => {
    const at = /** @type {Element} */ (event.target);
    const button = /** @type {HTMLElement | null} */ (at.closest("[data-do], [data-example]"));
    const option = options.find(({ name }) => name === button?.dataset.example);
    if (option) {
      input(fields, option).value = spaced(option.example);
      show(picked());
    } else if (button?.dataset.do === "reset") {
      readdress(pairs("base", { id: base?.rules.id ?? "", options: {} }));
      follow();
    } else if (button?.dataset.do === "copy") {
      const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
      say(copied ? "The link is copied." : "The address of this page is the link: copy it there.");
    }
  });
  addEventListener("popstate", () => { if (here() !== drawn) follow(); }); // a jump within the page leaves the form alone
  return follow();
}

const mount = document.querySelector(".rule-house");
if (mount instanceof HTMLElement) {
  fetchIndex().then((index) => begin(mount, index), () => { mount.textContent = "The list of rule sets did not load. Open the page again."; });
}
