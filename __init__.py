"""Legation: AI opponents for board games of diplomacy and influence."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("legation")
except PackageNotFoundError:  # imported from a checkout that was never installed
    __version__ = "0+unknown"

__all__ = ["__version__"]
