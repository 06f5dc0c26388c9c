// @ts-check
/** The pictures between two states: each step of the others shown by itself, derived from what is known already. */

import { isCard, read } from "./cards.mjs";

/** @import { State, Step } from "./types.mjs" */

/** How long a step is looked at, in milliseconds; a full trick a little longer. */
const STEP = 550;
const FULL_TRICK = 800;
/** How long a trick is on its way to its taker: as long as the style sheet says. */
const TAKEN = 400;

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
  let state = { ...before, choice: bidding(before) && bidding(after), also: [], prompt: "", settlement: null, dealt: null };
  after.steps.forEach((step, i) => {
    const plays = isCard(step.action);
    state = plays ? played(state, step) : spoken(state, step);
    const next = after.steps[i + 1];
    const full = plays && (next ? next.leads : !after.trick.plays.length);
    pictures.push({ state, rest: full ? FULL_TRICK : STEP });
    if (full && next && step.taker !== null) pictures.push({ state: state = taken(state, step.taker), rest: TAKEN });
  });
  return pictures;
}

/** The ladder, which stays in sight while the others bid. @param {State} state */
const bidding = ({ choice }) => (choice?.kind === "ladder" ? choice : null);

/** The cards without one that is played: of equal ones, one goes. @template T @param {T[]} held @param {number} at */
const without = (held, at) => held.filter((_, i) => i !== at);

/** @param {State} state @param {Step} step @returns {State} */
function played(state, { seat, action, text, note, leads }) {
  const number = leads && state.trick.plays.length ? state.trick.number + 1 : state.trick.number;
  const plays = leads ? [] : state.trick.plays;
  const seats = state.seats.map((one) => (one.seat === seat
    ? { ...one, count: one.count && one.count - 1, hand: one.hand && without(one.hand, one.hand.indexOf(action)), call: "" }
    : { ...one, call: "" }));
  return {
    ...state,
    prompt: [text, note].filter((part) => part).join(" "),
    seats,
    to_act: null,
    hand: seat === state.seat ? without(state.hand, state.hand.findIndex(({ card }) => card === action)) : state.hand,
    last_trick: null,
    trick: {
      number,
      leader: plays.length ? state.trick.leader : seat,
      plays: [...plays, { seat, card: action, name: read(action).name }],
    },
  };
}

/** @param {State} state @param {number} winner @returns {State} */
function taken({ trick, ...state }, winner) {
  return { ...state, last_trick: { ...trick, winner }, trick: { ...trick, number: trick.number + 1, plays: [] } };
}

/** @param {State} state @param {Step} step @returns {State} */
function spoken(state, { seat, action, text, note }) {
  const draws = action === "draw" ? 1 : 0;
  const call = draws || /^(give|discard|name|declare)\b/.test(action) ? "" : text.slice(state.seats[seat].name.length + 1, -1);
  return {
    ...state,
    prompt: [text, note].filter((part) => part).join(" "),
    to_act: null,
    widow: state.widow && { ...state.widow, count: state.widow.count - draws },
    seats: state.seats.map((one) => (one.seat === seat
      ? { ...one, count: (one.count ?? 0) + draws, call: call || one.call } : one)),
  };
}
