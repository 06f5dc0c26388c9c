// @ts-check
/** The pictures between two states: each step of the others shown by itself, derived from what is known already. */

import { isCard, read } from "./cards.mjs";

/** @typedef {import("./types.mjs").State} State */
/** @typedef {import("./types.mjs").Step} Step */

/** How long a step is looked at, in milliseconds; a full trick a little longer. */
const STEP = 550;
const FULL_TRICK = 1100;

/**
 * One picture for each step that led from `before` to `after`; the last is followed by `after` itself.
 * @param {State} before
 * @param {State} after
 * @returns {{state: State, rest: number}[]}
 */
export function frames(before, after) {
  /** @type {{state: State, rest: number}[]} */
  const pictures = [];
  /** @type {State} */
  let state = { ...before, choice: null, also: [], prompt: "", settlement: null };
  for (const step of after.steps) {
    state = isCard(step.action) ? played(state, step) : spoken(state, step);
    const full = state.trick.plays.length === state.seats.length;
    pictures.push({ state, rest: full ? FULL_TRICK : STEP });
  }
  return pictures;
}

/** @param {State} state @param {Step} step @returns {State} */
function played(state, { seat, action, text, note }) {
  const fresh = state.trick.plays.length === state.seats.length;
  const number = fresh ? state.trick.number + 1 : state.trick.number;
  const plays = fresh ? [] : state.trick.plays;
  const seats = state.seats.map((one) => (one.seat === seat
    ? { ...one, count: one.count - 1, hand: one.hand && one.hand.filter((card) => card !== action), call: "" }
    : { ...one, call: "" }));
  return {
    ...state,
    prompt: [text, note].filter((part) => part).join(" "),
    seats,
    to_act: null,
    hand: seat === state.seat ? state.hand.filter(({ card }) => card !== action) : state.hand,
    last_trick: null,
    trick: {
      number,
      leader: plays.length ? state.trick.leader : seat,
      plays: [...plays, { seat, card: action, name: read(action).name }],
    },
  };
}

/** @param {State} state @param {Step} step @returns {State} */
function spoken(state, { seat, action, text, note }) {
  const call = /^(give|discard)\b/.test(action) ? "" : action;
  return {
    ...state,
    prompt: [text, note].filter((part) => part).join(" "),
    to_act: null,
    seats: state.seats.map((one) => (one.seat === seat && call ? { ...one, call } : one)),
  };
}
