"""The engine: games as records of declared fields and pure rule functions."""

from legation.envs.engine.actions import (
    AS_ASKED,
    OWNER_ONLY,
    Action,
    ActionSpace,
    AsAsked,
    Family,
    OwnerOnly,
    Parameter,
)
from legation.envs.engine.batch import GameBatch, Potentials
from legation.envs.engine.compile import bind, rule
from legation.envs.engine.errors import (
    IllegalActionError,
    LegationError,
    LegationWarning,
    unknown,
)
from legation.envs.engine.features import Numbers, RowOf, Tally
from legation.envs.engine.game import Game, PageTable, State
from legation.envs.engine.kernels import Rules
from legation.envs.engine.lanes import matching
from legation.envs.engine.observation import Observation, Observations
from legation.envs.engine.options import (
    AnyOption,
    ListOption,
    Option,
    OptionValue,
    TextOption,
    WholeOption,
    choose_options,
    implied_by,
    option_text,
    usual_options,
)
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
    Turn,
)
from legation.envs.engine.turning import Turning, turning

__all__ = [
    "AS_ASKED",
    "HIDDEN",
    "KNOWN_BY",
    "LANGUAGES",
    "OWNER",
    "OWNER_ONLY",
    "PUBLIC",
    "Action",
    "ActionSpace",
    "AnyOption",
    "AsAsked",
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
    "LegationWarning",
    "ListOption",
    "Numbers",
    "Observation",
    "Observations",
    "Option",
    "OptionValue",
    "OwnerOnly",
    "PageTable",
    "Parameter",
    "Potentials",
    "RowOf",
    "Rules",
    "Schema",
    "State",
    "Tally",
    "Text",
    "TextOption",
    "Turn",
    "Turning",
    "WholeOption",
    "bind",
    "choose_options",
    "draw",
    "draw_from",
    "implied_by",
    "matching",
    "option_text",
    "rule",
    "stream",
    "turning",
    "unknown",
    "usual_options",
]
