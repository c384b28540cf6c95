"""Agents: what acts on observations. torch is imported only when a snapshot is loaded."""

from legation.agents.base import Agent, CompiledAgent
from legation.agents.load import load
from legation.agents.uniform import uniform_agent

__all__ = ["Agent", "CompiledAgent", "load", "uniform_agent"]
