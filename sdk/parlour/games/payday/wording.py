"""How sums and lists are written in the sentences about a game."""

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
