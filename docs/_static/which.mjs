// Turns the questions on the page into a form, and lists the rule sets that match the reader's answers, best first. The
// form is made from the lists, which stay on the page.
// @ts-check

/**
 * @typedef {{slug: string, title: string, text: string, answers: Map<string, Set<string>>}} Question
 */

/** @returns {Question[]} the questions on the page */
function questions() {
  return [...document.querySelectorAll("section.which-question")].map((section) => {
    /** @type {Map<string, Set<string>>} */
    const answers = new Map();
    for (const term of section.querySelectorAll("dl.which-answers > dt")) {
      const links = term.nextElementSibling?.querySelectorAll("a") ?? [];
      const sets = [...links].filter((link) => link.textContent !== "§").map((link) => link.href);
      answers.set(term.textContent?.trim() ?? "", new Set(sets));
    }
    const title = section.querySelector("h2, h3")?.firstChild?.textContent?.trim() ?? "";
    const text = section.querySelector(".which-text")?.textContent?.trim() ?? "";
    return { slug: section.id, title, text, answers };
  });
}

/** @returns {Map<string, string>} the rule sets by address, with their names */
function ruleSets() {
  const found = new Map();
  for (const link of document.querySelectorAll("dl.which-answers a")) {
    if (link instanceof HTMLAnchorElement && link.textContent !== "§") found.set(link.href, link.textContent ?? "");
  }
  return found;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** @param {Question} question */
function field(question) {
  const options = [...question.answers.keys()].map((answer) => element("option", { value: answer }, answer));
  const select = element("select", { name: question.slug }, element("option", { value: "" }, "any"), ...options);
  return element("label", { class: "which-field" }, element("span", {}, question.text), select);
}

/**
 * @param {Question[]} asked
 * @param {Map<string, string>} sets
 * @param {FormData} given
 */
function ranked(asked, sets, given) {
  const chosen = asked.flatMap((question) => {
    const answer = given.get(question.slug);
    const agreeing = typeof answer === "string" ? question.answers.get(answer) : undefined;
    return agreeing ? [{ question, agreeing }] : [];
  });
  const found = [...sets].map(([url, name]) => {
    const misses = chosen.filter(({ agreeing }) => !agreeing.has(url)).map(({ question }) => question);
    return { url, name, misses };
  });
  const fewest = Math.min(...found.map(({ misses }) => misses.length));
  const best = found.filter(({ misses }) => misses.length === fewest);
  return { chosen: chosen.length, best: chosen.length ? best : [] };
}

/**
 * @param {ReturnType<typeof ranked>} result
 * @returns {string}
 */
function told({ chosen, best }) {
  if (!chosen) return "Choose one or more answers.";
  const agree = chosen - (best[0]?.misses.length ?? 0);
  const count = best.length === 1 ? "One rule set" : `${best.length} rule sets`;
  const all = chosen === 1 ? "the answer" : chosen === 2 ? "both answers" : `all ${chosen} answers`;
  if (agree === chosen) return `${count} ${best.length === 1 ? "gives" : "give"} ${all}:`;
  return `No rule set gives ${all}. ${count} ${best.length === 1 ? "gives" : "give"} ${agree} of them:`;
}

function start() {
  const asked = questions();
  const first = document.querySelector("section.which-question");
  if (!first) return;
  const sets = ruleSets();
  const summary = element("p", { role: "status" });
  const list = element("ul", { class: "which-found" });
  const again = element("button", { type: "reset" }, "Start again");
  const form = element("form", { class: "which-form", "aria-label": "Which rule set do you play?" }, ...asked.map(field), again);
  const address = new URLSearchParams(location.search);
  for (const { slug } of asked) {
    const select = form.elements.namedItem(slug);
    const answer = [...(select instanceof HTMLSelectElement ? select.options : [])].find(({ value }) => value === address.get(slug));
    if (answer) answer.selected = true;
  }
  const show = () => {
    const given = new FormData(form);
    const result = ranked(asked, sets, given);
    summary.textContent = told(result);
    list.replaceChildren(
      ...result.best.map(({ url, name, misses }) => {
        const but = misses.length ? `, but not: ${misses.map(({ title }) => title.toLowerCase()).join(", ")}` : "";
        return element("li", {}, element("a", { href: url }, name), but);
      }),
    );
    const kept = new URLSearchParams([...given].flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
    history.replaceState(null, "", `${location.pathname}${kept.size ? `?${kept}` : ""}${location.hash}`);
  };
  form.addEventListener("change", show);
  form.addEventListener("reset", () => setTimeout(show));
  form.addEventListener("submit", (event) => event.preventDefault());
  first.before(form, summary, list);
  show();
}

start();
