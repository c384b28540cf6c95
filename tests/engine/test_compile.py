"""The disk cache: never stale code, and no compiling twice."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np
import pytest

from legation.envs.engine import Game, bind, rule
from legation.tests.toys import kuhn, planted

compiled_only = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")

answer: Any  # the free name of the template
TABLE = np.array([1, 2, 3])
STEP = 10


def template(out: Any) -> None:
    out[0] = answer()  # noqa: F821


@rule
def helper() -> Any:
    return STEP


def plain_answer() -> Any:
    return helper() + TABLE[1]


def name_of(function: Any) -> str:
    bound = bind(template, "test", {"answer": function})
    return str(getattr(bound, "compiled", bound).__name__)


def variant(**changed: Any) -> Any:
    """The same code, name and file, reading other globals."""
    return rule(
        FunctionType(plain_answer.__code__, {**plain_answer.__globals__, **changed}, "plain_answer")
    )


def call(function: Any) -> int:
    out = np.zeros(1, dtype=np.int64)
    bind(template, "test", {"answer": function})(out)
    return int(out[0])


def test_the_same_functions_give_the_same_name() -> None:
    assert name_of(rule(plain_answer)) == name_of(rule(plain_answer)) == name_of(variant())


def test_a_changed_function_gives_a_new_name() -> None:
    def answer_two() -> Any:
        return 2

    def answer_three() -> Any:
        return 3

    answer_three.__qualname__ = answer_two.__qualname__
    assert name_of(rule(answer_two)) != name_of(rule(answer_three))


def test_a_changed_global_gives_a_new_name_and_the_right_code() -> None:
    def other_helper() -> Any:
        return STEP

    other = FunctionType(other_helper.__code__, {"STEP": 11}, "helper")
    changed = [
        variant(),
        variant(TABLE=np.array([1, 5, 3])),
        variant(helper=rule(other)),
    ]
    assert len({name_of(f) for f in changed}) == 3
    assert [call(f) for f in changed] == [12, 15, 13]


def test_two_functions_that_differ_in_names_alone_differ() -> None:
    """`s.paid` and `s.card` compile to the same bytes of code."""

    def paid(s: Any) -> Any:
        return s.paid

    def card(s: Any) -> Any:
        return s.card

    assert paid.__code__.co_code == card.__code__.co_code
    card.__qualname__ = paid.__qualname__
    assert name_of(rule(paid)) != name_of(rule(card))


def test_a_variant_of_a_game_runs_its_own_rules(kuhn2: Game) -> None:
    """Same id, same module, one rule replaced; used before and after the true one."""
    changed = replace(kuhn2.rules, returns=planted.returns_do_not_add_up)
    wrong = replace(kuhn2, rules=changed)

    def play(game: Game) -> list[float]:
        state = game.new_state(0)
        game.apply(state, kuhn.BET)
        game.apply(state, kuhn.CHECK)
        return list(game.returns(state))

    assert play(kuhn2) == [1.0, -1.0]
    assert play(wrong) == [0.5, -1.0]
    assert play(replace(wrong, rules=kuhn2.rules)) == [1.0, -1.0]


@compiled_only
def test_functions_with_a_closure_are_not_cached() -> None:
    def make(number: int) -> Any:
        @rule
        def closed() -> Any:
            return number

        return closed

    assert [call(make(1)), call(make(2))] == [1, 2]


def times(factor: int) -> Any:
    """A rule that is compiled anew each time: it has a closure."""
    return rule(lambda number: factor * number)


def counts(out: Any) -> None:
    small = np.int16(3)
    out[0] = answer(small) + answer(out[0]) + answer(5)  # noqa: F821


@compiled_only
def test_a_rule_is_compiled_once_for_all_whole_numbers() -> None:
    function = times(2)
    out = np.array([4])
    bind(counts, "test", {"answer": function})(out)
    assert out[0] == 24
    assert len(function.overloads) == 1


@compiled_only
def test_a_rule_has_no_machine_code_of_its_own_and_can_be_called_all_the_same() -> None:
    function = times(2)
    out = np.array([4])
    bind(counts, "test", {"answer": function})(out)
    (made,) = function.overloads.values()
    assert made.library.get_pointer_to_function(made.fndesc.llvm_func_name) == 0
    assert function(21) == 42
    assert function(0.5) == 1.0


LOADED = """
    import pickle, sys
    function = pickle.load(sys.stdin.buffer)
    print(function(21), function.py_func(0.5))
"""


@compiled_only
def test_a_rule_goes_to_another_process() -> None:
    told = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(LOADED)],
        input=pickle.dumps(times(2)),
        capture_output=True,
        check=True,
    )
    assert told.stdout.decode().strip() == "42 1.0"


@compiled_only
def test_old_code_is_deleted_wherever_it_is_kept(tmp_path: Path) -> None:
    (tmp_path / "toy_rules.py").write_text(textwrap.dedent(RULES))
    for which in (0, 1):
        (tmp_path / "toy_table.py").write_text(f"WHICH = {which}\n")
        masks_and_cache(tmp_path)
    kept = (tmp_path / "cache").rglob("*one_legal*.nbi")
    assert len(list(kept)) == 1


GAME = """
    import sys
    sys.path.insert(0, {folder!r})
    import toy_rules
    from legation.envs.engine import bind, draw
    from legation.envs.engine.kernels import one_legal
    import numpy as np
    from types import SimpleNamespace
    import numba
    record = np.zeros(1, dtype=[("over", np.int16)])[0]
    mask = np.zeros(2, dtype=np.bool_)
    bound = bind(one_legal, "cachetest", {{"legal": toy_rules.legal}})
    bound(record, mask)
    stats = bound.compiled.stats
    print(mask.tolist(), sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""

RULES = """
    from legation.envs.engine import rule
    from toy_table import WHICH

    @rule
    def legal(s, mask):
        mask[WHICH] = True
"""

INDIRECT = """
    from legation.envs.engine import rule
    from elsewhere import tables
    from elsewhere.tables import Held

    @rule
    def legal(s, mask):
        mask[{read}] = True
"""


def started(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-B", "-c", textwrap.dedent(GAME.format(folder=str(folder)))],
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache")},
        stdout=subprocess.PIPE,
        text=True,
    )


def masks_and_cache(folder: Path) -> str:
    """The mask that the rules in `folder` give in a new process; its cache hits and misses."""
    process = started(folder)
    output, _ = process.communicate()
    assert process.returncode == 0
    return output.strip()


@compiled_only
def test_a_second_process_finds_it_on_disk_and_a_changed_file_is_never_stale(
    tmp_path: Path,
) -> None:
    """The changed constant lies in another file than the function that reads it."""
    (tmp_path / "toy_rules.py").write_text(textwrap.dedent(RULES))

    def run(which: int) -> str:
        (tmp_path / "toy_table.py").write_text(f"WHICH = {which}\n")
        return masks_and_cache(tmp_path)

    assert run(0) == "[True, False] 0 1"
    assert run(0) == "[True, False] 1 0"
    assert run(1) == "[False, True] 0 1"
    assert run(0) == "[True, False] 0 1"  # old code was deleted


@compiled_only
@pytest.mark.parametrize("read", ["tables.WHICH", "Held.which"])
def test_a_constant_behind_a_module_or_a_class_is_never_stale(tmp_path: Path, read: str) -> None:
    (tmp_path / "toy_rules.py").write_text(textwrap.dedent(INDIRECT.format(read=read)))
    (tmp_path / "elsewhere").mkdir()

    def run(which: int) -> str:
        (tmp_path / "elsewhere" / "tables.py").write_text(
            f"import enum\nWHICH = {which}\nclass Held(enum.IntEnum):\n    which = {which}\n"
        )
        return masks_and_cache(tmp_path)

    assert run(0) == "[True, False] 0 1"
    assert run(1) == "[False, True] 0 1"


@compiled_only
def test_files_that_the_rules_do_not_reach_change_nothing(tmp_path: Path) -> None:
    (tmp_path / "toy_rules.py").write_text(textwrap.dedent(RULES))
    (tmp_path / "toy_table.py").write_text("WHICH = 1\n")
    (tmp_path / "another_game").mkdir()
    assert masks_and_cache(tmp_path) == "[False, True] 0 1"
    (tmp_path / "another_game" / "rules.py").write_text("pass\n")
    assert masks_and_cache(tmp_path) == "[False, True] 1 0"


@compiled_only
def test_two_processes_compile_once(tmp_path: Path) -> None:
    (tmp_path / "toy_rules.py").write_text(textwrap.dedent(RULES))
    (tmp_path / "toy_table.py").write_text("WHICH = 1\n")
    both = [started(tmp_path) for _ in range(2)]
    counts = sorted(process.communicate()[0].strip() for process in both)
    assert counts == ["[False, True] 0 1", "[False, True] 1 0"]
