"""The package list; all other metadata is in pyproject.toml.

The repository root is the package `legation`, so `envs/` installs as `legation.envs`. setuptools
can't find packages under such a mapping by itself, and a list written by hand would make a new
game touch this file.
"""

from setuptools import find_packages, setup

TOP_LEVEL = ("envs", "agents", "training", "evaluation", "play", "cli")

found = find_packages(include=[pattern for top in TOP_LEVEL for pattern in (top, f"{top}.*")])
setup(
    packages=["legation", *(f"legation.{name}" for name in found)],
    script_name="setup.py",  # build front ends hide the name, and this file would be packaged too
)
