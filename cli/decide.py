"""`legation decide`: moves for other people's programs, over stdin and stdout."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Annotated

from tyro.conf import arg


@dataclass(frozen=True)
class Decide:
    """Answer requests of the bot protocol: a line of JSON in, a line of JSON out.

    A request says what a seat sees, the answer says what it should do; docs/bot-protocol.md
    describes both. `legation serve` offers the same over HTTP. Ends with the input.

    Examples:
      legation decide < requests.jsonl > answers.jsonl
      legation decide --warm embassies
    """

    warm: Annotated[
        str | None, arg(metavar="GAME", help="load this game's agents before the first request")
    ] = None

    def run(self) -> int:
        from legation.envs import load_game
        from legation.play.bots import BotPool
        from legation.play.protocol.decider import Decider
        from legation.play.protocol.stdio import answer_lines

        pool = BotPool()
        decider = Decider(pool)
        try:
            if self.warm is not None:
                pool.start([load_game(self.warm)])
            answer_lines(decider, sys.stdin.buffer, sys.stdout)
        finally:
            pool.close()
            decider.close()
        return 0
