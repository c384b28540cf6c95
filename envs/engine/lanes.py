"""Several features at once, as vector instructions.

Numba makes vector instructions of a loop where it can prove a good deal about it, with a test
before it and a scalar rest after it; of the short runs of an observation little remains but those.
Here a block of 16, 8 or 4 neighbours is one load, one calculation and one store, on any processor:
LLVM splits what is wider than its registers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numba
import numpy as np
from numba.core import cgutils, types
from numba.core.cgutils import ir
from numba.extending import intrinsic

Block = Callable[..., Any]
_LINE = 64  # bytes that a processor fetches at once


def scaled(lanes: int) -> Block:
    """`block(flat, slot, low, factor, out, first)`: features = (values - low) * factor."""

    def plain(flat: Any, slot: Any, low: Any, factor: Any, out: Any, first: Any) -> None:
        for i in range(lanes):
            out[first + i] = (np.float32(flat[slot + i]) - low) * factor

    @intrinsic
    def block(
        typing: Any, flat: Any, slot: Any, low: Any, factor: Any, out: Any, first: Any
    ) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            lane = _Lanes(context, builder, signature.args, arguments, lanes)
            lane.store(4, 5, lane.scaled(0, 1, 2, 3))
            return context.get_dummy_value()

        return types.void(flat, slot, low, factor, out, first), generate

    return plain if numba.config.DISABLE_JIT else cast(Block, block)


def scaled_where(lanes: int) -> Block:
    """`block(flat, slot, flag, low, factor, out, first)`: as `scaled`, where a flag is set.

    The flag of the first value is that in slot `flag`, that of the next one follows it; features
    whose flag is 0 stay as they are.
    """

    def plain(flat: Any, slot: Any, flag: Any, low: Any, factor: Any, out: Any, first: Any) -> None:
        for i in range(lanes):
            if flat[flag + i] != 0:
                out[first + i] = (np.float32(flat[slot + i]) - low) * factor

    @intrinsic
    def block(
        typing: Any, flat: Any, slot: Any, flag: Any, low: Any, factor: Any, out: Any, first: Any
    ) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            lane = _Lanes(context, builder, signature.args, arguments, lanes)
            flags = lane.load(0, 2)
            shown = builder.icmp_signed("!=", flags, ir.Constant(flags.type, None))
            features = builder.select(shown, lane.scaled(0, 1, 3, 4), lane.load(5, 6))
            lane.store(5, 6, features)
            return context.get_dummy_value()

        return types.void(flat, slot, flag, low, factor, out, first), generate

    return plain if numba.config.DISABLE_JIT else cast(Block, block)


def _plain_chosen(flat: Any, slot: Any, out: Any, first: Any) -> None:
    """For 4 neighbours, features 0..3 of each: 1 for the value it has, else 0."""
    for i in range(4):
        for value in range(4):
            out[first + 4 * i + value] = np.float32(flat[slot + i] == value)


def _plain_chosen_where(flat: Any, slot: Any, flag: Any, out: Any, first: Any) -> None:
    """As `chosen`, where a flag is set; features whose flag is 0 stay as they are."""
    for i in range(4):
        for value in range(4 if flat[flag + i] != 0 else 0):
            out[first + 4 * i + value] = np.float32(flat[slot + i] == value)


@intrinsic
def _chosen(typing: Any, flat: Any, slot: Any, out: Any, first: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        four = _Lanes(context, builder, signature.args, arguments, 4)
        sixteen = _Lanes(context, builder, signature.args, arguments, 16)
        sixteen.store(2, 3, four.chosen(0, 1))
        return context.get_dummy_value()

    return types.void(flat, slot, out, first), generate


@intrinsic
def _chosen_where(typing: Any, flat: Any, slot: Any, flag: Any, out: Any, first: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        four = _Lanes(context, builder, signature.args, arguments, 4)
        sixteen = _Lanes(context, builder, signature.args, arguments, 16)
        flags = four.each_four_times(four.load(0, 2))
        shown = builder.icmp_signed("!=", flags, ir.Constant(flags.type, None))
        sixteen.store(3, 4, builder.select(shown, four.chosen(0, 1), sixteen.load(3, 4)))
        return context.get_dummy_value()

    return types.void(flat, slot, flag, out, first), generate


chosen: Block = _plain_chosen if numba.config.DISABLE_JIT else _chosen
chosen_where: Block = _plain_chosen_where if numba.config.DISABLE_JIT else _chosen_where


class _Lanes:
    """Vectors of neighbours in arrays; arrays, indices and numbers go by their argument's place."""

    def __init__(self, context: Any, builder: Any, kinds: Any, arguments: Any, lanes: int) -> None:
        self._context, self._builder = context, builder
        self._kinds, self._arguments, self._lanes = kinds, arguments, lanes

    def _pointer(self, array: int, index: int) -> Any:
        builder, kind = self._builder, self._kinds[array]
        made = self._context.make_array(kind)(self._context, builder, self._arguments[array])
        at = self._context.cast(builder, self._arguments[index], self._kinds[index], types.uintp)
        one = self._context.get_data_type(kind.dtype)
        vector = ir.VectorType(one, self._lanes).as_pointer()
        return builder.bitcast(builder.gep(made.data, [at]), vector)

    def load(self, array: int, index: int) -> Any:
        loaded = self._builder.load(self._pointer(array, index))
        loaded.align = self._kinds[array].dtype.bitwidth // 8
        return loaded

    def store(self, array: int, index: int, values: Any) -> None:
        stored = self._builder.store(values, self._pointer(array, index))
        stored.align = self._kinds[array].dtype.bitwidth // 8

    def _spread(self, argument: int) -> Any:
        """A number in every lane."""
        builder, number = self._builder, self._arguments[argument]
        kind = ir.VectorType(number.type, self._lanes)
        one = builder.insert_element(ir.Constant(kind, ir.Undefined), number, ir.IntType(32)(0))
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), self._lanes), None)
        return builder.shuffle_vector(one, one, zeros)

    def scaled(self, flat: int, slot: int, low: int, factor: int) -> Any:
        builder = self._builder
        kind = ir.VectorType(ir.FloatType(), self._lanes)
        numbers = builder.sitofp(self.load(flat, slot), kind)
        return builder.fmul(builder.fsub(numbers, self._spread(low)), self._spread(factor))

    def each_four_times(self, values: Any) -> Any:
        places = ir.VectorType(ir.IntType(32), 16)
        return self._builder.shuffle_vector(
            values, values, ir.Constant(places, [lane // 4 for lane in range(16)])
        )

    def chosen(self, flat: int, slot: int) -> Any:
        builder, values = self._builder, self.each_four_times(self.load(flat, slot))
        right = ir.Constant(values.type, [lane % 4 for lane in range(16)])
        kind = ir.VectorType(ir.FloatType(), 16)
        ones, zeros = ir.Constant(kind, [1.0] * 16), ir.Constant(kind, None)
        return builder.select(builder.icmp_signed("==", values, right), ones, zeros)


def _plain_fetch(flat: Any, row: Any) -> None:
    """Plain Python has no say in what the processor fetches."""


@intrinsic
def _fetch(typing: Any, flat: Any, row: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.args[0]
        made = context.make_array(kind)(context, builder, arguments[0])
        at = context.cast(builder, arguments[1], signature.args[1], types.intp)
        size = builder.extract_value(made.strides, 0)
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        begin = builder.gep(builder.bitcast(made.data, byte), [builder.mul(at, size)])
        shape = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        fetch = builder.module.declare_intrinsic("llvm.prefetch", [byte], shape)
        with cgutils.for_range_slice(
            builder, size.type(0), size, size.type(_LINE), intp=size.type
        ) as (offset, _):
            # To be read, into the second cache (a record may fill the first one), data.
            builder.call(fetch, [builder.gep(begin, [offset]), number(0), number(2), number(1)])
        return context.get_dummy_value()

    return types.void(flat, row), generate


# `fetch(flat, row)`: says that a row of numbers will soon be read.
fetch: Block = _plain_fetch if numba.config.DISABLE_JIT else _fetch
