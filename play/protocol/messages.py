"""What goes over the wire. Unknown keys are refused, and numbers are numbers: "3" is none."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, model_validator

from legation.play.protocol import PROTOCOL

MOST_LEGAL = 100_000
_ENTRY = {"anyOf": [{"type": "integer"}, {"type": "null"}, {"type": "array"}]}

Fields = Annotated[
    dict[str, Any],
    WithJsonSchema({"type": "object", "additionalProperties": _ENTRY}),
]
Lines = Annotated[
    list[dict[str, Any]],
    WithJsonSchema({"type": "array", "items": {"type": "object"}, "minItems": 1}),
]
OptionValue = bool | int | float | str | list[int] | list[float]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class _OfGame(_Message):
    game: str = Field(max_length=64, description="as `GET /v1/games` lists it")
    options: dict[str, OptionValue] = Field(
        default={}, description="of the game; those left out have their defaults"
    )


class DescribeRequest(_OfGame):
    """Asks for the fields and actions of a game with certain options."""

    protocol: Literal[1] = PROTOCOL


class DecideRequest(_OfGame):
    """Asks what a seat should do: from what the seat sees, or from a record of the play."""

    model_config = ConfigDict(json_schema_extra={"anyOf": [
        {"required": ["observation"], "properties": {"observation": {"type": "object"}}},
        {"required": ["record"], "properties": {"record": {"type": "array"}}},
    ]})  # fmt: skip

    protocol: Literal[1] = PROTOCOL
    id: str = Field(
        min_length=1, max_length=128, pattern=r"^[A-Za-z0-9._:-]+$",
        description="of the decision: the same request with the same id gets the same answer",
    )  # fmt: skip
    game_version: str = Field(max_length=32, description="of the rules")
    seat: str | int = Field(description="its id or number")
    observation: Fields | None = Field(
        default=None,
        description="each field of the game by its name, in its shape; null where the seat "
        "may not see. Fields that it may not see at all can be left out",
    )
    legal: list[int] | None = Field(
        default=None, max_length=MOST_LEGAL,
        description="with `observation`: numbers of the actions to choose among; by default those "
        "that the rules allow",
    )  # fmt: skip
    record: Lines | None = Field(
        default=None,
        description="in place of `observation`: the lines of a match record, header first. It is "
        "replayed, and the seat's view of its last position is all that the agent gets",
    )
    strength: str | None = Field(
        default=None, max_length=32, description="of the agent; by default the game's strongest"
    )
    time_limit: float = Field(default=10.0, ge=0.05, le=120.0, description="seconds")
    best: int = Field(default=3, ge=0, le=50, description="how many actions to give with chances")
    language: Literal["en", "ru"] = "en"

    @model_validator(mode="after")
    def _one_position(self) -> DecideRequest:
        if (self.observation is None) == (self.record is None):
            raise ValueError("give either `observation` or `record`")
        if self.legal is not None and self.record is not None:
            raise ValueError("`legal` goes with `observation`; a record tells by itself")
        return self


class Candidate(_Message):
    """An action with the probability that the agent takes it."""

    action: int
    label: str
    probability: float


class DecideAnswer(_Message):
    """What the seat should do."""

    protocol: Literal[1] = PROTOCOL
    id: str
    game: str
    seat: str
    action: int = Field(description="one of the legal ones")
    label: str = Field(description="the action in words")
    family: str
    parameters: dict[str, str | int]
    best: list[Candidate] = Field(description="the likeliest first; empty where time was short")
    value: float | None = Field(description="the return that the agent expects for the seat")
    win: float | None = Field(description="the share of the win that it expects, 0..1")
    rung: str = Field(
        description="who chose: a strength, `forced` (one legal action) or `default` (nobody in "
        "time). Lower than the strength that was asked for where that failed"
    )
    seconds: float


class Words(_Message):
    """In each language of the project."""

    en: str
    ru: str


class OptionInfo(_Message):
    name: str
    label: Words
    default: OptionValue
    values: list[OptionValue] | None = Field(description="all of them, where they can be listed")
    valid: str | None = Field(description="in words, where they can't")


class ItemInfo(_Message):
    id: str
    label: Words


class AxisInfo(_Message):
    name: str
    items: list[ItemInfo]


class FieldInfo(_Message):
    """A field of the observation. Entry [i, j] belongs to items i and j of its axes."""

    name: str
    label: Words
    kind: Literal["count", "category", "flag", "index"]
    low: int
    high: int
    values: list[Words] | None = Field(description="of a category")
    axes: list[str]
    shape: list[int]
    visibility: str = Field(description="public, owner(axis), known_by(mask field) or hidden")


class ParameterInfo(_Message):
    name: str
    axis: str | None
    low: int
    high: int


class FamilyInfo(_Message):
    """Actions `first`..`first + size - 1`; the last parameter varies fastest."""

    name: str
    label: Words
    first: int
    size: int
    parameters: list[ParameterInfo]


class GameInfo(_Message):
    """All that is needed to describe positions and to read actions."""

    game: str
    game_version: str
    title: Words
    options: dict[str, OptionValue] = Field(description="those that this describes")
    declared_options: list[OptionInfo]
    strengths: list[str]
    seats: list[ItemInfo]
    axes: list[AxisInfo]
    fields: list[FieldInfo]
    families: list[FamilyInfo]
    actions: int


class Games(_Message):
    """Every game, with its default options."""

    protocol: Literal[1] = PROTOCOL
    games: list[GameInfo]
