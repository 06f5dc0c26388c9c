// @ts-check
/**
 * What the table and the engine say to each other. Types only: no page loads this file.
 *
 * @typedef {{id: string, slug: string, text: string, url: string, title?: string}} Clause
 * @typedef {{clause: Clause | null, text: string, instead?: string[]}} Reason  why something is refused, and the cards that may be played instead
 * @typedef {{seat: number, card: string, name: string, gone?: boolean, pair?: number}} Play  gone: it cannot win; the number of its pair
 * @typedef {{number: number, leader: number | null, winner?: number | null, plays: Play[], cancelled?: Clause | null}} Trick  with the clause by which cards are cancelled
 * @typedef {{part: string, label: string, value: string, short: string, brief?: string, suit?: string, spoken?: string}} Item  of the scoreboard; in short, and its label in brief, where room is scarce
 *
 * @typedef {object} Seat
 * @property {number} seat
 * @property {string} name
 * @property {string} position  south, west, north or east: where it sits on the felt
 * @property {boolean} dealer
 * @property {string} role  "declarer", "whister" or nothing
 * @property {number | null} side  the partnership, where there is one
 * @property {number | null} count  cards held; null where a case does not say
 * @property {string[] | null} hand  null when hidden
 * @property {boolean} exposed
 * @property {number} tricks
 * @property {string} score
 * @property {string} call
 * @property {string} total  what it has in all, in a game that is under way
 * @property {boolean} plays  false for a hand that nobody holds
 *
 * @typedef {{card: string, name: string, suit: string, playable: boolean, reason: Reason | null, mark: string}} HandCard
 * @typedef {{count: number, label: string, seen: string[]}} Heap  cards on the table, some of them face up
 * @typedef {{action: string, label: string, name?: string, legal: boolean, reason?: Reason | null}} ActionButton
 * @typedef {{label: string, actions: ActionButton[]}} ActionGroup
 * @typedef {{kind: "play"}
 *   | {kind: "cards", verb: string, count: number, label: string, allowed: string[], barred: Record<string, Reason>}
 *   | {kind: "buttons", groups: ActionGroup[]}
 *   | LadderChoice} Choice
 * @typedef {{kind: "ladder", beside: ActionButton[], about: Omit<Rung, "bids"> | null, parts: Part[]}} LadderChoice  about: what is said of bids in numbers
 *
 * @typedef {object} Bid
 * @property {string} action
 * @property {string} label  what its button shows where it has no suit
 * @property {string} name
 * @property {string} suit
 * @property {boolean} legal
 * @property {Reason | null} [reason]  why it is closed; not where its whole part is
 * @property {number | null} by  the seat that made it
 * @property {boolean} stands
 * @property {boolean} equal  it does not beat the bid before it, nor is it beaten by that
 *
 * @typedef {{title: string, clause: Clause | null, note: BidNote | null, bids: Bid[]}} Rung
 * @typedef {{caption: string, columns: {suit: string, label: string}[], rows: {label: string, cells: string[]}[]}} Prices
 * @typedef {{short: string, text: string, terms: string[], prices: Prices | null, notes: string[]}} BidNote  what a bid undertakes, its words, and what it pays
 * @typedef {{label: string, reason: Reason | null, rungs: Rung[]}} Part  with a reason it is closed altogether
 * @typedef {{seat: number, action: string, text: string, note: string, leads: boolean, taker: number | null,
 *   picture?: Partial<State> | null}} Step  its taker, if it ends a trick; and what was on the table after it
 *
 * @typedef {object} SettlementLine
 * @property {string} text
 * @property {Clause | null} clause
 * @property {string} evidence
 * @property {"verdict" | "amount"} kind  a line that judges pays nothing
 * @property {(number | string)[]} amounts
 * @property {number | string} [pool]
 *
 * @typedef {object} Settlement
 * @property {string} unit
 * @property {string} verdict
 * @property {SettlementLine[]} lines
 * @property {(number | string)[]} delta
 * @property {(number | string)[]} totals
 * @property {number | string | null} pool
 * @property {boolean} reconstructed
 * @property {Reason | null} unpaid  why nothing is paid, where no source gives the payment
 * @property {Row | null} row  the deal on the score sheet
 * @property {End | null} end  the end of the game, when it has come
 * @property {Reason | null} ends  when the game ends
 *
 * @typedef {object} End
 * @property {string} text  who has won
 * @property {SettlementLine[]} lines  what is settled at the end of the game
 * @property {(number | string)[]} delta
 * @property {(number | string)[]} totals
 * @property {number | string} pool
 * @property {number[]} winners
 *
 * @typedef {object} Row  a deal on the score sheet
 * @property {number} number
 * @property {number} dealer
 * @property {string} what
 * @property {number | null} declarer
 * @property {(number | string)[]} delta
 * @property {(number | string)[]} totals
 * @property {(number | string)[]} opened  the totals with which it opened, stakes paid
 * @property {{label: string, chips: number, opened: number}[]} pools  after the deal, and as it opened
 *
 * @typedef {object} Game  the deals before the one on the table
 * @property {string} seed
 * @property {string[]} before  their records
 * @property {Row[]} sheet
 *
 * @typedef {object} State
 * @property {{id: string, title: string, url: string, options: Record<string, unknown>, players: number[], hash: string,
 *   in_force: {title: string, value: string, url: string}[], unsourced?: {text: string, clause: Clause}[]}} rules
 * @property {string} unit
 * @property {boolean} bids  there is an auction
 * @property {boolean} beside  cards are dealt besides the hands, as a widow or a stock
 * @property {string} record
 * @property {number} seat
 * @property {string} phase
 * @property {string} prompt
 * @property {number | null} to_act
 * @property {{id: string, position: boolean, clause: Clause}} [case]  the case of a clause that opens here; a position is not dealt on
 * @property {number[]} pending
 * @property {Seat[]} seats
 * @property {HandCard[]} hand
 * @property {Trick} trick
 * @property {Trick | null} last_trick
 * @property {{label: string, value: string, suit?: string, spoken?: string, minor?: boolean}[]} facts  what is spoken instead of signs; the minor is left out where room is scarce
 * @property {Item[]} board  what is played for, and how far it has come
 * @property {Heap | null} widow
 * @property {Heap | null} pile  the stock beside the widow
 * @property {Choice | null} choice
 * @property {{action: string, label: string}[]} also
 * @property {Step[]} steps
 * @property {string[]} log
 * @property {boolean} over
 * @property {Settlement | null} settlement
 * @property {Game} game  the engine leaves it out where it has not changed
 * @property {boolean} study  all hands are shown
 * @property {Reason | null} broken  the step of a record that today's rules refuse
 * @property {{name: string, cards: string[]}[] | null} dealt  the hands as dealt, when the deal is over
 *
 * @typedef {{title: string, url: string} | null} Offered
 *
 * @typedef {string | number | boolean} Value  of an option
 * @typedef {{option: string, value: Value, other: string, now: Value, wanted: string[] | null}} Clash  a choice, and another that it excludes or that must be changed
 * @typedef {{option: string, clause: string, why: string}} Misfit  a value that an option cannot have, by its name or the slug of a rule that it sets
 *
 * @typedef {object} Note  the table's message under the hand
 * @property {"refused" | "said" | "waking" | "failed"} kind
 * @property {string} text
 * @property {Clause | null} [clause]
 * @property {string[]} [instead]  the cards that may be played instead of one that may not
 * @property {Offered} [rules]  the rule set to turn to instead
 * @property {boolean} [keeps]  it says that Python's memory is kept
 * @property {number | null} [done]  share of the start that is done, 0 to 1
 *
 * @typedef {object} Glance  state of the table that only this page has
 * @property {string[]} picked  cards taken up for a choice of several, by their keys
 * @property {string | null} cursor  the key of the card that Tab reaches
 * @property {string | null} bid  the bid that was reached last
 * @property {string | null} sent  the card or action on its way to the engine
 * @property {Note | null} note
 * @property {string} said  the last words for screen readers
 * @property {string[]} advised  cards, or the action, that a guide recommends
 * @property {boolean} paused  the others wait after each step
 * @property {boolean} back  the last trick is looked at again
 * @property {boolean} behind  Undo leads back to the game that was on the table before
 * @property {boolean} setting  the house rules of the page's address are on their way
 *
 * @typedef {{tag: string, attrs: Record<string, string>, kids: (Node_ | string)[]}} Node_
 */
export {};
