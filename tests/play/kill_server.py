"""`python -m tests.play.kill_server DATABASE PORT`: a server of toys, to be killed by its test."""

from __future__ import annotations

import sys

import uvicorn

from legation.envs import GAMES
from legation.play.web.app import ServerConfig, create_app
from legation.play.web.security import Limits
from tests.toys import kuhn, whisper


def main(database: str, port: int) -> None:
    GAMES.update({"kuhn2": kuhn.__name__, "whisper": whisper.__name__})
    config = ServerConfig(database, warm=False, limits=Limits(writes=0), games=tuple(GAMES))
    uvicorn.run(create_app(config), host="127.0.0.1", port=port, log_level="error")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
