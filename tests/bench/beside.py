"""A measured figure beside its yardstick, both from one run, as a line of text."""


def heading(title: str) -> None:
    """Begin a table."""
    print(f"\n{title}")
    print(f"  {'':<44}{'measured':>14}{'yardstick':>14}{'ratio':>9}")


def beside(what: str, measured: float, yardstick: float, unit: str, against: str) -> None:
    """One line: what was measured, its yardstick, how many times the yardstick it is, and what the yardstick was."""
    figures = f"{_short(measured):>14}{_short(yardstick):>14}{measured / yardstick:>9.2f}"
    print(f"  {what:<44}{figures}  {unit}; against {against}")


def _short(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:,.2f}"
