"""The resources of the API, one blueprint a kind of thing."""

from referee.service.resources import (
    accounts,
    bots,
    challenges,
    feed,
    games,
    invitations,
    ladders,
    matches,
    root,
    seats,
    tournaments,
)

BLUEPRINTS = (
    root.blueprint,
    accounts.blueprint,
    invitations.blueprint,
    bots.blueprint,
    ladders.blueprint,
    matches.blueprint,
    seats.blueprint,
    feed.blueprint,
    challenges.blueprint,
    tournaments.blueprint,
    games.blueprint,
)
"""In the order in which the documentation has them."""
