"""The referee's service as a student's program meets it: `from parlour.client import Client`.

It stands apart from `import parlour`, because a bot needs none of it and `requests` takes a while to load.
"""

from parlour.client.api import Client, Item
from parlour.client.errors import ApiError, BadReply, ClientError, NoService
from parlour.client.feed import FeedEvent

__all__ = ["ApiError", "BadReply", "Client", "ClientError", "FeedEvent", "Item", "NoService"]
