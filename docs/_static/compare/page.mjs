// @ts-check
/** The page that compares any two rule sets, as requested in its address or chosen in its form. */

import { citeShown } from "../cite/shown.mjs";
import { nameOf } from "../house-rules/naming.mjs";
import { apart, told as inWords } from "../table/form.mjs";
import { h, match } from "../table/tree.mjs";
import { asked, pairs, query, spelt, typed } from "./address.mjs";
import { strayChoices, strayRuleSet, waysOn } from "./astray.mjs";
import { choose, copied, followed, links, picker, retired } from "./choosing.mjs";
import { compare, FATES } from "./comparing.mjs";
import { index as fetchIndex, moved, ROOT, ruleSet, usual } from "./data.mjs";
import { behaviour, canName, chosen, form, Refused } from "./rules.mjs";
import { counted, curled, dated, dormant, families, LABELS, meaning, sections, summary } from "./show.mjs";

/** @import { Node_ } from "../table/types.mjs" */
/** @import { Asked } from "./address.mjs" */
/** @import { Way } from "./astray.mjs" */
/** @import { Comparison, Fate } from "./comparing.mjs" */
/** @import { Index } from "./data.mjs" */
/** @import { Rules } from "./rules.mjs" */

/** An error on one side, with a message and links to continue. */
class Wrong extends Error {
  /** @param {string} message @param {Way[]} ways @param {"a" | "b"} side */
  constructor(message, ways, side) {
    super(message);
    this.ways = ways;
    this.side = side;
  }
}

/** @param {HTMLElement} mount @param {Index} index */
export function begin(mount, index) {
  const title = document.title;
  const [ending = ""] = / · .*$/.exec(title) ?? [];
  /** @type {{comparison: Comparison, rules: [Rules, Rules], hashes: string[] | null} | null} */
  let shown = null;
  /** @type {Wrong | Error | null} */
  let wrong = null;
  /** The retired names in the address that the reader came with. */
  let note = "";
  let turn = 0;

  const now = () => new URLSearchParams(location.search);
  const hidden = () => new Set(/** @type {Fate[]} */ (now().getAll("hide").filter((fate) => FATES.includes(/** @type {Fate} */ (fate)))));
  const all = () => now().get("show") === "all";

  /** Go to the address of the choices in the form. @param {Asked | null} a @param {Asked | null} b @param {"push" | "replace"} how @param {Iterable<Fate>} [hides] @param {boolean} [whole] */
  function go(a, b, how, hides = hidden(), whole = all()) {
    const kept = [...(a ? pairs("a", a) : []), ...(b ? pairs("b", b) : []), ...[...hides].map((fate) => /** @type {[string, string]} */ (["hide", fate]))];
    if (whole) kept.push(["show", "all"]);
    history[how === "push" ? "pushState" : "replaceState"](null, "", location.pathname + query(kept));
  }

  /** Update the page to match its address. */
  async function follow() {
    const mine = ++turn;
    const [one, other] = [asked(now(), "a"), asked(now(), "b")].map((side) => side && moved(side, index));
    const [a, b] = [one?.asked ?? null, other?.asked ?? null];
    note = retired([...one?.gone ?? [], ...other?.gone ?? []]);
    if (note) go(a, b, "replace");
    wrong = null;
    let found = null;
    if (a && b) {
      try {
        const rules = /** @type {[Rules, Rules]} */ (await Promise.all([loaded(a, "a", index), loaded(b, "b", index)]));
        const hashes = canName() ? await Promise.all(rules.map(behaviour)) : null;
        found = { comparison: called(compare(...rules, usual(index)), rules, [a.name, b.name]), rules, hashes };
      } catch (error) {
        wrong = /** @type {Error} */ (error);
      }
    }
    for (const [side, asked] of /** @type {["a" | "b", Asked | null][]} */ ([["a", a], ["b", b]])) {
      const astray = !wrong && asked && strayRuleSet(asked, index);
      if (astray) wrong = new Wrong(astray.said, astray.ways, side);
    }
    if (mine !== turn) return;
    shown = found;
    document.title = shown ? `${shown.comparison.a.title} and ${shown.comparison.b.title} compared${ending}` : title;
    paint();
  }

  function paint() {
    const [a, b] = [asked(now(), "a"), asked(now(), "b")];
    match(mount, h("div", { class: "rule-compare" },
      h("form", { class: "compare-form", "aria-label": "Rule sets to compare", "data-part": "form" },
        picker("compare-a", "a", "From", index, house(shown?.rules[0], a?.name)), picker("compare-b", "b", "To", index, house(shown?.rules[1], b?.name)),
        h("p", { class: "compare-buttons" }, h("button", { type: "button", "data-do": "swap" }, "Swap"),
          shown && h("button", { type: "button", "data-do": "copy" }, "Copy the link"))),
      h("p", { class: "compare-told", role: "status", tabindex: -1, "data-part": "told" }, curled(told(a, b))),
      note && h("p", { class: "compare-note", role: "status", "data-part": "note" }, note),
      wrong instanceof Wrong && links(wrong.ways, (asked) => here(/** @type {Wrong} */ (wrong).side, asked)),
      wrong && !(wrong instanceof Wrong) && h("p", { "data-part": "again" }, h("button", { type: "button", "data-do": "again" }, "Try again")),
      shown && result(shown.comparison)));
    choose(mount, "a", a, index);
    choose(mount, "b", b, index);
    citeShown(shown && {
      cite: `compare/${location.search}`, title: `${shown.comparison.a.title} compared with ${shown.comparison.b.title}`,
      hashes: shown.hashes?.filter((_, side) => Object.keys(spelt(/** @type {[Rules, Rules]} */ (shown?.rules)[side])).length).join(" and ") || undefined,
    });
    dispatchEvent(new Event("resize")); // the elements that scroll sideways have changed
  }

  /** The state of the form in a sentence. @param {Asked | null} a @param {Asked | null} b */
  function told(a, b) {
    if (wrong) return wrong instanceof Wrong ? wrong.message : "The rules did not load. Check your connection, then try again.";
    if (shown) return summary(shown.comparison, all(), shown.hashes && shown.hashes[0] === shown.hashes[1]);
    return a && b ? "Loading the rules …" : a || b ? "Choose the other rule set." : "Choose two rule sets.";
  }

  /** The address of this page with another rule set on one side. @param {"a" | "b"} side @param {Asked} other */
  function here(side, other) {
    const both = { a: asked(now(), "a"), b: asked(now(), "b"), [side]: { ...other, name: asked(now(), side)?.name } };
    return query([...(both.a ? pairs("a", both.a) : []), ...(both.b ? pairs("b", both.b) : [])]);
  }

  /** @param {Comparison} comparison @returns {Node_} */
  function result(comparison) {
    const { a, b, clauses } = comparison;
    const counts = counted(comparison, all());
    const asleep = clauses.filter(dormant).length;
    const left = sections(comparison, { hidden: hidden(), all: all() }, index);
    return h("section", { class: "compare-result", "aria-labelledby": "compared", "data-part": "result" },
      h("h2", { id: "compared" }, dated(a), " and ", dated(b)),
      families(comparison),
      h("fieldset", { class: "compare-filter" }, h("legend", {}, "Show"),
        FATES.filter((fate) => counts[fate]).map((fate) => h("label", { "data-part": fate },
          h("input", { type: "checkbox", name: "fate", value: fate, checked: !hidden().has(fate) }),
          h("span", {}, `${LABELS[fate]} (${counts[fate]})`, meaning(fate, comparison) && h("small", {}, ` ${meaning(fate, comparison)}`)))),
        asleep > 0 && h("label", { "data-part": "all" }, h("input", { type: "checkbox", name: "all", checked: all() }),
          h("span", {}, `rules in force on neither side unless an option adds them (${asleep})`))),
      left.length ? left : h("p", { "data-part": "nothing" }, "No rules to show. Tick more boxes above."));
  }

  mount.addEventListener("change", (event) => {
    const at = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
    const [a, b] = [asked(now(), "a"), asked(now(), "b")];
    if (at instanceof HTMLSelectElement) {
      const other = at.value ? { id: at.value, options: {} } : null;
      go(at.name === "a" ? other : a, at.name === "b" ? other : b, "push");
      follow();
    } else if (at.name === "fate") {
      const hides = hidden();
      if (at.checked) hides.delete(/** @type {Fate} */ (at.value));
      else hides.add(/** @type {Fate} */ (at.value));
      go(a, b, "replace", hides);
      paint();
    } else if (at.name === "all") {
      go(a, b, "replace", hidden(), at.checked);
      paint();
    }
  });
  mount.addEventListener("submit", (event) => event.preventDefault());
  mount.addEventListener("click", async (event) => {
    const at = /** @type {Element} */ (event.target);
    const button = /** @type {HTMLElement | null} */ (at.closest("[data-do]"));
    const [a, b] = [asked(now(), "a"), asked(now(), "b")];
    const inside = followed(event);
    if (inside) {
      event.preventDefault();
      history.pushState(null, "", inside.href);
      await follow();
      /** @type {HTMLElement | null} */ (mount.querySelector(".compare-told"))?.focus(); // the link itself no longer exists
    } else if (button?.dataset.do === "swap") {
      go(b, a, "push");
      follow();
    } else if (button?.dataset.do === "again") {
      follow();
    } else if (button?.dataset.do === "copy") {
      const said = await copied();
      const line = mount.querySelector(".compare-told");
      if (line) line.textContent = said;
    }
  });
  addEventListener("popstate", follow);
  return follow();
}

/** The options of a side, and a link to change them. @param {Rules | undefined} rules @param {string} [name]  given to the rules */
function house(rules, name) {
  const options = rules ? spelt(rules) : {};
  if (!rules || !Object.keys(options).length) return null;
  const told = form(rules).filter(({ name }) => Object.hasOwn(options, name)).map((option) => `${option.title}: ${inWords(option, option.chosen)}`);
  return h("p", { class: "compare-house" }, curled(`House rules. ${told.join("; ")}. `),
    h("a", { href: `${ROOT}house-rules/${query([...pairs("base", { id: rules.rules.id, options }), .../** @type {[string, string][]} */ (name ? [["name", name]] : [])])}` }, "Change these rules"));
}

/** The comparison, with house rules named by their given names or by their choices, since both sides may be the same rule set. @param {Comparison} comparison @param {[Rules, Rules]} rules @param {(string | undefined)[]} names @returns {Comparison} */
function called({ a, b, ...rest }, rules, names) {
  const [one, other] = [a, b].map((side, at) => (side.in_force.length ? { ...side, title: names[at] ?? nameOf(rules[at]), year: null } : side));
  return { a: one, b: other, ...rest };
}

/** The rules of a side. Throws `Wrong`, with the reason, if there are none. @param {Asked} asked @param {"a" | "b"} side @param {Index} index */
async function loaded(asked, side, index) {
  const astray = strayRuleSet(asked, index);
  if (astray) throw new Wrong(astray.said, astray.ways, side);
  const { id, options } = asked;
  const rules = await ruleSet(id);
  const strays = strayChoices(rules, options);
  if (strays.length) throw new Wrong(strays.map(({ said }) => said).join(" "), waysOn(rules, options, strays), side);
  try {
    return chosen(rules, typed(rules, options));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const change = { label: "Change these house rules", href: `${ROOT}house-rules/${query(pairs("base", asked))}` };
    throw new Wrong(refused(error, chosen(rules)), [change, { label: `${rules.title} without changes`, asked: { id, options: {} } }], side);
  }
}

/** @param {Refused} error @param {Rules} rules */
function refused({ message, clash }, rules) {
  const options = form(rules);
  const [one, other] = [clash?.option, clash?.other].map((wanted) => options.find(({ name }) => name === wanted));
  return clash && one && other ? apart(clash, one, other) : message;
}

const mount = document.querySelector(".rule-compare");
if (mount instanceof HTMLElement) {
  fetchIndex().then((index) => begin(mount, index), () => { mount.textContent = "The list of rule sets did not load. Reload the page."; });
}
