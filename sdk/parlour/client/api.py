"""The service as methods: what a student can ask of it, one method a thing.

What comes back are dictionaries and lists as the service's own documentation at /docs describes them; what is a list
there is an iterator here, which asks for the next page when it comes to it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qsl, quote, urlsplit

from parlour.client.calls import Calls, Query
from parlour.client.errors import ApiError, BadReply, ClientError, NoService
from parlour.client.feed import END, BadFeed, Feed, FeedEvent
from parlour.core.wording import shown

Item = dict[str, Any]
"""One thing of the service: a bot, a match, a ladder."""

TIMEOUT_S = 30.0
PATIENCE_S = 60.0
MOST_BREAKS = 5
"""So many connections in a row may fail before a feed is given up."""


class Client:
    """A student's account at one server; without a key, what is public.

    >>> client = Client("https://ladder.example.org")
    >>> client
    Client('https://ladder.example.org')

    `timeout_s` is how long it waits for the next bytes. When the service is too busy (429 and 503) it waits as long as
    the service asks, but for one call no longer than `patience_s` in all; `wait` does the waiting.

    Raises ValueError where the server is no address or the key no key, and each method ClientError. A client is for
    one thread.
    """

    def __init__(
        self,
        server: str,
        key: str | None = None,
        *,
        timeout_s: float = TIMEOUT_S,
        patience_s: float = PATIENCE_S,
        wait: Callable[[float], object] = time.sleep,
    ) -> None:
        self._calls = Calls(server, key, timeout_s=timeout_s, patience_s=patience_s, wait=wait)

    def __repr__(self) -> str:
        return f"Client({self.server!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the connection."""
        self._calls.close()

    @property
    def server(self) -> str:
        """The server's address, without a slash at its end."""
        return self._calls.server

    @property
    def is_safe(self) -> bool:
        """Whether nobody on the way can read what is sent: the server has TLS, or is on this machine."""
        return self._calls.is_safe

    # --- the account ---

    def join(self, invitation: str, name: str) -> Item:
        """Exchange an invitation for an account: `account`, and its API `key`, which is shown this once."""
        return self._post("/api/accounts", {"invitation": invitation, "name": name})

    def me(self) -> Item:
        """The account that the key belongs to."""
        return self._get("/api/me")

    def api_keys(self) -> Iterator[Item]:
        """The account's API keys, without their secret part."""
        return self._items("/api/me/keys")

    def new_api_key(self, note: str = "") -> Item:
        """One more API key, which is shown this once."""
        return self._post("/api/me/keys", {"note": note})

    def revoke_api_key(self, id: str) -> None:
        """Make one of the account's keys worthless."""
        self._calls.json("DELETE", f"/api/me/keys/{_segment(id)}")

    # --- bots ---

    def submit(self, name: str, url: str) -> Item:
        """Register a bot that is served at a URL; its signing key is shown this once."""
        return self._post("/api/bots", {"name": name, "url": url})

    def bots(self, *, owner: str | None = None, game: str | None = None, state: str | None = None) -> Iterator[Item]:
        """All bots, or those of one owner, for one game, in one state (pending, active, benched, retired)."""
        return self._items("/api/bots", {"owner": owner, "game": game, "state": state})

    def bot(self, name: str) -> Item:
        """One bot; of your own also `url`, `reason`, `report` and what else is for its owner."""
        return self._get(_bot(name))

    def change_url(self, name: str, url: str) -> Item:
        """Say where your bot is served from now on; it is checked again."""
        return _item("PATCH", _bot(name), self._calls.json("PATCH", _bot(name), body={"url": url}))

    def check(self, name: str) -> Item:
        """Ask for your bot to be checked again."""
        return self._post(f"{_bot(name)}/check")

    def rotate_key(self, name: str) -> Item:
        """A new signing key for your bot, shown this once; for a day calls are signed with the old one too."""
        return self._post(f"{_bot(name)}/key")

    def retire(self, name: str) -> Item:
        """Take your bot out of play for good."""
        return self._post(f"{_bot(name)}/retire")

    def history(self, name: str, ladder: str) -> Iterator[Item]:
        """How the rating of a bot went on a ladder, match by match."""
        return self._items(f"{_bot(name)}/history", {"ladder": ladder})

    # --- ladders ---

    def ladders(self) -> Iterator[Item]:
        """All ladders."""
        return self._items("/api/ladders")

    def ladder(self, name: str) -> Item:
        """One ladder: what is played on it and how."""
        return self._get(_ladder(name))

    def standings(self, ladder: str) -> Iterator[Item]:
        """The bots of a ladder, the best first."""
        return self._items(f"{_ladder(ladder)}/standings")

    def enter_ladder(self, ladder: str, bot: str) -> None:
        """Have your bot play on a ladder."""
        self._calls.json("PUT", f"{_ladder(ladder)}/bots/{_segment(bot)}")

    def leave_ladder(self, ladder: str, bot: str) -> None:
        """Take your bot off a ladder."""
        self._calls.json("DELETE", f"{_ladder(ladder)}/bots/{_segment(bot)}")

    # --- matches ---

    def matches(
        self,
        *,
        ladder: str | None = None,
        bot: str | None = None,
        tournament: str | None = None,
        state: str | None = None,
        limit: int | None = None,
    ) -> Iterator[Item]:
        """Matches, the newest first; `limit` is how many come with one page, not how many there are."""
        wanted = {"ladder": ladder, "bot": bot, "tournament": tournament, "state": state, "limit": limit}
        return self._items("/api/matches", wanted)

    def match(self, id: str) -> Item:
        """One match: its seats, and when it is finished how it ended."""
        return self._get(_match(id))

    def seat(self, id: str, seat: int) -> Item:
        """What only the owner of the bot in a seat is shown: its faults with their evidence, and how fast it was."""
        return self._get(f"{_match(id)}/seats/{seat}")

    def as_seen(self, id: str, seat: int) -> Iterator[Item]:
        """Every `message` that the bot in a seat was sent in a finished match, with the `path` that it was sent to.

        Only the owner of the bot and organisers are shown this; `transcript` tells everybody what was played.
        With a question (`/move`) comes what was played: the `answer`, and `by` whom.
        """
        page: Item = {}
        for number, page in enumerate(self._pages(f"{_match(id)}/seats/{seat}/questions")):
            if number == 0:
                yield {"path": "/start", "message": page.get("start")}
            yield from ({"path": "/move", **item} for item in page["items"])
        yield {"path": "/end", "message": page.get("end")}

    def transcript(self, id: str) -> str:
        """All that happened in a finished match, for `parlour replay` and `parlour.core.transcript`."""
        return self._calls.text(f"{_match(id)}/transcript", "application/x-ndjson")

    def events(self, id: str, *, after: str = "") -> Iterator[FeedEvent]:
        """What everybody may know of a match, as it happens; the last event is of the kind `end`.

        When the connection ends it goes on with a new one from where it was. `after` is the id of an event to go on
        from.
        """
        feed = Feed(last=after)
        breaks = 0
        while True:
            pause_s = feed.retry_s
            try:
                for event in self._connection(id, feed):
                    yield event
                    if event.kind == END:
                        return
                    breaks = 0
                pause_s = feed.retry_s
            except NoService:
                breaks += 1
                if breaks >= MOST_BREAKS:
                    raise
            except ApiError as refusal:
                breaks += 1
                if refusal.retry_after_s is None or breaks >= MOST_BREAKS:
                    raise
                pause_s = max(pause_s, refusal.retry_after_s)
            self._calls.wait(pause_s)

    def _connection(self, id: str, feed: Feed) -> Iterator[FeedEvent]:
        """The events that come over one connection."""
        feed.begin()
        path = f"{_match(id)}/events"
        headers = {"Last-Event-ID": feed.last} if feed.last else {}
        with self._calls.stream(path, "text/event-stream", headers) as pieces:
            try:
                for piece in pieces:
                    yield from feed.take(piece)
            except BadFeed as error:
                raise BadReply(f"GET {self.server}{path}: {error}") from None

    # --- challenges, tournaments, games ---

    def challenge(
        self,
        bots: Sequence[str],
        *,
        ladder: str | None = None,
        game: str | None = None,
        options: Mapping[str, int] | None = None,
        time: Mapping[str, int] | None = None,
    ) -> Item:
        """Ask for an unrated match of these bots, your own among them: as on a ladder, or of a game."""
        wanted = {"ladder": ladder, "game": game, "options": options, "time": time}
        given = {name: value for name, value in wanted.items() if value is not None}
        return self._post("/api/challenges", {"bots": list(bots), **given})

    def challenges(self) -> Iterator[Item]:
        """The challenges that you made."""
        return self._items("/api/challenges")

    def tournaments(self) -> Iterator[Item]:
        """All tournaments."""
        return self._items("/api/tournaments")

    def tournament(self, name: str, run: int | None = None) -> Item:
        """One run of a tournament, the newest unless one is named: how far it is, and its table."""
        path = f"/api/tournaments/{_segment(name)}"
        return self._get(path if run is None else f"{path}/runs/{run}")

    def games(self) -> Iterator[Item]:
        """The games that can be played, each with its editions, seats and options."""
        return self._items("/api/games")

    def game(self, name: str) -> Item:
        """One game, named like `careers`, or an edition of it, like `careers/1971`."""
        return self._get(f"/api/games/{quote(name)}")

    def rulings(self, game: str) -> Iterator[Item]:
        """The numbered rulings of a game."""
        return self._items(f"/api/games/{quote(game)}/rulings")

    # --- how it is asked ---

    def _get(self, path: str) -> Item:
        return _item("GET", path, self._calls.json("GET", path))

    def _post(self, path: str, body: Item | None = None) -> Item:
        return _item("POST", path, self._calls.json("POST", path, body=body))

    def _items(self, path: str, query: Query | None = None) -> Iterator[Item]:
        """The items of all pages of a list."""
        return (item for page in self._pages(path, query) for item in page["items"])

    def _pages(self, path: str, query: Query | None = None) -> Iterator[Item]:
        """The pages of a list. Of `next` only the query counts, so no page leads to another host."""
        query = dict(query or {})
        while True:
            page = _item("GET", path, self._calls.json("GET", path, query=query))
            items = page.get("items")
            if type(items) is not list or not all(type(item) is dict for item in items):
                raise BadReply(f"GET {path}: expected a list of items from the service, found {shown(items)}")
            yield page
            if page.get("next") is None:
                return
            before, query = query, dict(parse_qsl(urlsplit(str(page["next"])).query))
            if query == before:
                raise BadReply(f"GET {path}: the page after this one is this one")


def _item(method: str, path: str, value: Any) -> Item:
    if type(value) is not dict:
        raise BadReply(f"{method} {path}: expected an object from the service, found {shown(value)}")
    return value


def _segment(name: str) -> str:
    """A name as one step of a path. What would lead up the path, or nowhere, names nothing."""
    if name in ("", ".", ".."):
        raise ClientError(f"expected a name, found {shown(name)}")
    return quote(name, safe="")


def _bot(name: str) -> str:
    return f"/api/bots/{_segment(name)}"


def _ladder(name: str) -> str:
    return f"/api/ladders/{_segment(name)}"


def _match(id: str) -> str:
    return f"/api/matches/{_segment(id)}"
