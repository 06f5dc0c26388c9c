// The search field of every page, with the first results below it while the reader types.
// @ts-check
import { enough, find } from "./finding.mjs";
import { element, target, walk, where } from "./results.mjs";

const FEW = 6;
const PAUSE = 120; // milliseconds after the last letter

/** Load the style sheet of the suggestions, which pages do not include. */
function dress() {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = new URL("suggest.css", import.meta.url).href;
  document.head.append(sheet);
}

/** Suggest results while the reader types in a field, beginning with its current contents. @param {EventTarget | null} field */
export function suggest(field) {
  if (!(field instanceof HTMLInputElement) || !field.form) return;
  dress();
  const list = element("ul", "search-suggested");
  list.setAttribute("aria-label", "Suggestions");
  const status = element("p", "unseen");
  status.setAttribute("role", "status");
  field.form.after(list, status);
  walk(field, list);
  let turn = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const now = async () => {
    const mine = ++turn;
    const words = field.value.trim();
    const shown = enough(words) ? await some(words).catch(() => []) : [];
    if (mine !== turn) return;
    list.replaceChildren(...shown);
    list.hidden = !shown.length;
    status.textContent = shown.length ? `${shown.length} suggestions. Press the down arrow to read them.` : "";
  };
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(now, PAUSE);
  });
  now();
}

/** The first results, without repeats. @param {string} words */
async function some(words) {
  const answer = await find(words.replace(/[“”„«»]/g, '"'));
  const every = [...answer.first, ...(await answer.more(FEW)), ...answer.near];
  const once = every.filter(({ url }, i) => every.findIndex((other) => other.url === url) === i);
  return once.slice(0, FEW).map((shown) => {
    const link = /** @type {HTMLAnchorElement} */ (element("a", "", element("span", "", shown.title), " ", element("small", "", where(shown))));
    link.href = target(shown);
    return element("li", "", link);
  });
}
