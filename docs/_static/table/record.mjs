// @ts-check
/** The parts of a record that the page reads: its rule set, its cards and its actions. The engine reads the others. */

const RULES = 1;
const HANDS = 5;
const ACTIONS = 6;

/** @param {string} record */
export const rulesOf = (record) => record.split("~")[RULES];

/** The cards as dealt in a record that is written out in full. @param {string | undefined} record */
export const handsOf = (record) => record?.split("~")[HANDS];

/** @param {string} record */
const actionsOf = (record) => record.split("~")[ACTIONS]?.split("_").filter((action) => action) ?? [];

/**
 * The record of a deal after each of its actions.
 * @param {string} record
 * @param {number} [from]  the number of actions in the first of these records
 */
export function cuts(record, from = 0) {
  const actions = actionsOf(record);
  const dealt = record.split("~").slice(0, ACTIONS);
  return Array.from({ length: Math.max(actions.length - from + 1, 1) }, (_, k) =>
    [...dealt, actions.slice(0, from + k).join("_")].join("~"));
}

/** The number of actions in a record. @param {string} record */
export const lengthOf = (record) => actionsOf(record).length;
