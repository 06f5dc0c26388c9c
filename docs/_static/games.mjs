// Filters and sorts a list of games by its form; the choices are kept in the page's address. Without this module the
// whole list is shown, the best known first, and the form is hidden.
// @ts-check

const form = /** @type {HTMLFormElement} */ (document.querySelector("form.games-form"));
const lists = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("ul.games")]);
const games = lists.flatMap((list) => [...list.children].map((item) => ({ list, item: /** @type {HTMLElement} */ (item) })));

/**
 * A fact about a game in the list, for the form to compare.
 * @param {HTMLElement} item
 * @param {string} kind
 */
const value = (item, kind) => item.querySelector(`data.game-${kind}`)?.getAttribute("value") ?? "";

/**
 * @param {HTMLElement} item
 * @returns {number} the year by which a game is sorted; a game without a date has the year given in the list
 */
const year = (item) => Number(value(item, "year").replace("~", ""));

/**
 * @param {HTMLElement} item
 * @param {string} period "1850-1899", "-1849", "1950-", or "none" for those without a date
 */
function within(item, period) {
  const undated = value(item, "year").startsWith("~");
  if (period === "none" || undated) return undated && period === "none";
  const [first, last] = period.split("-");
  return Number(first) <= year(item) && year(item) <= (Number(last) || Infinity);
}

/** @type {Record<string, (item: HTMLElement, wanted: string) => boolean>} */
const FITS = {
  family: (item, wanted) => item.closest(`.family-${wanted}`) !== null,
  players: (item, wanted) => value(item, "players").split(" ").includes(wanted),
  years: within,
  partners: (item, wanted) => value(item, "partners") === wanted,
  bidding: (item, wanted) => value(item, "bidding") === wanted,
};

/** @returns {[string, string][]} the choices: the name and value of each field of the form that is not left open */
const chosen = () => [...new FormData(form)].flatMap(([name, wanted]) => (wanted ? [[name, String(wanted)]] : []));

/** @param {string | undefined} order */
function sort(order) {
  const turn = order === "newest" ? -1 : 1;
  for (const list of lists) {
    const items = games.filter((game) => game.list === list).map(({ item }) => item);
    if (order) items.sort((one, other) => turn * (year(one) - year(other)));
    list.append(...items);
  }
}

function show() {
  const wanted = chosen();
  const filters = wanted.filter(([name]) => name !== "order");
  for (const { item } of games) item.hidden = !fits(item, filters);
  for (const list of lists) {
    const section = list.closest("section.games-family");
    if (section instanceof HTMLElement) section.hidden = [...list.children].every((item) => /** @type {HTMLElement} */ (item).hidden);
  }
  const left = games.filter(({ item }) => !item.hidden).length;
  const said = left ? `${left} of ${games.length} games` : `None of the ${games.length} games matches.${relaxed(filters)}`;
  const count = form.querySelector("output"), clear = form.querySelector("button");
  if (count) count.textContent = filters.length ? said : `${games.length} games`;
  if (clear) clear.hidden = !wanted.length;
}

/** @param {HTMLElement} item @param {[string, string][]} filters */
const fits = (item, filters) => filters.every(([name, one]) => FITS[name]?.(item, one) ?? true);

/** Advice if no game is left: the one choice without which most games match. @param {[string, string][]} filters */
function relaxed(filters) {
  const without = filters.map(([name]) => ({ name, left: games.filter(({ item }) => fits(item, filters.filter(([other]) => other !== name))).length }));
  const [best] = without.filter(({ left }) => left).sort((one, other) => other.left - one.left);
  const select = best && form.elements.namedItem(best.name);
  if (!(select instanceof HTMLSelectElement)) return "";
  return ` Without a choice of ${select.labels[0].firstElementChild?.textContent}, ${best.left === 1 ? "one does" : `${best.left} do`}.`;
}

/** Write the choices into the page's address, so that they can be shared and are restored with the page. */
function keep() {
  const kept = new URLSearchParams(chosen());
  history.replaceState(history.state, "", `${location.pathname}${kept.size ? `?${kept}` : ""}${location.hash}`);
}

for (const [name, wanted] of new URLSearchParams(location.search)) {
  const select = form.elements.namedItem(name);
  if (select instanceof HTMLSelectElement && [...select.options].some((option) => option.value === wanted)) select.value = wanted;
}
let order = new FormData(form).get("order");
if (order) sort(String(order));
const changed = () => {
  const now = new FormData(form).get("order");
  if (now !== order) sort(String(now));
  order = now;
  show();
  keep();
};
form.addEventListener("change", changed);
form.addEventListener("reset", () => setTimeout(changed));
form.addEventListener("submit", (event) => event.preventDefault());
form.hidden = false;
show();
