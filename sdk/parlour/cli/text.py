"""Text that comes from elsewhere, made safe to print."""


def shown(text: str) -> str:
    """The text with every control and format character spelled out, but for line ends.

    >>> print(shown("a \\x1b[31mred\\x1b[0m name"))
    a \\x1b[31mred\\x1b[0m name
    """
    return "".join(char if char.isprintable() or char == "\n" else ascii(char)[1:-1] for char in text)
