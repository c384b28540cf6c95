"""Golden records: plays that must replay to the same bytes for as long as a game has its version.

`python -m legation.tests.golden GAME` writes a game's anew, for a new version of its rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from legation.envs import game_options, load_game
from legation.envs.engine import Game, Option, OptionValue
from legation.envs.engine.record import Record, read_record, record_lines, write_record
from legation.envs.engine.replay import Player, check_record, play_record

FOLDER = Path(__file__).parent


def write_golden(
    path: Path, game: Game, players: Sequence[Player], seed: int = 1, episode: int = 0
) -> Record:
    """Plays an episode, a player a seat, and writes its record."""
    record = play_record(game, players, seed, episode)
    write_record(path, record)
    return record


# Of games with too many options for a record of each value: sets of options, by the file's name.
VARIANTS: dict[str, dict[str, dict[str, OptionValue]]] = {
    "pax_baltica": {
        "poltava": {"scenario": "poltava_1708"},
        "campaign": {"scenario": "campaign_1700", "end_year": 1701},
    },
    "secret_orders": {
        "duel": {"scenario": "duel", "pad_entries": True},
        "trio": {"scenario": "trio", "goals": "secret_distinct", "name_time": False},
        "moderated": {"scenario": "moderated", "exposure_same_turn": False},
        "open": {"scenario": "open_table", "extended_dice": False, "round_mode": "floor"},
    },
    "interbellum": {
        "wide": {"scenario": "wide", "power_order": "rotate", "observers": 3, "case1": "direct"},
        "seat": {
            "gm": "seat",
            "gm_rulings": True,
            "declarations": True,
            "stacking": True,
            "balance_of_power": "each",
            "vote_rule": "majority_first",
        },
        "readings": {
            "final_hand": 9,
            "coup_source": "hand_or_pool",
            "case1": "winner_floor",
            "puppet": "absolute",
            "protection": "narrow",
            "ability_choice": "all_optional",
            "welczeck_partner": "FRA",
            "twardowski_scope": "anywhere",
            "runciman": "trade_off",
            "embassy_penalty": True,
            "gm": "random",
            "voting": "auto",
            "nre_forfeit": "bar",
            "krest_kept": True,
            "reward_weights": (0.25, 0.25, 0.5),
        },
    },
}


def golden_games(name: str) -> Iterator[tuple[Path, Game]]:
    """The files of a game's records: the defaults, and each other value of each option."""
    yield FOLDER / f"{name}.jsonl", load_game(name)
    for variant, options in VARIANTS.get(name, {}).items():
        yield FOLDER / f"{name}-{variant}.jsonl", load_game(name, **options)
    if name in VARIANTS:
        return
    for option in game_options(name):
        assert isinstance(option, Option), f"{name}: name sets of options in VARIANTS"
        for value in option.values[1:]:
            game = load_game(name, **{option.name: value})
            yield FOLDER / f"{name}-{option.name}-{value}.jsonl", game


def check_golden(path: Path, game: Game) -> None:
    """The file replays, and written anew it has the same bytes."""
    record = read_record(path)
    check_record(record, game)
    text = "".join(line + "\n" for line in record_lines(record))
    assert text.encode() == path.read_bytes(), f"{path.name} would be written in other bytes"
    labels = [game.label(d.action) for d in record.decisions]
    assert labels == [d.label for d in record.decisions], f"{path.name}: labels changed"
