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
from numba.core import types
from numba.core.cgutils import ir
from numba.extending import intrinsic

Block = Callable[..., Any]
LINE = 64  # bytes that a processor fetches at once


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


def scaled_where(lanes: int, times: int = 1) -> Block:
    """`block(flat, slot, flag, low, factor, out, first)`: as `scaled`, where flags are set.

    The first of the `lanes` flags, that in slot `flag`, shows the first `times` values, the next
    one those that follow, and so on; features whose flag is 0 stay as they are.
    """

    def plain(flat: Any, slot: Any, flag: Any, low: Any, factor: Any, out: Any, first: Any) -> None:
        for i in range(lanes * times):
            if flat[flag + i // times] != 0:
                out[first + i] = (np.float32(flat[slot + i]) - low) * factor

    @intrinsic
    def block(
        typing: Any, flat: Any, slot: Any, flag: Any, low: Any, factor: Any, out: Any, first: Any
    ) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            lane = _Lanes(context, builder, signature.args, arguments, lanes)
            flags = lane.load(0, 2)
            shown = builder.icmp_signed("!=", flags, ir.Constant(flags.type, None))
            for part in range(0, lanes * times, lanes):
                each = ir.Constant(
                    ir.VectorType(ir.IntType(32), lanes),
                    [(part + i) // times for i in range(lanes)],
                )
                old = lane.load(5, 6, part)
                own = builder.shuffle_vector(shown, shown, each)
                features = builder.select(own, lane.scaled(0, 1, 3, 4, part), old)
                lane.store(5, 6, features, part)
            return context.get_dummy_value()

        return types.void(flat, slot, flag, low, factor, out, first), generate

    return plain if numba.config.DISABLE_JIT else cast(Block, block)


def filled(lanes: int) -> Block:
    """`block(out, first)`: features = 1."""

    def plain(out: Any, first: Any) -> None:
        out[first : first + lanes] = 1.0

    @intrinsic
    def block(typing: Any, out: Any, first: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            lane = _Lanes(context, builder, signature.args, arguments, lanes)
            lane.store(0, 1, ir.Constant(ir.VectorType(ir.FloatType(), lanes), [1.0] * lanes))
            return context.get_dummy_value()

        return types.void(out, first), generate

    return plain if numba.config.DISABLE_JIT else cast(Block, block)


def picked(lanes: int) -> Block:
    """`block(flat, slot, count, out, first)`: 1 for the value that each neighbour has.

    The features of each are `count`; a value that is none of 0 .. count - 1 writes a 0 to the
    first.
    """

    def plain(flat: Any, slot: Any, count: Any, out: Any, first: Any) -> None:
        for i in range(lanes):
            value = flat[slot + i]
            real = 0 <= value < count
            out[first + i * count + (value if real else 0)] = np.float32(real)

    @intrinsic
    def block(typing: Any, flat: Any, slot: Any, count: Any, out: Any, first: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            lane = _Lanes(context, builder, signature.args, arguments, lanes)
            lane.pick(0, 1, None, 2, 3, 4)
            return context.get_dummy_value()

        return types.void(flat, slot, count, out, first), generate

    return plain if numba.config.DISABLE_JIT else cast(Block, block)


def picked_where(lanes: int) -> Block:
    """`block(flat, slot, flag, count, out, first)`: as `picked`; also 0 where a flag is not set.

    The flag of the first value is that in slot `flag`, that of the next one follows it.
    """

    def plain(flat: Any, slot: Any, flag: Any, count: Any, out: Any, first: Any) -> None:
        for i in range(lanes):
            value = flat[slot + i]
            real = 0 <= value < count and flat[flag + i] != 0
            out[first + i * count + (value if real else 0)] = np.float32(real)

    @intrinsic
    def block(
        typing: Any, flat: Any, slot: Any, flag: Any, count: Any, out: Any, first: Any
    ) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            lane = _Lanes(context, builder, signature.args, arguments, lanes)
            lane.pick(0, 1, 2, 3, 4, 5)
            return context.get_dummy_value()

        return types.void(flat, slot, flag, count, out, first), generate

    return plain if numba.config.DISABLE_JIT else cast(Block, block)


def matching(count: int) -> Block:
    """`bits(values, wanted)`: bit i is set where the value number i of `count` is `wanted`.

    `values` is an array of the record, of 16 to 63 numbers, however many axes it has.
    """
    begins = (*range(0, count - 16, 16), count - 16)

    def plain(values: Any, wanted: Any) -> Any:
        # A number of NumPy's: Python's own takes the width of what it is shifted by.
        return np.int64(sum(1 << i for i, value in enumerate(values.flat) if value == wanted))

    @intrinsic
    def bits(typing: Any, values: Any, wanted: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            lane = _Lanes(context, builder, signature.args, arguments, 16)
            element = context.get_data_type(signature.args[0].dtype)
            number = context.cast(builder, arguments[1], signature.args[1], signature.args[0].dtype)
            kind = ir.VectorType(element, 16)
            one = builder.insert_element(ir.Constant(kind, ir.Undefined), number, ir.IntType(32)(0))
            zeros = ir.Constant(ir.VectorType(ir.IntType(32), 16), None)
            right = builder.shuffle_vector(one, one, zeros)
            found = ir.IntType(64)(0)
            for begin in begins:
                same = builder.icmp_signed("==", lane.load(0, None, begin), right)
                some = builder.zext(builder.bitcast(same, ir.IntType(16)), ir.IntType(64))
                found = builder.or_(found, builder.shl(some, ir.IntType(64)(begin)))
            return found

        return types.int64(values, wanted), generate

    bits.py_func = plain  # what `PlainRules` calls
    return plain if numba.config.DISABLE_JIT else cast(Block, bits)


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

    def _pointer(self, array: int, index: int | None, further: int) -> Any:
        builder, kind = self._builder, self._kinds[array]
        made = self._context.make_array(kind)(self._context, builder, self._arguments[array])
        if index is None:
            at = self._context.get_constant(types.uintp, 0)
        else:
            given = self._arguments[index], self._kinds[index]
            at = self._context.cast(builder, *given, types.uintp)
        if further:
            at = builder.add(at, at.type(further))
        one = self._context.get_data_type(kind.dtype)
        vector = ir.VectorType(one, self._lanes).as_pointer()
        return builder.bitcast(builder.gep(made.data, [at]), vector)

    def _align(self, array: int) -> int:
        return getattr(self._kinds[array].dtype, "bitwidth", 8) // 8

    def load(self, array: int, index: int | None, further: int = 0) -> Any:
        loaded = self._builder.load(self._pointer(array, index, further))
        loaded.align = self._align(array)
        return loaded

    def store(self, array: int, index: int, values: Any, further: int = 0) -> None:
        stored = self._builder.store(values, self._pointer(array, index, further))
        stored.align = self._align(array)

    def _spread(self, argument: int) -> Any:
        """A number in every lane."""
        builder, number = self._builder, self._arguments[argument]
        kind = ir.VectorType(number.type, self._lanes)
        one = builder.insert_element(ir.Constant(kind, ir.Undefined), number, ir.IntType(32)(0))
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), self._lanes), None)
        return builder.shuffle_vector(one, one, zeros)

    def scaled(self, flat: int, slot: int, low: int, factor: int, further: int = 0) -> Any:
        builder = self._builder
        kind = ir.VectorType(ir.FloatType(), self._lanes)
        numbers = builder.sitofp(self.load(flat, slot, further), kind)
        return builder.fmul(builder.fsub(numbers, self._spread(low)), self._spread(factor))

    def pick(
        self, flat: int, slot: int, flag: int | None, count: int, out: int, first: int
    ) -> None:
        builder, kind = self._builder, ir.VectorType(ir.IntType(32), self._lanes)
        values = self.load(flat, slot)
        if values.type != kind:
            values = builder.sext(values, kind)
        counts = self._spread_index(count)
        real = builder.icmp_unsigned("<", values, counts)  # a value below 0 is a large one
        if flag is not None:
            flags = self.load(flat, flag)
            shown = builder.icmp_signed("!=", flags, ir.Constant(flags.type, None))
            real = builder.and_(real, shown)
        begins = builder.mul(counts, ir.Constant(kind, list(range(self._lanes))))
        places = builder.add(begins, builder.select(real, values, ir.Constant(kind, None)))
        features = builder.uitofp(real, ir.VectorType(ir.FloatType(), self._lanes))
        given = self._kinds[out]
        made = self._context.make_array(given)(self._context, builder, self._arguments[out])
        at = self._context.cast(builder, self._arguments[first], self._kinds[first], types.uintp)
        begin = builder.gep(made.data, [at])
        for lane in range(self._lanes):
            number = ir.IntType(32)(lane)
            place = builder.zext(builder.extract_element(places, number), at.type)
            builder.store(builder.extract_element(features, number), builder.gep(begin, [place]))

    def _spread_index(self, argument: int) -> Any:
        """An index in every lane, in 32 bits."""
        builder, lanes = self._builder, self._lanes
        number = self._context.cast(
            builder, self._arguments[argument], self._kinds[argument], types.uint32
        )
        kind = ir.VectorType(number.type, lanes)
        one = builder.insert_element(ir.Constant(kind, ir.Undefined), number, ir.IntType(32)(0))
        return builder.shuffle_vector(one, one, ir.Constant(kind, None))

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


def _plain_legal_16(mask: Any, at: Any) -> int:
    """Bits of 16 flags of a mask, the first of them in the lowest."""
    return sum(1 << i for i in range(16) if mask[at + i])


@intrinsic
def _legal_16(typing: Any, mask: Any, at: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        flags = _Lanes(context, builder, signature.args, arguments, 16).load(0, 1)
        bits = builder.icmp_signed("!=", flags, ir.Constant(flags.type, None))
        return builder.zext(builder.bitcast(bits, ir.IntType(16)), ir.IntType(64))

    return types.int64(mask, at), generate


legal_16: Block = _plain_legal_16 if numba.config.DISABLE_JIT else _legal_16


def _plain_fetch(flat: Any, row: Any, first: Any) -> None:
    """Plain Python has no say in what the processor fetches."""


@intrinsic
def _fetch(typing: Any, flat: Any, row: Any, first: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.args[0]
        made = context.make_array(kind)(context, builder, arguments[0])
        at = context.cast(builder, arguments[1], signature.args[1], types.intp)
        slot = context.cast(builder, arguments[2], signature.args[2], types.intp)
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        size = builder.extract_value(made.strides, 0)
        begin = builder.gep(builder.bitcast(made.data, byte), [builder.mul(at, size)])
        begin = builder.gep(builder.bitcast(begin, made.data.type), [slot])
        shape = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        fetch = builder.module.declare_intrinsic("llvm.prefetch", [byte], shape)
        # To be read, into the second cache (a record may fill the first one), data.
        where = builder.bitcast(begin, byte)
        builder.call(fetch, [where, number(0), number(2), number(1)])
        return context.get_dummy_value()

    return types.void(flat, row, first), generate


# `fetch(flat, row, slot)`: says that the numbers about there will soon be read.
fetch: Block = _plain_fetch if numba.config.DISABLE_JIT else _fetch
