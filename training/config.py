"""The typed configuration of a training run, its presets and its checks."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from legation.agents.base import Critic
from legation.envs.engine import LegationError, OptionValue, Potentials, unknown

PRESETS_FOLDER = Path(__file__).parent / "presets"

_STRICT = ConfigDict(extra="forbid", strict=False, allow_inf_nan=False)
Positive = Annotated[int, Field(ge=1)]
Width = Annotated[int, Field(ge=1, le=16_384)]
Share = Annotated[float, Field(ge=0.0, le=1.0)]
NotNegative = Annotated[float, Field(ge=0.0)]


@dataclass(frozen=True)
class NetworkConfig:
    """The network.

    Attributes:
        hidden: widths of the layers.
        per_seat: layers of its own for each seat; see `NetworkShape`.
        turned: every seat's observation is read as if its place were the first: what one seat
            learns all know. For games whose seats are alike but for their places.
        split: a field, such as "goal": layers of its own for each value that it has for the seat
            itself (of fields with a place for each seat: for the first, so `turned` as well).
        critic: "shared": values come from the policy's layers; "privileged": from a network of
            their own, which in training sees everything.
    """

    __pydantic_config__ = _STRICT

    hidden: Annotated[tuple[Width, ...], Field(min_length=1, max_length=16)] = (256, 256)
    per_seat: bool = False
    turned: bool = False
    split: str = ""
    critic: Critic = "shared"

    def __post_init__(self) -> None:
        if self.split and self.per_seat:
            raise ValueError("split and per_seat both ask for layers of their own; choose one")


@dataclass(frozen=True)
class PpoConfig:
    """Proximal policy optimisation (Schulman et al. 2017, arXiv:1707.06347).

    Attributes:
        epochs: passes over each rollout.
        minibatch: decisions a gradient step; of each seat's layers, where they have their own.
        learning_rate: of Adam, at the start.
        learning_rate_end: at the end; linear in between.
        clip: epsilon of the clipped objective (eq. 7).
        discount: gamma, per own decision.
        trace_decay: lambda of GAE (arXiv:1506.02438, eq. 16), per own decision.
        entropy, entropy_end: bonus for entropy over the legal actions, annealed.
        anneal: "linear" or "exponential", how the two above go from start to end.
        value_weight: of the value loss.
        magnet: weight of KL(policy || magnet), the magnet being a slow copy of the policy
            (Sokota et al. 2023, arXiv:2206.05825); 0 turns it off.
        magnet_period: iterations between two copies.
        max_gradient_norm: gradients are scaled down to it.
        shaping: weight of the game's potential in the reward; changes no optimal policy (Ng,
            Harada, Russell 1999). Fades like `standing`: in the end values foretell returns.
        shaping_fades: false where returns are what the potential says at the end, such as a score.
        potential: "declared": the game's own, of what each seat sees; "returns": what the game
            would pay if it ended now, from the whole state. Values foretell the rest, as those of a
            critic that sees everything (in training only), so it asks for discount = 1.
        standing: weight of the potential at the end as a reward of its own, so that there is
            something to learn from before the first wins; falls to 0 at `standing_until`.
        standing_until: share of the run after which only the game's returns count; above 1, some
            of the potential is left at its end.
        average: decay, per iteration, of the running average of weights that plays (Polyak and
            Juditsky 1992); in self-play the average comes close to an equilibrium that the latest
            weights circle around. 0 turns it off: the latest weights play.
    """

    __pydantic_config__ = _STRICT

    epochs: Positive = 3
    minibatch: Positive = 4096
    learning_rate: Annotated[float, Field(gt=0.0, lt=1.0)] = 1e-3
    learning_rate_end: Annotated[float, Field(ge=0.0, lt=1.0)] = 1e-4
    clip: Annotated[float, Field(gt=0.0, lt=1.0)] = 0.2
    discount: Annotated[float, Field(gt=0.0, le=1.0)] = 1.0
    trace_decay: Share = 0.95
    entropy: NotNegative = 0.02
    entropy_end: NotNegative = 0.002
    anneal: Literal["linear", "exponential"] = "linear"
    value_weight: NotNegative = 0.5
    magnet: NotNegative = 0.0
    magnet_period: Positive = 10
    max_gradient_norm: Annotated[float, Field(gt=0.0)] = 0.5
    shaping: NotNegative = 0.0
    shaping_fades: bool = True
    potential: Literal["declared", "returns"] = "declared"
    standing: NotNegative = 0.0
    standing_until: Annotated[float, Field(ge=0.0, le=100.0)] = 0.5
    average: Annotated[float, Field(ge=0.0, lt=1.0)] = 0.0

    def __post_init__(self) -> None:
        if self.potential == "returns" and self.discount != 1.0:
            raise ValueError(
                'potential = "returns" reads what no seat sees; that is fair of a critic, which it '
                "is a part of where discount = 1, and not of a reward"
            )

    @property
    def potentials(self) -> Potentials:
        """Which potentials are needed."""
        return self.potential if self.shaping > 0.0 or self.standing > 0.0 else "none"


@dataclass(frozen=True)
class LeagueConfig:
    """Who sits beside the learner. An episode's line-up is drawn at its start and stays.

    Attributes:
        self_play: share of episodes in which the current policy has every seat.
        anchors: share in which it has one seat and one of `anchor_agents` the others.
        past: share in which it has some of the seats and one of its own snapshots the others,
            chosen by how well it does (prioritised fictitious self-play, Vinyals et al. 2019).
        mixed: share in which each seat is drawn by itself, from the policy and the anchors.
        anchor_agents: names of fixed agents.
        anchor_seats: seats that it takes beside them, one named twice as often as another; empty:
            each equally often. For a game in which one side has more to learn from them.
        snapshot_every: iterations between two snapshots of the policy.
        snapshots: how many are kept.
        active: how many of them are in play at a time.
    """

    __pydantic_config__ = _STRICT

    self_play: Share = 0.5
    anchors: Share = 0.3
    past: Share = 0.2
    mixed: Share = 0.0
    anchor_agents: tuple[str, ...] = ("heuristic",)
    anchor_seats: tuple[Annotated[int, Field(ge=0)], ...] = ()
    snapshot_every: Positive = 20
    snapshots: Positive = 12
    active: Positive = 2

    def __post_init__(self) -> None:
        total = self.self_play + self.anchors + self.past + self.mixed
        if abs(total - 1.0) > 1e-6:
            raise ValueError(f"self_play + anchors + past + mixed must add up to 1, not {total:g}")
        for name in ("anchors", "mixed"):
            if getattr(self, name) > 0 and not self.anchor_agents:
                raise ValueError(f"{name} is above 0, but anchor_agents is empty")


@dataclass(frozen=True)
class ImitationConfig:
    """A warm start: before PPO, the network learns to do what a teacher would do.

    The teacher says what it would do in every position; who acts is the teacher in some games and
    the network itself in the others, so that it also learns to go on from its own mistakes
    (DAgger: Ross, Gordon, Bagnell 2011).

    Attributes:
        decisions: length of the warm start; 0 for none. They count towards the run's decisions.
        teacher: an agent's name.
        own_games: share of games in which the network acts.
        learning_rate: of Adam, for the warm start.
        epochs: passes over each rollout of the warm start, where what the teacher says is dear; 0
            for as many as `ppo.epochs`.
    """

    __pydantic_config__ = _STRICT

    decisions: Annotated[int, Field(ge=0)] = 0
    teacher: str = "heuristic"
    own_games: Share = 0.5
    learning_rate: Annotated[float, Field(gt=0.0, lt=1.0)] = 1e-3
    epochs: Annotated[int, Field(ge=0)] = 0


@dataclass(frozen=True)
class TrainConfig:
    """A training run.

    Attributes:
        game: its name.
        options: of the game, such as `alliances = "off"`.
        seed: of everything; a run repeats byte for byte on one machine.
        start: an agent, whose network the run begins with; empty for one that knows nothing.
        decisions: of the learner and its opponents together; the length of the run.
        games: B, played side by side.
        steps: T, decisions a game and rollout.
        threads: they share the seats' layers, or the decisions where one network serves all seats.
        matmul_precision: of float32 products; "medium" may round to bfloat16 on some processors.
        autocast: run the network in bfloat16 in training.
        checkpoint_every: iterations between two checkpoints.
        evaluate_every: iterations between two looks at the strength against `evaluate_against`.
        evaluate_deals: deals of such a look, each played from every seat.
        evaluate_against: an agent's name; empty for none.
        temperature: at which the agent plays, once trained and in those looks: 1 as in training,
            lower is greedier, 0 takes the likeliest action.
    """

    __pydantic_config__ = _STRICT

    game: str
    options: dict[str, OptionValue | list[int] | list[float]] = field(default_factory=dict)
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0
    start: str = ""
    decisions: Annotated[int, Field(ge=1, lt=2**63)] = 10_000_000
    games: Annotated[int, Field(ge=1, le=65_536)] = 512
    steps: Annotated[int, Field(ge=2, le=4_096)] = 64
    threads: Annotated[int, Field(ge=1, le=256)] = 1
    matmul_precision: Literal["highest", "high", "medium"] = "high"
    autocast: bool = False
    checkpoint_every: Positive = 20
    evaluate_every: Positive = 20
    evaluate_deals: Annotated[int, Field(ge=1, le=100_000)] = 100
    evaluate_against: str = "heuristic"
    temperature: Annotated[float, Field(ge=0.0, le=10.0)] = 1.0
    network: NetworkConfig = field(default_factory=NetworkConfig)
    ppo: PpoConfig = field(default_factory=PpoConfig)
    league: LeagueConfig = field(default_factory=LeagueConfig)
    imitation: ImitationConfig = field(default_factory=ImitationConfig)

    def __post_init__(self) -> None:
        # One form for lists, whether they come from a game, TOML or the JSON of a checkpoint.
        same = {k: tuple(v) if isinstance(v, list) else v for k, v in self.options.items()}
        object.__setattr__(self, "options", same)

    @property
    def iterations(self) -> int:
        return max(1, round(self.decisions / (self.games * self.steps)))

    @property
    def warm_iterations(self) -> int:
        """How many of the iterations are the warm start."""
        return min(self.iterations, -(-self.imitation.decisions // (self.games * self.steps)))

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


_ADAPTER: TypeAdapter[TrainConfig] = TypeAdapter(TrainConfig)


def make_config(values: dict[str, Any], where: str = "the configuration") -> TrainConfig:
    """Checks plain values, nested as in a TOML file.

    Raises:
        LegationError: names each wrong key, its value and what would be right.
    """
    try:
        return _ADAPTER.validate_python(values)
    except ValidationError as error:
        raise LegationError(f"{where}: " + "; ".join(_words(e) for e in error.errors())) from None


def _words(error: Any) -> str:
    key = ".".join(str(part) for part in error["loc"])
    if error["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
        sections: dict[str, Any] = {"network": NetworkConfig, "ppo": PpoConfig}
        sections |= {"league": LeagueConfig, "imitation": ImitationConfig}
        section = str(error["loc"][0]) if len(error["loc"]) > 1 else ""
        names = list(sections.get(section, TrainConfig).__dataclass_fields__)
        return str(unknown("key", key.rsplit(".", 1)[-1], names)).replace("key ", f"key {key}: ", 1)
    given = "" if error["type"] == "missing" else f" = {error['input']!r}"
    return f"{key or 'run'}{given}: {_what_would_be_right(error)}"


def _what_would_be_right(error: Any) -> str:
    limits = error.get("ctx", {})
    words = {
        "greater_than": "it must be above {gt}",
        "greater_than_equal": "it must be at least {ge}",
        "less_than": "it must be below {lt}",
        "less_than_equal": "it must be at most {le}",
        "finite_number": "it must be a finite number",
        "literal_error": "it must be {expected}",
        "too_short": "it must have at least {min_length} entries",
        "too_long": "it must have at most {max_length} entries",
        "missing": "it must be given",
    }
    if error["type"] in words:
        return words[error["type"]].format(**limits)
    kind = error["type"].split("_")[0]
    kinds = {
        "int": "it must be a whole number",
        "float": "it must be a number",
        "bool": "it must be true or false",
        "tuple": "it must be a list, such as [256, 128] or ['heuristic']",
        "string": "it must be text",
        "dict": "it must be a table of keys",
        "dataclass": "it must be a table of keys",
    }
    return kinds.get(kind, str(error["msg"]).removeprefix("Value error, "))


def presets() -> tuple[str, ...]:
    return tuple(sorted(p.stem for p in PRESETS_FOLDER.glob("*.toml")))


def read_toml(path: Path) -> dict[str, Any]:
    """The values of a configuration file, not yet checked."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise LegationError(f"can't read the configuration {path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LegationError(f"{path} is not valid TOML: {error}") from error


def preset_values(name: str, game: str) -> dict[str, Any]:
    """A preset's values, over those of the one it extends; `game.<id>` holds those of one game."""
    path = PRESETS_FOLDER / f"{name}.toml"
    if name not in presets():
        raise unknown("preset", name, presets())
    values = read_toml(path)
    special = values.pop("game", {})
    if "extends" in values:
        values = merge(preset_values(values.pop("extends"), game), values)
    return merge(values, special.get(game, {}))


def merge(values: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """`values` with those of `over` put in, table by table."""
    merged = dict(values)
    for key, value in over.items():
        old = merged.get(key)
        both = isinstance(old, dict) and isinstance(value, dict) and key != "options"
        merged[key] = merge(old, value) if both else value  # type: ignore[arg-type]
    return merged
