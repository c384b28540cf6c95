"""The engine: games as records of declared fields and pure rule functions."""

from legation.envs.engine.actions import (
    OWNER_ONLY,
    Action,
    ActionSpace,
    Family,
    OwnerOnly,
    Parameter,
)
from legation.envs.engine.batch import GameBatch
from legation.envs.engine.compile import bind, rule
from legation.envs.engine.errors import IllegalActionError, LegationError, unknown
from legation.envs.engine.game import Game, Option, State
from legation.envs.engine.kernels import Rules
from legation.envs.engine.observation import Observation, Observations
from legation.envs.engine.rng import draw, draw_from, stream
from legation.envs.engine.schema import (
    HIDDEN,
    KNOWN_BY,
    LANGUAGES,
    OWNER,
    PUBLIC,
    Axis,
    Category,
    Count,
    Field,
    Flag,
    Index,
    Schema,
    Text,
)

__all__ = [
    "HIDDEN",
    "KNOWN_BY",
    "LANGUAGES",
    "OWNER",
    "OWNER_ONLY",
    "PUBLIC",
    "Action",
    "ActionSpace",
    "Axis",
    "Category",
    "Count",
    "Family",
    "Field",
    "Flag",
    "Game",
    "GameBatch",
    "IllegalActionError",
    "Index",
    "LegationError",
    "Observation",
    "Observations",
    "Option",
    "OwnerOnly",
    "Parameter",
    "Rules",
    "Schema",
    "State",
    "Text",
    "bind",
    "draw",
    "draw_from",
    "rule",
    "stream",
    "unknown",
]
