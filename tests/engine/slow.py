"""A slow reference for the play of the cards: which cards may be played and which card wins, in every rule set.

It follows the books' own words and works on the plain texts of cards: suits are letters, each rule is an ``if``, and
nothing of the engine is used. House rules are looked up by name, each with the value that its rule set has without it.
An unknown name is refused: a rule that the reference ignores would prove nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Choice = str | int | bool
Card = str
JOKER, ROOK = "JK", "ROOK"
FRENCH_ORDER = "023456789TJQKA"


class UnheardOf(Exception):
    """A house rule that the reference does not know."""


#: House rules that decide which cards may be played or which card wins; each is read somewhere below.
OF_PLAY = frozenset({
    "ace_rank", "all_joker_trick", "allow_claim", "boston_switch", "break_hearts", "cancel_by", "duplicate_wins",
    "espagnolette", "expose", "first_lead", "first_trick_forced", "first_trick_safe", "forced_discard", "forced_qh_first", "fourth_ace", "generale_discard",
    "generale_king_rule", "greek50_first", "joker_kind", "joker_lead", "joker_when", "last_cancelled",
    "lead_heart_with_queen", "ones", "opening_any_club", "opening_lead", "pairs", "penalty", "queen_breaks", "red_one",
    "rook_forced", "rook_led", "rook_play", "rook_rank", "whole_trick", "chicane_until",
})  # fmt: skip

#: House rules about anything else: who deals, bids, passes, leads or pays, which cards are there, and for how long.
OF_OTHER_THINGS = frozenset({
    "abundance_over", "acceptor_liability", "all_pass", "allow_negative", "allpass_tie", "announcements", "auction_paid_to",
    "avg_rounding", "bid_jump", "bid_max", "bid_min", "bidder_has_10d", "bj_clear", "blind_bid_if_rook_turned",
    "bm_values", "bonus_all_counters", "bonus_last_trick", "bonus_most_tricks", "call_own", "call_time", "capot",
    "capot_lost",
    "carry_on_sweep", "chelem", "chicane_counters", "chicane_paid_by", "chips", "counter_13", "deal_first_seat",
    "deals", "debts", "declared_trump", "direction", "domino_score", "eagle2_pips", "eagle_lowest_by", "early_stop", "end",
    "exact_100_wins", "exact_hit", "exposure_moment", "first_bidder", "first_dealer", "floor_ends", "game_length",
    "gather", "generale_order", "golden", "greek08_slam", "greek39_slam", "greek50_slam", "hand", "hearts", "heartsette_three", "highest",
    "honours", "honours_counted", "honours_in_chelem", "honours_on_loss", "index_cap", "individual_moon_to",
    "insolvency", "jack_leader", "jack_two_clear", "jacks", "jd_bonus", "jd_needed_for_moon", "joker97_clear", "jokers",
    "last_hand_counts", "last_pool", "lead_ends", "leftover", "lost_pool", "low_pays", "lower_limit", "may_refuse", "min_bid",
    "misdeal",
    "misere_bids", "misere_loss", "moon", "moon_amount", "moon_decider", "moon_late_new", "most_tricks_tie",
    "multipliers", "nest_destination", "nest_discards", "nest_exchange", "nest_face_up", "nest_size", "no_tricks_bonus",
    "odd_cards", "odd_chip", "odd_five", "opening_forced", "opening_leader", "opponents_honours", "order", "overtrick", "pack",
    "pack_table", "packets", "packs", "partner_hold", "partner_shares", "partners", "partnership_target", "partout_tie",
    "party_payer", "pig", "pass_count", "passing", "payment_table", "payments", "plain_suits", "pledge", "plus_card", "pool",
    "price_card", "prices", "qd_floor", "qh_value", "quinola_extra", "red_counter", "redeal_claim", "redeal_dealer",
    "renege_declarers_score", "renege_judged", "renege_offender_keeps", "renege_penalty", "renege_window",
    "repeated_preference", "result", "reversis_score", "revoke", "revoke13", "revoke13_scale", "revoke_chips",
    "revoke_forfeit", "revoke_penalty", "revoke_to", "revoke_trick", "revoker_can_win", "rook_present", "rounds", "royal_moon_default",
    "royal_moon_floor", "royal_moon_needs", "same_trump_twice", "session_deals", "settlement", "short_of_others", "shuffle", "sides",
    "slam_fail", "slam_needs_plus", "slam_object", "slam_win", "solo_target", "spot_scale", "stake_dealer",
    "stake_others", "stake_standing", "starting_counters", "stock_left", "suit_order", "sun", "sun_slate",
    "support_after_pass", "target",
    "target_compare", "target_test", "team_moon", "three_hand_difference", "three_out", "tie", "trick_members",
    "trick_points", "troela", "trump_mode", "trump_suits", "trump_timing", "turned_jack", "unsupported", "version", "whister_index",
    "whister_liability", "whister_timing", "whister_tricks", "widow_mode",
})  # fmt: skip


@dataclass(frozen=True)
class Table:
    """A trick in the play, as texts: the hand of the player to act, the cards on the table, and what was agreed."""

    game: str  #: the rule set
    house: Mapping[str, Choice]  #: its house rules, as far as they were chosen
    hand: Sequence[Card] = ()
    trick: Sequence[Card] = ()
    earlier: Sequence[Card] = ()  #: the cards of the tricks before
    own: Sequence[Card] = ()  #: which of them the player to act has played
    trump: str = ""
    turned: str = ""  #: the suit of the card turned up
    contract: str = ""
    declaring: bool = False  #: whether the player to act is the declarer
    declarer_led: bool = False
    stock: int = 0  #: cards left to draw
    dummy: Sequence[Card] | None = (
        None  #: the pile of a hand that nobody holds, its top first, when it is to play
    )
    number: int = 1  #: the number of the deal in its session
    exposed: Sequence[Card] = ()  #: which cards the player to act has exposed
    opened: Sequence[Card] = ()  #: the cards led to the tricks before
    called: str = ""  #: the card whose holder is the declarer's partner
    named: str = ""  #: the colour as which the Rook was led
    penalty_suit: str = ""  #: the suit that was named as the penalty suit

    def __post_init__(self) -> None:
        if unknown := set(self.house) - OF_PLAY - OF_OTHER_THINGS:
            raise UnheardOf(f"{self.game}: {sorted(unknown)}")

    def has(self, option: str, *, usual: Choice) -> Choice:
        """Return what is agreed: the choice of the house, or what this game usually has."""
        return self.house.get(option, usual)

    @property
    def family(self) -> str:
        return self.game.partition("/")[0]

    @property
    def name(self) -> str:
        return self.game.partition("/")[2]


# -- hearts ------------------------------------------------------------------------------------------------------------

#: Games in which hearts must be broken, those in which the lowest club is led, and those with a safe first trick.
BROKEN = {"black-lady", "microsoft", "partnership", "partnership-individual", "royal", "greek-2008"}
LOWEST_CLUB = BROKEN
SAFE = BROKEN - {"royal", "greek-2008"}

#: What the cards of a game cost, by card, by rank or by suit; the first of these that has a price counts.
PIPS = dict(zip("23456789TJQKA", range(2, 15), strict=True))
HEARTS = {"H": 1}
QUEEN = HEARTS | {"QS": 13}
SPOTS = {f"{rank}H": pips for rank, pips in PIPS.items()}
COUNTERS = {"5": 5, "10": 10, "14": 10}
WITH_ROOK = COUNTERS | {"ROOK": 20}
WITH_ONES = WITH_ROOK | {"1": 15}
WORTH: dict[str, dict[str, int]] = {
    "hearts/auction": {}, "hearts/black-jack-1909": HEARTS | {"JS": 10}, "hearts/black-jack-1974": HEARTS | {"JS": 13},
    "hearts/black-maria": QUEEN | {"AS": 7, "KS": 10}, "hearts/chasse-coeur": HEARTS | {"Q": 13, "QH": 13},
    "hearts/domino": HEARTS, "hearts/eagle-1": SPOTS,
    "hearts/eagle-2": HEARTS | {"AH": 5, "KH": 4, "QH": 3, "JH": 2}, "hearts/four-jacks": {"J": 1, "JS": 2}, "hearts/polignac-1914": {"J": 1, "JS": 2},
    "hearts/rickety-kate": QUEEN | {"AS": 10, "KS": 10}, "hearts/slobberhannes": {"QC": 1}, "hearts/knaves": {"JH": -4, "JD": -3, "JC": -2, "JS": -1}, "hearts/three-handed-1914": HEARTS, "hearts/two-handed-1914": HEARTS,
    "hearts/greek-1939": SPOTS | {"AH": 15, "KH": 10, "QH": 10, "JH": 10, "QS": 50}, "hearts/greek-1990": SPOTS,
    "hearts/gong-zhu": {"QS": 100, "AH": 50, "KH": 40, "QH": 30, "JH": 20} | {f"{rank}H": 10 for rank in "T98765"},
    "hearts/greek-2008": HEARTS | {"AH": 15, "KH": 10, "QH": 10, "JH": 10, "QS": 50}, "hearts/hearts-1887": HEARTS,
    "hearts/heartsette": HEARTS, "hearts/joker": HEARTS, "hearts/joker-1897": HEARTS | {"JK": 5},
    "hearts/modern": HEARTS, "hearts/reversis": {"JH": 2, "QH": 1}, "hearts/reversis-hoyle": {"A": 4, "K": 3, "Q": 2, "J": 1},
    "hearts/royal": HEARTS | {"QS": 26}, "hearts/spot": SPOTS, "hearts/spot-ace1": SPOTS | {"AH": 1},
    "rook/buckeye": WITH_ONES, "rook/call-partner": WITH_ONES,
    "rook/call-partner-5": {"1": 15, "5": 5, "10": 10, "13": 10, "ROOK": 20}, "rook/county-40": COUNTERS,
    "rook/dixie": {"5": 5, "10": 10, "13": 10}, "rook/golden-ten": {"R": 1, "R5": 5, "R10": 10}, "rook/kentucky": WITH_ONES, "rook/kentucky-discard": COUNTERS,
    "rook/one-high-200": WITH_ONES, "rook/red-one": WITH_ROOK | {"R1": 30}, "rook/regular": COUNTERS,
    "rook/series-200": WITH_ROOK | {"1": 20}, "rook/streetsboro": WITH_ONES, "rook/tennessee-two": WITH_ROOK,
    "rook/three-1914": COUNTERS, "rook/tournament": WITH_ROOK, "rook/tournament-full": WITH_ROOK,
    "rook/two-1914": COUNTERS, "rook/western-new-york": WITH_ONES, "rook/whist-52": {}, "rook/whist-56": {},
}  # fmt: skip
for _name in ("black-lady", "black-lady-1909", "black-lady-1950", "cancellation", "greek-1950", "hitting-the-moon",
              "microsoft", "omnibus", "partnership", "partnership-individual", "partnership-slam"):  # fmt: skip
    WORTH[f"hearts/{_name}"] = QUEEN


def worth(game: str, card: Card, priced: Mapping[str, int] | None = None) -> int:
    """Return what a card costs or counts in a game without house rules."""
    if game.startswith("boston/"):
        return 0
    prices = WORTH[game] if priced is None else priced
    suit, rank = (card[0], card[1:]) if game.startswith("rook/") and card != ROOK else (card[-1], card[:-1])
    if card in (ROOK, JOKER):
        suit = rank = ""
    return prices.get(card, prices.get(rank, prices.get(suit, 0)))


def penalties(table: Table) -> Mapping[str, int]:
    """Return what penalty cards cost under the house rules, as far as these can matter in the first trick."""
    prices = dict(WORTH[table.game]) | ({table.penalty_suit: 1} if table.penalty_suit else {})
    if "penalty" in table.house:
        prices = dict(QUEEN if table.house["penalty"] == "black-lady" else HEARTS)
    if table.house.get("joker_kind") == "penalty":
        prices[JOKER] = 1
    return prices


def is_heart(table: Table, card: Card) -> bool:
    return card[-1] == "H" or (card == JOKER and table.name == "joker-1897")


def hearts_lead(table: Table) -> set[Card]:
    """Return the cards that may be led: each rule applies in turn, unless it leaves no card."""
    hand = set(table.hand)
    first = not table.earlier
    lowest = table.has("opening_lead", usual="lowest-club" if table.name in LOWEST_CLUB else "eldest")
    if first and lowest == "lowest-club":
        clubs = {c for c in hand if c[-1] == "C"}
        if clubs and not table.has("opening_any_club", usual=False):
            clubs = {min(clubs, key=lambda c: FRENCH_ORDER.index(c[0]))}
        if clubs:
            return clubs
    if first and table.name == "gong-zhu" and table.number == 1:
        led = str(table.has("first_lead", usual="two-of-spades"))
        own = {"two-of-spades-led": "2S", "lowest-club": "2C" if "2C" in hand else "3C"}.get(led)
        if own in hand:
            return {own}
    opens = {"QS"} if table.has("queen_breaks", usual=table.name == "royal") else set()
    broken = any(is_heart(table, c) or c in opens for c in table.earlier)
    if table.has("break_hearts", usual=table.name in BROKEN) and not broken:
        others = {c for c in hand if not is_heart(table, c)}
        if others - ({"QS"} if table.has("lead_heart_with_queen", usual=False) else set()):
            hand = others
    if first and table.name == "greek-1950":
        hand = {c for c in hand if c[-1] != "H"} or hand
    if table.has("joker_lead", usual="allowed") == "forbidden":
        hand = {c for c in hand if c != JOKER} or hand
    return hand


def hearts_follow(table: Table) -> set[Card]:
    """Return the cards that may be played to a card that was led."""
    led = suit_led(table)
    legal = follow(table, led)
    if table.earlier:
        return legal
    prices = penalties(table)
    barred = {c for c in table.hand if worth(table.game, c, prices)}
    own_suit = {c for c in table.hand if c[-1] == led or (is_heart(table, c) and led == "H")}
    safe = table.has("first_trick_safe", usual=table.name in SAFE)
    if table.name == "greek-1950" and table.has("greek50_first", usual="no-heart-led") == "no-heart-played":
        hearts = {c for c in table.hand if c[-1] == "H"}
        legal = {c for c in legal if c not in hearts or c in own_suit} if legal - hearts else legal
    if safe and legal - barred:
        legal = {c for c in legal if c not in barred or c in own_suit}
    if safe and (wanted := forced_first(table, prices)) & legal:
        legal = {c for c in legal if c in wanted or c not in barred or c in own_suit}
    return legal


def forced_first(table: Table, prices: Mapping[str, int]) -> set[Card]:
    """Return what a hand of nothing but penalty cards must throw on the first trick, if anything."""
    forced = table.has("first_trick_forced", usual="any")
    if forced == "hearts-first":
        return {c for c in table.hand if c[-1] == "H"}
    if forced == "queen-first":
        return {c for c in table.hand if worth(table.game, c, prices) == max(prices.values())}
    return set()


def suit_led(table: Table) -> str:
    """Return the suit of the first card that has one; "" while there is no such card."""
    first = next((c for c in table.trick if c != JOKER), "") if table.name == "joker" else table.trick[0]
    return "H" if first and is_heart(table, first) else first[-1:]


def follow(table: Table, led: str) -> set[Card]:
    """Return the cards of the suit led, or the whole hand if there are none; certain games have exceptions."""
    hand = set(table.hand)
    suit = {c for c in hand if c[-1] == led and c != JOKER}
    if table.name == "joker":
        free = table.has("joker_when", usual="any-time") == "any-time"
        return suit | ({c for c in hand if c == JOKER} if free else set()) if suit else hand
    if table.name == "joker-1897":
        if led == "H":
            return {c for c in hand if is_heart(table, c)} or hand
        saved = {c for c in hand if c == JOKER and any(c in table.trick for c in ("JH", "QH", "KH", "AH"))}
        return suit | saved if suit else hand
    if table.name == "reversis-hoyle" and table.has("espagnolette", usual=False) and has_espagnolette(table):
        return hand
    if table.name == "domino" and not suit and table.stock:
        return {"draw"}
    return suit or forced_throw(table) or hand


def has_espagnolette(table: Table) -> bool:
    """Return whether the hand before the first lead had four aces, three and a quinola, or two and both quinolas."""
    held = [*table.hand, *table.own]
    aces, quinolas = sum(c[0] == "A" for c in held), sum(c in ("JH", "QH") for c in held)
    return aces == 4 or (aces == 3 and quinolas > 0) or (aces == 2 and quinolas == 2)


def forced_throw(table: Table) -> set[Card]:
    """Return what must be thrown at Chasse-cœur: a heart, failing that a queen; in a générale the order is free."""
    if table.name != "chasse-coeur" or not table.has("forced_discard", usual=True):
        return set()
    hearts, queens = {c for c in table.hand if c[1] == "H"}, {c for c in table.hand if c[0] == "Q"}
    if table.contract:
        return (
            hearts | queens if table.has("generale_discard", usual="any-penalty") == "any-penalty" else set()
        )
    first = hearts & queens if table.has("forced_qh_first", usual=False) else set()
    return first or hearts or queens


def hearts_legal(table: Table) -> set[Card]:
    """Return the legal cards in any game of the Hearts family: an exposed card waits while its suit is led first."""
    legal = hearts_unexposed(table)
    suits_led = {c[1] for c in table.opened}
    for card in table.exposed:
        others = [c for c in table.hand if c[1] == card[1] and c not in table.exposed]
        if card[1] not in suits_led and others and (not table.trick or table.trick[0][1] == card[1]):
            legal = legal - {card}
    return legal


def hearts_unexposed(table: Table) -> set[Card]:
    """Return the legal cards as if no card had been exposed."""
    if not table.trick:
        return hearts_lead(table)
    if table.name == "joker" and not suit_led(table):  # after jokers alone, a player is bound as a leader is
        return hearts_lead(table) if table.house.get("joker_lead") != "forbidden" else set(table.hand)
    queen = "Q" + table.trick[0][1:]
    return {queen} if drags_out(table) and queen in table.hand else hearts_follow(table)


def drags_out(table: Table) -> bool:
    """Return whether a king led by the declarer of a générale, at Chasse-cœur, forces out the queen of its suit."""
    if table.name != "chasse-coeur" or not table.contract or not table.declarer_led:
        return False
    return table.trick[0][0] == "K" and bool(table.has("generale_king_rule", usual=True))


def highest(
    cards: Sequence[Card], suit: str, order: str = FRENCH_ORDER, trump: str = "", last: bool = False
) -> int:
    """Return the place of the highest trump, or of the highest card of the suit led if there are no trumps.

    Of equal cards, the first counts, or the last if ``last`` is true.
    """
    best = 0
    for place, card in enumerate(cards):
        champion = cards[best]
        level = order.index(card[0]) - order.index(champion[0])
        ours = card[1] == champion[1] and (level > 0 or (last and level == 0))
        if (
            ours
            or (card[1] == trump != champion[1])
            or (champion[1] not in (suit, trump) and card[1] == suit)
        ):
            best = place
    return best


def pairs_of(table: Table) -> list[tuple[int, int]]:
    """Return the pairs of cards that cancel each other, in order of play; a third equal card is not cancelled."""
    waiting: dict[str, int] = {}
    found: list[tuple[int, int]] = []
    for place, card in enumerate(table.trick):
        face = card[0] if table.has("cancel_by", usual="card") == "rank" else card
        if face in waiting:
            found.append((waiting.pop(face), place))
        else:
            waiting[face] = place
    return found


def cancelling_winner(table: Table) -> int | None:
    """Return the place of the highest card that is not cancelled; None if nobody wins the trick.

    Nobody wins a trick with two pairs, or one in which every card of the suit led is cancelled.
    """
    cards, led, pairs = table.trick, table.trick[0][1], pairs_of(table)
    equal = table.has("duplicate_wins", usual="cancel")
    if equal != "cancel":
        return highest(cards, led, last=equal == "last")
    gone = {place for pair in pairs for place in pair}
    if table.has("whole_trick", usual="two-pairs") == "two-pairs":
        if table.has("pairs", usual="any-suit") == "led-suit":
            pairs = [pair for pair in pairs if any(cards[place][1] == led for place in pair)]
        if len(pairs) > 1:
            return None
    standing = [place for place, card in enumerate(cards) if card[1] == led and place not in gone]
    return max(standing, key=lambda place: FRENCH_ORDER.index(cards[place][0])) if standing else None


def last_cancelled(table: Table) -> int:
    """Return the place that takes a last trick nobody wins: the leader's, or the second card's in the highest pair.

    Pairs of the suit led are higher than any others.
    """
    if table.name != "cancellation" or table.has("last_cancelled", usual="leader") == "leader":
        return 0
    cards = table.trick

    def height(pair: tuple[int, int]) -> tuple[int, int]:
        following = [FRENCH_ORDER.index(cards[place][0]) for place in pair if cards[place][1] == cards[0][1]]
        return max(following, default=-1), FRENCH_ORDER.index(cards[pair[0]][0])

    return max(pairs_of(table), key=height)[1]


def hearts_winner(table: Table) -> int | None:
    """Return the place of the winning card; None if the trick is set aside for the next winner."""
    cards = list(table.trick)
    if table.name == "cancellation":
        return cancelling_winner(table)
    if table.name == "joker":
        suit = suit_led(table)
        if not suit:
            return 0 if table.has("all_joker_trick", usual="carry") == "leader" else None
        following = [
            (FRENCH_ORDER.index(c[0]), -p) for p, c in enumerate(cards) if c[-1] == suit and c != JOKER
        ]
        if table.has("duplicate_wins", usual="first") == "last":
            return max((rank, -place) for rank, place in following)[1]
        return -max(following)[1]
    if table.name == "joker-1897":
        above = ["JH", "QH", "KH", "AH"]
        if is_heart(table, cards[0]):
            order = ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", JOKER, *above]
            return cards.index(max((c for c in cards if is_heart(table, c)), key=order.index))
        if JOKER in cards:
            saving = [heart for heart in above if heart in cards]
            return cards.index(saving[-1] if saving else JOKER)
    if drags_out(table) and "Q" + cards[0][1] in cards:
        return 0
    if table.name in ("four-jacks", "polignac-1914"):
        usual = "below-jack" if table.name == "four-jacks" else "high"
        below_jack = table.has("ace_rank", usual=usual) == "below-jack"
        return highest(cards, cards[0][1], "789TAJQK" if below_jack else "789TJQKA")
    return highest(cards, cards[0][1], trump=table.trump)


# -- boston ------------------------------------------------------------------------------------------------------------


def with_boston_card(table: Table, cards: Sequence[Card]) -> list[Card]:
    """Return the cards with the carte de Boston as a fourteenth trump, above the ace.

    It is the jack of diamonds, or of hearts.
    """
    if table.name not in ("nantes", "french-1914") or not table.trump:
        return list(cards)
    switch = table.has("boston_switch", usual="on-trump" if table.name == "nantes" else "on-turn-up")
    hearts = {"on-trump": table.trump == "D", "on-turn-up": table.turned == "D", "never": False}[str(switch)]
    return ["B" + table.trump if card == ("JH" if hearts else "JD") else card for card in cards]


def boston_legal(table: Table) -> set[Card]:
    """Return the cards of the suit led, or the whole hand if there are none.

    In a misère with four aces the declarer need not follow suit in the first ten tricks.
    """
    if table.contract == "four-aces" and table.declaring and len(table.own) < 10:
        return set(table.hand)
    read = dict(zip(with_boston_card(table, table.hand), table.hand, strict=True))
    trick = with_boston_card(table, table.trick)
    suit = {c for c in read if trick and c[1] == trick[0][1]}
    legal = {read[c] for c in suit or read}
    return rikken_legal(table, legal) if table.name == "rikken" else legal


def rikken_legal(table: Table, legal: set[Card]) -> set[Card]:
    """Return the cards left by the rules of Rikken: the called card falls when its suit is led; in a troela the fourth
    ace is led, and is not trumped by a hand with other cards."""
    if table.trick and table.called in table.hand and table.called[1] == table.trick[0][1]:
        return {table.called}
    if table.contract != "troela" or table.earlier or table.has("fourth_ace", usual="led") == "free":
        return legal
    if not table.trick:
        return {c for c in legal if c[0] == "A"}
    return {c for c in legal if c[1] != table.trump} or legal


def boston_winner(table: Table) -> int:
    """Return the place of the highest trump, or of the highest card of the suit led if there are no trumps."""
    cards = with_boston_card(table, table.trick)
    return highest(cards, cards[0][1], FRENCH_ORDER + "B", table.trump)


# -- rook --------------------------------------------------------------------------------------------------------------

#: Rook games in which the 1 is the highest of its colour, those in which the Rook follows suit, and the Rook's rank.
HIGH_ONES = {
    "buckeye", "kentucky", "series-200", "one-high-200", "western-new-york", "streetsboro", "call-partner",
    "call-partner-5", "whist-56", "whist-52",
}  # fmt: skip
ROOK_FOLLOWS = {
    "kentucky",
    "one-high-200",
    "western-new-york",
    "streetsboro",
    "call-partner",
    "call-partner-5",
}
ROOK_PLACE = {
    "one-high-200": "10.5", "western-new-york": "lowest", "streetsboro": "lowest", "call-partner": "10.5",
    "call-partner-5": "lowest",
}  # fmt: skip


def highest_trump(table: Table, card: Card) -> bool:
    """Return whether a card is the red 1 in a game that has it as the highest trump of all."""
    return card == "R1" and bool(table.has("red_one", usual=table.name == "red-one"))


def colour(table: Table, card: Card) -> str:
    """Return the colour to which a card belongs: the Rook is a trump, and so is the red 1 where it is the highest."""
    return table.trump if card == ROOK or (highest_trump(table, card) and table.trump) else card[0]


def rook_legal(table: Table) -> set[Card]:
    """Return the legal cards, by the table of six situations and its two columns.

    In one column the Rook may be played at any time; in the other it follows suit.
    """
    hand, rook = set(table.hand), {c for c in table.hand if c == ROOK}
    if table.dummy is not None:
        return {table.dummy[0]}
    if not table.trick:
        if rook and table.has("rook_led", usual="trump") == "leader-names-colour":
            return hand - rook | {f"lead ROOK as {suit}" for suit in "RYGB"}
        return hand
    led = table.named or colour(table, table.trick[0])
    if not led:  # the Rook led where there are no other trumps
        return hand
    suit = {c for c in hand if c != ROOK and colour(table, c) == led}
    any_time = (
        table.has("rook_play", usual="follows" if table.name in ROOK_FOLLOWS else "any-time") == "any-time"
    )
    if led != table.trump:
        return suit | (rook if any_time else set()) if suit else hand
    if suit:
        return suit | rook
    return rook if rook and table.has("rook_forced", usual=True) else hand


def rook_winner(table: Table) -> int:
    """Return the place of the winning card: the highest trump, or the highest card of the colour led.

    The Rook has its own place among the trumps; in a deal without trumps it wins. In a low game, if no trump has been
    played, the lowest card of the colour led wins.
    """
    low_ones = {"low": True, "high": False, "high-15": False, "high-20": False}
    ones_high = not low_ones[str(table.has("ones", usual="high" if table.name in HIGH_ONES else "low"))]
    place = table.has("rook_rank", usual=ROOK_PLACE.get(table.name, "highest"))

    def height(card: Card) -> float:
        if card == ROOK:
            return {"highest": 99.0, "lowest": 0.0, "10.5": 10.5, "12.5": 12.5}[str(place)]
        if highest_trump(table, card):
            return 100.0
        return 15.0 if card[1:] == "1" and ones_high else float(card[1:])

    cards = list(table.trick)
    if not table.trump and ROOK in cards:
        return cards.index(ROOK)
    trumps = [c for c in cards if colour(table, c) == table.trump]
    led = [c for c in cards if colour(table, c) == (table.named or colour(table, cards[0]))]
    best = min(led, key=height) if table.contract == "low" and not trumps else max(trumps or led, key=height)
    return cards.index(best)


# -- all ---------------------------------------------------------------------------------------------------------------


def legal(table: Table) -> set[Card]:
    """Return what the player to act may play."""
    return {"hearts": hearts_legal, "boston": boston_legal, "rook": rook_legal}[table.family](table)


def winner(table: Table) -> int | None:
    """Return the place of the card that wins a complete trick; None if the trick is set aside."""
    if table.family == "hearts":
        return hearts_winner(table)
    return boston_winner(table) if table.family == "boston" else rook_winner(table)
