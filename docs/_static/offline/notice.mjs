// @ts-check
/** A notice that a new version is ready. It is announced politely, takes no focus, and nothing happens until the reader chooses it. */

/** @param {() => void} show  reloads the page */
export function showNotice(show) {
  if (document.querySelector(".update-notice")) return;
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = new URL("notice.css", import.meta.url).href;
  document.head.append(style);

  const notice = document.createElement("aside");
  notice.className = "update-notice";
  notice.setAttribute("aria-label", "A new version");
  const words = document.createElement("p");
  words.setAttribute("role", "status");
  notice.append(words, button("Show it", show), button("Later", () => notice.remove()));
  document.body.append(notice);
  // Screen readers announce text added to a live region, not text already in it when it appears.
  setTimeout(() => { words.textContent = "A new version of these pages is ready."; }, 100);
}

/** @param {string} name @param {() => void} act */
function button(name, act) {
  const found = document.createElement("button");
  found.type = "button";
  found.textContent = name;
  found.addEventListener("click", act);
  return found;
}
