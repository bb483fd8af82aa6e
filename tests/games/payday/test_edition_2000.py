"""The cards and the calendar of the edition of 2000, number by number."""

from parlour.games.payday.edition import Edition

CALENDAR = (
    ("mail", 1),
    ("sweepstakes", 0),
    ("mail", 2),
    ("deal", 0),
    ("mail", 2),
    ("lottery", 0),
    ("sweet_sunday", 0),
    ("radio_contest", 0),
    ("found_a_buyer", 0),
    ("happy_birthday", 0),
    ("mail", 1),
    ("deal", 0),
    ("found_a_buyer", 0),
    ("fun_day", 0),
    ("deal", 0),
    ("mail", 3),
    ("found_a_buyer", 0),
    ("buy_groceries", 0),
    ("mail", 1),
    ("lottery", 0),
    ("yard_sale", 0),
    ("mail", 1),
    ("found_a_buyer", 0),
    ("mail", 2),
    ("deal", 0),
    ("family_casino_night", 0),
    ("found_a_buyer", 0),
    ("charity_walk", 0),
    ("found_a_buyer", 0),
    ("found_a_buyer", 0),
    ("pay_day", 0),
)
"""The space of each day and its flag."""

DEALS = {
    "Rocketship International": (12_000, 20_000),
    "Everglades Condo": (12_000, 20_000),
    "Fly-By-Nite Airlines": (11_000, 19_000),
    "Hot Rocks Jewelry Co.": (11_000, 16_000),
    "Humungous Hippos Ltd.": (10_000, 18_000),
    "Rock More Records": (10_000, 15_000),
    "Sahara Safari": (9_500, 14_000),
    "Dipsydoodle Noodles": (8_000, 12_000),
    "Pete's Pizza Palace": (8_000, 12_000),
    "Galloping Golf Ball Co.": (8_000, 12_000),
    "Laughing Gas Inc.": (7_500, 13_000),
    "Teen Jeans Inc.": (7_000, 14_000),
    "Louie's Limos Inc.": (6_000, 11_000),
    "Yum Yum Yogurt": (5_000, 9_000),
    "Miss Muffet's Tuffets": (4_000, 7_500),
    "Shepherd's Pie Co.": (3_500, 6_500),
    "Fish 'N' Cheeps Pet Store": (3_500, 7_000),
    "Pop's Soda Pop Inc.": (3_500, 6_000),
    "Heavenly Pink Cosmetic Co.": (3_500, 6_000),
    "Chuckles Comedy Club": (3_000, 6_500),
    "Gotcha Security Inc.": (2_500, 6_500),
    "Burgers 'N' Buns": (2_000, 6_000),
    "Wheels 'N' Squeals Skateboards": (2_000, 5_500),
    "Tippytoe Ballet School": (2_000, 5_000),
}
"""The cost and the value of each Deal."""

MAIL = {
    "bill": {
        "Know-It-All University": 5_000,
        "Dr. Patella": 3_000,
        "Away We Go Travel": 2_500,
        "M. Broider M.D.": 2_000,
        "Mo Larr D.D.S.": 1_500,
        "Health Club": 1_500,
        "Boom Box Music Club": 800,
        "Big Noise Inc.": 700,
        "Yakity-Yak Telephone": 600,
        "Window Cleaner": 500,
        "Dr. Feemer": 300,
        "Zapp Electric": 300,
        "The Six Tubas": 300,
        "Dr. I.M. Blurd": 200,
        "Tick Tock Inc.": 200,
        "Pearl E. White D.D.S.": 100,
        "Car Repair": 1_000,
        "Plumber": 500,
        "Heating Oil": 400,
        "Vet": 400,
        "Cable TV": 200,
        "Water Works": 100,
    },
    "moneygram": {
        "Grammy": 400,
        "Aunt Cindy": 300,
        "Junior at College": 200,
        "Cousin Bert": 500,
        "Uncle Ray": 400,
        "Your Sister": 300,
        "Your Brother": 300,
        "Niece Nell": 200,
    },
    "ad": dict.fromkeys(
        [
            "Music for Plants",
            "Chance of a Lifetime",
            "Good Night Sheep",
            "Cat's Meow",
            "Singing Doorbell",
            "Left-Hand Gloves",
            "Sofa by the Yard",
            "Square Balloons",
            "Odorless Onions",
            "Umbrella Rental",
        ],
        0,
    ),
    "postcard": dict.fromkeys(
        [
            "Lighthouse",
            "Old Mill",
            "Harbor at Dawn",
            "Snowy Pass",
            "Giant Cactus",
            "Covered Bridge",
            "Hot Springs",
            "Balloon Fair",
        ],
        0,
    ),
}
"""What each Mail card asks for."""


def test_the_calendar_has_these_spaces_and_flags(edition: Edition) -> None:
    """[P27 P36]"""
    assert tuple((day.space, day.cards) for day in edition.calendar.days) == CALENDAR
    assert len(CALENDAR) == 31


def test_the_deals_have_these_costs_and_values(edition: Edition) -> None:
    """[P5 P45 P48]"""
    assert {card.name: (card.cost, card.value) for card in edition.deals.cards} == DEALS
    assert len(edition.deals.cards) == len(DEALS) == 24


def test_the_mail_asks_for_these_amounts(edition: Edition) -> None:
    """[P5 P38 P39 P40 P41]"""
    for kind, cards in MAIL.items():
        assert {card.name: card.amount for card in edition.mail.cards if card.kind == kind} == cards
    assert {kind: len(cards) for kind, cards in MAIL.items()} == {"bill": 22, "moneygram": 8, "ad": 10, "postcard": 8}
    assert len(edition.mail.cards) == 48


def test_the_cards_come_to_these_sums(edition: Edition) -> None:
    """[P51]"""
    deals, mail = edition.deals.cards, edition.mail.cards
    assert (sum(card.cost for card in deals), sum(card.value for card in deals)) == (154_500, 267_500)
    assert sum(card.amount for card in mail if card.kind == "bill") == 22_100
    assert sum(card.amount for card in mail if card.kind == "moneygram") == 2_600
