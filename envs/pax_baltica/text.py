"""stub"""
from typing import Any
def render(observation: Any, language: str) -> str:
    return ""
