"""Every vector of the rules' section 9, as it stands there."""

from __future__ import annotations

from typing import Any

import pytest

from legation.tests.interbellum.vectors import VectorRun, load_vectors

VECTORS = load_vectors()


def test_all_vectors_are_there() -> None:
    assert list(VECTORS) == [f"V{n:02}" for n in range(1, 64)]


@pytest.mark.parametrize("vector", VECTORS.values(), ids=lambda v: f"{v['id']} {v['title']}")
def test_vector(vector: dict[str, Any]) -> None:
    run = VectorRun(vector)
    run.run()
    found = run.outcome()
    for name, expected in vector["expect"].items():
        if name in run.regions:
            for key, value in expected.items():
                assert found[name][key] == value, (name, key)
        elif name == "in_pool":
            assert set(expected) <= set(found["in_pool"])
        else:
            assert found[name] == expected, name
