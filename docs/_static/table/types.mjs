// @ts-check
/**
 * The data exchanged between the table and the engine. Types only: no page loads this file.
 *
 * @typedef {{id: string, slug: string, text: string, url: string, title?: string}} Clause
 * @typedef {{clause: Clause | null, text: string, instead?: string[]}} Reason  the reason for a refusal, and the cards that can be played instead
 * @typedef {{seat: number, card: string, name: string, gone?: boolean, pair?: number}} Play  gone: it cannot win; pair: the number of its pair
 * @typedef {{number: number, leader: number | null, winner?: number | null, plays: Play[], cancelled?: Clause | null}} Trick  cancelled: the clause that cancels cards
 * @typedef {{part: string, label: string, value: string, short: string, brief?: string, suit?: string, spoken?: string}} Item  an item of the scoreboard, with a short value and a brief label for narrow screens
 *
 * @typedef {object} Seat
 * @property {number} seat
 * @property {string} name
 * @property {string} position  its position on the felt: south, west, north or east
 * @property {boolean} dealer
 * @property {string} role  "declarer", "whister" or nothing
 * @property {number | null} side  the partnership, if there is one
 * @property {number | null} count  cards held; null if a case does not say
 * @property {string[] | null} hand  null when hidden
 * @property {boolean} exposed
 * @property {number} tricks
 * @property {string} score
 * @property {string} call
 * @property {string} total  its total in a game in progress
 * @property {boolean} plays  false for a hand without a player
 *
 * @typedef {{card: string, name: string, suit: string, playable: boolean, reason: Reason | null, mark: string}} HandCard
 * @typedef {{count: number, label: string, seen: string[]}} Heap  cards on the table, some of them face up
 * @typedef {{action: string, label: string, name?: string, legal: boolean, reason?: Reason | null}} ActionButton
 * @typedef {{label: string, actions: ActionButton[]}} ActionGroup
 * @typedef {{kind: "play"}
 *   | {kind: "cards", verb: string, count: number, label: string, allowed: string[], barred: Record<string, Reason>}
 *   | {kind: "buttons", groups: ActionGroup[]}
 *   | LadderChoice} Choice
 * @typedef {{kind: "ladder", beside: ActionButton[], about: Omit<Rung, "bids"> | null, parts: Part[]}} LadderChoice  about: the details of bids by number
 *
 * @typedef {object} Bid
 * @property {string} action
 * @property {string} label  the text of its button if it has no suit
 * @property {string} name
 * @property {string} suit
 * @property {boolean} legal
 * @property {Reason | null} [reason]  why it is unavailable, unless its whole part is
 * @property {number | null} by  the seat that made it
 * @property {boolean} stands
 * @property {boolean} equal  it ranks equal with the bid before it
 *
 * @typedef {{title: string, clause: Clause | null, note: BidNote | null, bids: Bid[]}} Rung
 * @typedef {{caption: string, columns: {suit: string, label: string}[], rows: {label: string, cells: string[]}[]}} Prices
 * @typedef {{short: string, text: string, terms: string[], prices: Prices | null, notes: string[]}} BidNote  the obligations of a bid, its terms, and its payments
 * @typedef {{label: string, reason: Reason | null, rungs: Rung[]}} Part  with a reason, the whole part is unavailable
 * @typedef {{seat: number, action: string, text: string, note: string, leads: boolean, taker: number | null,
 *   picture?: Partial<State> | null}} Step  taker: the winner, if it ends a trick; picture: the table after it
 *
 * @typedef {object} SettlementLine
 * @property {string} text
 * @property {Clause | null} clause
 * @property {string} evidence
 * @property {"verdict" | "amount"} kind  a verdict has no amounts
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
 * @property {Reason | null} unpaid  why nothing is paid, if no source gives the payment
 * @property {Row | null} row  the deal on the score sheet
 * @property {End | null} end  the end of the game, if it is over
 * @property {Reason | null} ends  when the game ends
 *
 * @typedef {object} End
 * @property {string} text  who won
 * @property {SettlementLine[]} lines  the payments at the end of the game
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
 * @property {(number | string)[]} opened  the totals at its start, after stakes
 * @property {{label: string, chips: number, opened: number}[]} pools  after the deal, and at its start
 *
 * @typedef {object} Game  the deals before the current one
 * @property {string} seed
 * @property {string[]} before  their records
 * @property {Row[]} sheet
 *
 * @typedef {object} State
 * @property {{id: string, title: string, url: string, options: Record<string, unknown>, players: number[], hash: string,
 *   in_force: {title: string, value: string, url: string}[], unsourced?: {text: string, clause: Clause}[]}} rules
 * @property {string} unit
 * @property {boolean} bids  whether there is an auction
 * @property {boolean} beside  whether cards are dealt besides the hands, as a widow or a stock
 * @property {string} record
 * @property {number} seat
 * @property {string} phase
 * @property {string} prompt
 * @property {number | null} to_act
 * @property {{id: string, position: boolean, clause: Clause}} [case]  the case of a clause opened here; a position has no next deal
 * @property {number[]} pending
 * @property {Seat[]} seats
 * @property {HandCard[]} hand
 * @property {Trick} trick
 * @property {Trick | null} last_trick
 * @property {{label: string, value: string, suit?: string, spoken?: string, minor?: boolean, links?: {title: string, url: string}[]}[]} facts  spoken: the text for screen readers instead of signs; minor: left out on narrow screens
 * @property {Item[]} board  the goal and the progress of the deal
 * @property {Heap | null} widow
 * @property {Heap | null} pile  the stock beside the widow
 * @property {Choice | null} choice
 * @property {{action: string, label: string}[]} also
 * @property {Step[]} steps
 * @property {string[]} log
 * @property {boolean} over
 * @property {Settlement | null} settlement
 * @property {Game} game  left out by the engine if it has not changed
 * @property {boolean} study  whether all hands are shown
 * @property {Reason | null} broken  the step of a record that the current rules refuse
 * @property {number} [thinking]  the seat to act, if its player needs time; a request "go-on" gives it that
 * @property {string} [notice]  a sentence about a decision that another player has forfeited
 * @property {{name: string, cards: string[]}[] | null} dealt  the hands as dealt, when the deal is over
 *
 * @typedef {{title: string, url: string} | null} Offered
 *
 * @typedef {string | number | boolean} Value  of an option
 * @typedef {{option: string, value: Value, other: string, now: Value, wanted: string[] | null}} Clash  a choice, and another one that it excludes or that must be changed
 * @typedef {{option: string, clause: string, why: string}} Misfit  a value that an option cannot have; the option is given by its name, or by the slug of a rule that it sets
 *
 * @typedef {object} Note  the table's message under the hand
 * @property {"refused" | "said" | "waking" | "failed"} kind
 * @property {string} text
 * @property {Clause | null} [clause]
 * @property {string[]} [instead]  the cards that can be played instead of a refused one
 * @property {Offered} [rules]  the rule set to use instead
 * @property {boolean} [keeps]  whether it says that Python's memory is stored
 * @property {number | null} [done]  the share of the start that is done, 0 to 1
 *
 * @typedef {{action: string, said: string, expected: number, behind: number, error: number, deals: number}} Compared  an action in a hint; expected: positive if good
 * @typedef {{action: string, said: string, text: string, options: Compared[], unit: string, worlds: number, rollouts: number,
 *   reasons: {text: string, clause: Clause | null}[]}} Hint  the action advised, and the actions compared, the best first
 * @typedef {{at: number, seat: number, trick: number, taken: string, better: string, cost: number, error: number, text: string,
 *   reasons: Hint["reasons"]}} TurningPoint  at: the number of actions before it; trick: 0 before the play
 * @typedef {{unit: string, done: number, of: number | null, points: TurningPoint[]}} Turning  done: the decisions judged of all; null until the first answer
 *
 * @typedef {object} Glance  the state of the table that only this page has
 * @property {string[]} picked  the keys of the cards picked up for a choice of several
 * @property {string | null} cursor  the key of the card in the Tab order
 * @property {string | null} bid  the bid last focused
 * @property {string | null} sent  the card or action sent to the engine
 * @property {Note | null} note
 * @property {string} said  the last announcement to screen readers
 * @property {string[]} advised  the cards or the action that a guide or a hint recommends
 * @property {Hint | "coming"} [hint]  the hint below the table, or that one is being looked for
 * @property {boolean} paused  whether the other players wait after each step
 * @property {boolean} back  whether the last trick is shown again
 * @property {boolean} behind  whether Undo leads back to the previous game on the table
 * @property {boolean} setting  whether the house rules in the page's address are being applied
 *
 * @typedef {{tag: string, attrs: Record<string, string>, kids: (Node_ | string)[]}} Node_
 */
export {};
