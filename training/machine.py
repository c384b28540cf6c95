"""Settings of the process that make training fast on a CPU, measured in benchmarks/."""

from __future__ import annotations

import ctypes
import sys
from functools import cache

import torch

from legation.training.config import TrainConfig

_M_TRIM_THRESHOLD = -1
_M_MMAP_THRESHOLD = -3


def prepare_process(config: TrainConfig) -> None:
    """Threads and precision as configured, and an allocator that keeps its pages."""
    # The threads of training share out decisions, see `optimise`; a product has one.
    torch.set_num_threads(1)
    torch.set_float32_matmul_precision(config.matmul_precision)
    _keep_freed_pages()


@cache
def _keep_freed_pages() -> None:
    # Activations of some megabytes are allocated and freed thousands of times; by default glibc
    # returns each to the kernel, which costs as much as the arithmetic.
    if not sys.platform.startswith("linux"):
        return
    try:
        mallopt = ctypes.CDLL("libc.so.6").mallopt
    except (OSError, AttributeError):  # another C library
        return
    mallopt(_M_MMAP_THRESHOLD, 1 << 30)
    mallopt(_M_TRIM_THRESHOLD, 2**31 - 1)
