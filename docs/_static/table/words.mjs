// @ts-check
/** Every word the table says of itself. A page in another language overwrites them from its data block. */

export const KEYS = /** @type {const} */ ([
  "Arrows: move through the hand or the bids",
  "Enter or space: play or choose the card",
  "U: undo",
  "N: next deal, or a new game",
  "P: pause the others, S: one step",
  "L: the last trick again",
  "?: these keys",
]);

/**
 * What may be said.
 * @typedef {"1 card"
 *   | "{n} cards"
 *   | "cards not given"
 *   | "1 trick"
 *   | "{n} tricks"
 *   | "dealer"
 *   | "your side"
 *   | "Trick {n}"
 *   | "Last trick, taken by {name}"
 *   | "Last trick, won by nobody"
 *   | "Your hand"
 *   | "{label}: {n} more to choose"
 *   | "You may also"
 *   | "The bids, from low to high"
 *   | "Closed: {what}"
 *   | "{name}: stands"
 *   | "{name}: beaten"
 *   | "The ladder did not load. These bids are open:"
 *   | "The settlement did not load. Open the page again."
 *   | "Next deal"
 *   | "New game"
 *   | "Players"
 *   | "Deal for {n} players"
 *   | "Undo"
 *   | "Last trick"
 *   | "Scoreboard"
 *   | "cancelled"
 *   | "Cancelled by"
 *   | "Pause"
 *   | "Step"
 *   | "Share"
 *   | "House rules"
 *   | "Settings"
 *   | "Rules"
 *   | "Played by"
 *   | "as it stands"
 *   | "House rules from the link are being set."
 *   | "The name of these rules, for citing: equal where mechanisms and parameters are the same, in the same order"
 *   | "The deal in words"
 *   | "Keys"
 *   | "Refused by"
 *   | "You may play {cards}."
 *   | "the {card}"
 *   | "or"
 *   | "{n} more"
 *   | "Try again"
 *   | "What was settled"
 *   | "What is settled at the end"
 *   | "The game so far"
 *   | "Deal"
 *   | "dealt by {name}"
 *   | "The hands as dealt"
 *   | "Pool"
 *   | "At the start"
 *   | "{n}: stakes"
 *   | "Before it, stakes paid"
 *   | "This deal"
 *   | "Total"
 *   | "Reconstructed: no source gives these figures. The clause shows how they were built."
 *   | "described"
 *   | "reported"
 *   | "inferred"
 *   | "default"
 *   | "reconstructed"
 *   | "Python is waking"
 *   | "Python stays in this browser (about 21 MB), so that the next page starts sooner. Settings deletes it."
 *   | "This browser then keeps it (about 21 MB), so that the next page starts sooner. Settings deletes it."
 *   | "Not open to you now."
 *   | "It is not your turn to play a card."
 *   | "Choose {n} cards, no more. Put one back first."
 *   | "{n} more to choose."
 *   | "There is nothing of yours to take back."
 *   | "This did not load. Try again."
 *   | "Close"
 *   | "Your seat"
 *   | "here, in the south"
 *   | "The table turns: you see that hand, and play on with it."
 *   | "The others play"
 *   | "slowly"
 *   | "as usual"
 *   | "fast"
 *   | "at once"
 *   | "P pauses them, S lets them take one step."
 *   | "Show all hands"
 *   | "To study a deal, or to see how it is played."
 *   | "Suits"
 *   | "four colours"
 *   | "two colours"
 *   | "Large index"
 *   | "Larger figures in the corners of the cards."
 *   | "Kept on this device"
 *   | "Your game, and the memory of Python once it has started (about 21 MB), so that the next page starts sooner."
 *   | "Delete Python's memory"
 *   | "Deleted."
 *   | "It could not be deleted: another page is using it."
 *   | "A link to this position"
 *   | "It holds the cards and what was done, and opens for ever."
 *   | "The record of the game"
 *   | "A line for each deal, to keep or to send; a table opens it again."
 *   | "Download the record"
 *   | "Open the record above"
 *   | "This table on your own page"
 *   | "Nothing is fetched from anywhere but this site."
 *   | "Copy"
 *   | "Copy: {what}"
 *   | "Copied."
 *   | "Cite"
 *   | "Cite the source itself"
 *   | "Cite these house rules"
 *   | "Name of the house rules"
 *   | ", version {version}, {date}"
 *   | "With the house rules in force on this page"
 *   | "Download"
 *   | "Download: {what}"
 *   | "It is marked: copy it with your keyboard."
 *   | "House rules: {title}"
 *   | "What the rule set leaves open, with the sources of each choice. A new game is dealt by what you choose."
 *   | "This rule set has no options: it is played as it stands."
 *   | "Deal by these rules"
 *   | "Press “{button}” again to play by them."
 *   | "Back to the usual rules"
 *   | "More: {what}"
 *   | "{n} changed: {what}"
 *   | "; and {n} more"
 *   | "no {thing}"
 *   | "Nothing is changed: these are the usual rules."
 *   | "in the rules"
 *   | "page not verified"
 *   | "read in full"
 *   | "read in part"
 *   | "not read"
 *   | "through"
 *   | "A whole number from {low} to {high}."
 *   | "{value} (usual)"
 *   | "An example"
 *   | "{option}, “{choice}”"
 *   | "{one} does not go with {other}."
 *   | "{one} goes only with another choice of {other}: {choices}."
 *   | "This cannot be opened: {why} What was on the table stays."
 *   | "The rules of {title}"
 *   | "{n} in all"
 *   | "The game that was kept here cannot go on: {why}"
 *   | "This game is also open in another tab. Each tab keeps its own."
 *   | "Python does not answer. Your game is kept."
 *   | "Python stopped: {why}. Your game is kept."
 *   | "This cannot be done: {why}"
 *   | "Case {id}"
 *   | "of the rule"
 *   | "Back to the rule"
 *   | "Deal a fresh hand"
 *   | "Replay"
 *   | "The cards as dealt."
 *   | "First"
 *   | "Back"
 *   | "Next"
 *   | "Last"
 *   | "{n} of {all}"
 *   | "Play on from here"
 *   | "Seats: {who}"
 *   | "Your first hand"
 *   | "Step {n} of {all}"
 *   | "Do it for me"
 *   | "Take it back"
 *   | "You may."
 *   | "Go on without the guide"
 *   | "Go on with your first hand"
 *   | "Leave"
 *   | "Back to the game before"
 *   | "What happened"
 *   | "Deal a hand of your own"
 *   | "recommended"
 *   | typeof KEYS[number]} Phrase
 */

/** The words of what is not said as it is written; a page in another language has words for all. @type {Record<string, string>} */
export const WORDS = {
  made: "What was settled: made",
  lost: "What was settled: lost",
};

/**
 * A phrase in the page's language, its places filled.
 * @param {Phrase | "made" | "lost"} phrase
 * @param {Record<string, string | number>} [values]
 */
export function say(phrase, values = {}) {
  return (WORDS[phrase] ?? phrase).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** What is said, with a full stop. @param {string} text */
export const sentence = (text) => (/[.?!]$/.test(text) ? text : `${text}.`);

/**
 * "1 trick", "3 tricks".
 * @param {number} n
 * @param {"card" | "trick"} thing
 */
export const several = (n, thing) => (n === 1 ? say(`1 ${thing}`) : say(`{n} ${thing}s`, { n }));
