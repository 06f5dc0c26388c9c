// @ts-check
/** A small tree of elements, and a function that updates a page's own nodes to match it. */

/** @import { Node_ } from "./types.mjs" */

const SVG = "http://www.w3.org/2000/svg";
/** The tree that each element inside a matched one last matched; if that tree comes again, the element is skipped. @type {WeakMap<Element, Node_>} */
const matched = new WeakMap();

const KEYS = ["data-part", "data-seat", "data-card", "data-action", "data-do"];

/**
 * A tree node for one element. False, null and undefined leave an attribute or a child out; true gives an empty
 * attribute. Adjacent strings are joined, as they are when a browser reads a page.
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attrs]
 * @param {...(Node_ | string | null | undefined | false | (Node_ | string | null | undefined | false)[])} kids
 * @returns {Node_}
 */
export function h(tag, attrs = {}, ...kids) {
  /** @type {Record<string, string>} */
  const kept = {};
  for (const [name, value] of Object.entries(attrs)) {
    if (value !== null && value !== undefined && value !== false) kept[name] = value === true ? "" : String(value);
  }
  /** @type {(Node_ | string)[]} */
  const joined = [];
  for (const kid of kids.flat()) {
    const last = joined.length - 1;
    if (!kid) continue;
    else if (typeof kid === "string" && typeof joined[last] === "string") joined[last] += kid;
    else joined.push(kid);
  }
  return { tag, attrs: kept, kids: joined };
}

/**
 * Make the children of `parent` match `kids`. Nodes that already match are not changed, so that focus, scrolling and
 * transitions are preserved; a node is identified by its part, seat, card or action.
 * @param {Element} parent
 * @param {(Node_ | string)[]} kids
 */
export function patch(parent, kids) {
  const known = gather(parent);
  const nodes = kids.map((kid) => known.get(name(kid))?.shift() ?? make(kid, parent));
  const kept = new Set(nodes);
  for (const node of [...parent.childNodes]) if (!kept.has(node)) node.remove();
  let next = parent.firstChild;
  nodes.forEach((node, i) => {
    if (node === next) next = node.nextSibling;
    else parent.insertBefore(node, next);
    const kid = kids[i];
    if (typeof kid === "string") {
      if (node.nodeValue !== kid) node.nodeValue = kid;
    } else if (node instanceof Element && !same(matched.get(node), kid)) {
      matched.set(node, kid);
      match(node, kid);
    }
  });
}

/**
 * Make one element match a tree node of the same tag.
 * @param {Element} node
 * @param {Node_} tree
 */
export function match(node, tree) {
  dress(node, tree.attrs);
  patch(node, tree.kids);
}

/** @param {Node_ | string | undefined} one @param {Node_ | string} other @returns {boolean} */
function same(one, other) {
  if (one === undefined || typeof one === "string" || typeof other === "string") return one === other;
  const names = Object.keys(other.attrs);
  return one.tag === other.tag && one.kids.length === other.kids.length && Object.keys(one.attrs).length === names.length
    && names.every((name) => one.attrs[name] === other.attrs[name]) && other.kids.every((kid, i) => same(one.kids[i], kid));
}

/** @param {Element} parent */
function gather(parent) {
  /** @type {Map<string, ChildNode[]>} */
  const known = new Map();
  for (const node of parent.childNodes) {
    const key = node instanceof Element ? label(node.localName, (k) => node.getAttribute(k)) : "#text";
    known.set(key, [...(known.get(key) ?? []), node]);
  }
  return known;
}

/** @param {Node_ | string} kid */
function name(kid) {
  return typeof kid === "string" ? "#text" : label(kid.tag, (k) => kid.attrs[k]);
}

/** @param {string} tag @param {(name: string) => string | null | undefined} read */
function label(tag, read) {
  for (const key of KEYS) {
    const value = read(key);
    if (value) return `${tag}|${key}|${value}`;
  }
  return tag;
}

/** @param {Node_ | string} kid @param {Element} parent */
function make(kid, parent) {
  if (typeof kid === "string") return document.createTextNode(kid);
  const inSvg = kid.tag === "svg" || parent.namespaceURI === SVG;
  return inSvg ? document.createElementNS(SVG, kid.tag) : document.createElement(kid.tag);
}

/** @param {Element} node @param {Record<string, string>} attrs */
function dress(node, attrs) {
  for (const [name, value] of Object.entries(attrs)) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  for (const name of node.getAttributeNames()) {
    // The reader decides whether a <details> is open.
    if (!(name in attrs) && name !== "open") node.removeAttribute(name);
  }
}

/**
 * The tree as HTML, the same as the site writes at build time.
 * @param {Node_ | string} kid
 * @returns {string}
 */
export function markup(kid) {
  if (typeof kid === "string") return escape(kid);
  const attrs = Object.entries(kid.attrs).map(([name, value]) => ` ${name}="${escape(value)}"`).join("");
  return `<${kid.tag}${attrs}>${kid.kids.map(markup).join("")}</${kid.tag}>`;
}

/** @param {string} text */
function escape(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;")
    .replace(/'/g, "&#x27;");
}
