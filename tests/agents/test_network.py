"""The network: values in their seats, towers by seat, weights from the seed alone."""

from __future__ import annotations

import pytest
import torch

from legation.agents.network import NetworkShape, PolicyValueNetwork

SEATS, FEATURES, ACTIONS = 3, 10, 7


def rows(seats: list[int]) -> torch.Tensor:
    encoded = torch.randn(len(seats), FEATURES, generator=torch.Generator().manual_seed(1))
    encoded[:, :SEATS] = torch.eye(SEATS)[seats]
    return encoded


def read(network: PolicyValueNetwork, encoded: torch.Tensor) -> torch.Tensor:
    return torch.from_numpy(network.read(encoded.numpy()))


@pytest.mark.parametrize("seats", [[0, 1, 2, 1, 0], [2, 2, 2], [1]])
def test_each_row_goes_through_the_tower_of_its_seat(seats: list[int]) -> None:
    shape = NetworkShape(FEATURES, ACTIONS, SEATS, (16, 16), per_seat=True)
    network = PolicyValueNetwork(shape, seed=3)
    encoded = rows(seats)
    logits, values = network(encoded)
    for row, seat in enumerate(seats):
        expected = network.parts[seat](encoded[row : row + 1])
        torch.testing.assert_close(logits[row : row + 1], expected[0])
        torch.testing.assert_close(values[row : row + 1], expected[1])


def test_a_seats_rows_train_its_tower_alone() -> None:
    shape = NetworkShape(FEATURES, ACTIONS, SEATS, (16,), per_seat=True)
    network = PolicyValueNetwork(shape)
    network(rows([1, 1]))[0].sum().backward()
    trained = [any(p.grad is not None for p in t.parameters()) for t in network.parts]
    assert trained == [False, True, False]


def test_a_privileged_critic_reads_what_the_policy_does_not() -> None:
    shape = NetworkShape(FEATURES, ACTIONS, SEATS, (16,), critic="privileged")
    network = PolicyValueNetwork(shape)
    encoded, everything = rows([0, 1]), rows([0, 1]) + 1.0
    logits, values = network(encoded, everything)
    torch.testing.assert_close(logits, network.logits(encoded))
    assert not torch.allclose(values, network(encoded)[1])


def test_weights_depend_on_the_seed_alone() -> None:
    shape = NetworkShape(FEATURES, ACTIONS, SEATS, (16,))
    torch.manual_seed(1)
    one = PolicyValueNetwork(shape, seed=5)
    state = torch.get_rng_state()
    other = PolicyValueNetwork(shape, seed=5)
    assert torch.equal(torch.get_rng_state(), state)
    for a, b in zip(one.parameters(), other.parameters(), strict=True):
        assert torch.equal(a, b)


def test_a_turned_network_answers_every_seat_as_the_first_in_its_own_numbering() -> None:
    shape = NetworkShape(FEATURES, ACTIONS, SEATS, (16,), turned=True, split=(4, 5))
    network = PolicyValueNetwork(shape, seed=2)
    # Everything but the seats' own features moves on by one place for each seat.
    moving = torch.arange(SEATS, FEATURES)
    features = torch.stack(
        [torch.cat((torch.arange(SEATS), moving.roll(-seat))) for seat in range(SEATS)]
    )
    actions = torch.stack([torch.arange(ACTIONS).roll(-seat) for seat in range(SEATS)])
    network.turn(features, actions)
    first = rows([0])
    for value, part in ((1.0, 0), (-1.0, 1)):
        first[0, 4], first[0, 5] = value, 0.0
        assert network.part_of(read(network, first)).tolist() == [part]
        for seat in (1, 2):
            other = torch.zeros_like(first)
            other[0, features[seat]] = first[0]
            # A bias of the seat's own flag is all that may differ.
            other[0, :SEATS] = torch.eye(SEATS)[seat]
            assert network.part_of(read(network, other)).tolist() == [part]
            with torch.no_grad():
                weights = network.parts[part].tower.trunk[0].weight
                weights[:, :SEATS] = weights[:, :1]
            logits, values = network(read(network, first))
            turned, own = network(read(network, other))
            torch.testing.assert_close(turned[0, actions[seat]], logits[0])
            torch.testing.assert_close(own[0, seat], values[0, 0])
