"""Rules of board games that ask questions, and the kit for writing bots that answer them."""

from parlour.arena import BotCrash, play
from parlour.bot import Bot, Clock, Match, MatchResult, Question
from parlour.core.decision import Decision, IllegalAnswer
from parlour.core.game import Game
from parlour.core.options import Json, choose, sample
from parlour.core.registry import names, register
from parlour.core.rules import Implausible
from parlour.games import careers, life, payday
from parlour.report import Report
from parlour.serving import serve

__all__ = [
    "Bot",
    "BotCrash",
    "Clock",
    "Decision",
    "Game",
    "IllegalAnswer",
    "Implausible",
    "Json",
    "Match",
    "MatchResult",
    "Question",
    "Report",
    "choose",
    "names",
    "play",
    "sample",
    "serve",
]

register(careers.TITLE)
register(life.TITLE)
register(payday.TITLE)
