// @ts-check
/** The pictures between two states: one for each step of the other players, with the table after that step. */

/** @import { State, Step } from "./types.mjs" */

/** How long each step is shown, in milliseconds: a complete trick a little longer, and cards just received the longest. */
const STEP = 550;
const FULL_TRICK = 800;
const ARRIVED = 1600;
/** How long a trick moves to its winner, in milliseconds; the same as in the style sheet. */
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
  let state = { ...before, choice: bidding(before) && bidding(after), also: [], settlement: null, dealt: null };
  after.steps.forEach((step, i) => {
    if (!step.picture) return;
    const said = [step.text, step.note].filter((part) => part).join(" ");
    const next = { ...state, ...step.picture, prompt: said };
    const full = completes(state, next);
    if (full) pictures.push({ state: complete(state, next), rest: FULL_TRICK });
    if (!full || i < after.steps.length - 1) pictures.push({ state: next, rest: full ? TAKEN : arrived(next) && !arrived(state) ? ARRIVED : STEP });
    state = next;
  });
  return pictures;
}

/** The ladder, which stays visible while the others bid. @param {State} state */
const bidding = ({ choice }) => (choice?.kind === "ladder" ? choice : null);

/** Whether the hand has just received cards. @param {State} state */
const arrived = ({ hand, phase }) => phase === "play" && hand.some(({ mark }) => mark);

/** Whether a step has completed the trick. @param {State} state @param {State} next */
const completes = ({ trick }, { last_trick }) => last_trick?.number === trick.number;

/** The complete trick before it is taken. @param {State} state @param {State} next @returns {State} */
function complete(state, next) {
  const { number, leader, plays, cancelled } = /** @type {import("./types.mjs").Trick} */ (next.last_trick);
  return {
    ...next, to_act: null, board: state.board, last_trick: null, trick: { number, leader, plays, cancelled },
    seats: next.seats.map((seat, i) => ({ ...seat, tricks: state.seats[i].tricks, score: state.seats[i].score })),
  };
}
