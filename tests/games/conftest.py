"""The toy game joins the registered ones, so that what they do not have is conformed to as well."""

from collections.abc import Iterator

import pytest
import vault

from parlour.core import registry


@pytest.fixture(autouse=True)
def vault_is_registered() -> Iterator[None]:
    """The toy game is known while a test of games runs, and not beyond."""
    registry.register(vault.TITLE)
    yield
    registry.unregister("vault")
