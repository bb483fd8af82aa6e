"""How numbers, sums and lists are written in sentences about games."""

from __future__ import annotations


def money(amount: int) -> str:
    """A sum as people write it.

    >>> money(12500), money(-300)
    ('$12,500', '-$300')
    """
    return f"-${-amount:,}" if amount < 0 else f"${amount:,}"


def listed(words: list[str]) -> str:
    """Words as a sentence lists them.

    >>> listed(["seat 0"]), listed(["seat 0", "seat 1", "seat 3"])
    ('seat 0', 'seat 0, seat 1 and seat 3')
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def sentence(text: str) -> str:
    """The text with a full stop, unless the name at its end brings one.

    >>> sentence("Seat 0 leaves Yum Yum Yogurt"), sentence("Seat 0 leaves Teen Jeans Inc.")
    ('Seat 0 leaves Yum Yum Yogurt.', 'Seat 0 leaves Teen Jeans Inc.')
    """
    return text if text.endswith(".") else f"{text}."


def ordinal(number: int) -> str:
    """A number as a date has it.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 13, 21, 31)]
    ['1st', '2nd', '3rd', '4th', '11th', '13th', '21st', '31st']
    """
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
