"""What every reader of texts has to keep."""

from collections.abc import Callable


def one_line_or(text: str, read: Callable[[str], object]) -> None:
    """Assert that a text is refused in one line, or read, and read back as it is written."""
    try:
        found = read(text)
    except ValueError as error:
        assert len(str(error).splitlines()) == 1
        assert str(error).isprintable()
        assert len(str(error)) < 400
    else:
        assert read(str(found)) == found
