"""The actions of Pax Baltica (section 7), and who sees that one was taken (section 6)."""

from __future__ import annotations

from legation.envs.engine import (
    AS_ASKED,
    OWNER_ONLY,
    PUBLIC,
    ActionSpace,
    Family,
    Parameter,
    Text,
)
from legation.envs.pax_baltica.record import BLOCK_AXIS, LOCATION_AXIS, TERRITORY_AXIS

_LOCATION = Parameter("location", LOCATION_AXIS)
_TERRITORY = Parameter("territory", TERRITORY_AXIS)
_BLOCK = Parameter("block", BLOCK_AXIS)

ACTIONS = ActionSpace(
    (
        # In the choice of a group an `end` is no more seen than the picks are.
        Family("end", Text("end", "закончить"), AS_ASKED("end_seen", "end_public")),
        Family("stand", Text("stand", "стоять"), PUBLIC),
        Family("declare", Text("declare a winter campaign", "объявить зимнюю кампанию"), PUBLIC),
        Family("politics", Text("politics", "политика"), PUBLIC),
        Family("pick_all", Text("take all", "взять всех"), OWNER_ONLY),
        Family("march", Text("march from {location}", "марш: {location}"), PUBLIC, (_LOCATION,)),
        Family("go", Text("go to {location}", "идти: {location}"), PUBLIC, (_LOCATION,)),
        Family("pick", Text("take {block}", "взять: {block}"), OWNER_ONLY, (_BLOCK,)),
        Family("build", Text("reinforce {block}", "пополнить: {block}"), PUBLIC,
               (Parameter("block", BLOCK_AXIS, hidden=True),)),
        Family("siege", Text("besiege {territory}", "осада: {territory}"), PUBLIC, (_TERRITORY,)),
        Family("scout", Text("scout {location}", "разведка: {location}"), PUBLIC, (_LOCATION,)),
        Family("battle", Text("battle at {location}", "бой: {location}"), PUBLIC, (_LOCATION,)),
        Family("release", Text("lift the garrison of {territory}", "снять гарнизон: {territory}"),
               PUBLIC, (_TERRITORY,)),
    )
)  # fmt: skip

END, STAND, DECLARE, POLITICS, PICK_ALL = (
    ACTIONS.offsets[name] for name in ("end", "stand", "declare", "politics", "pick_all")
)
FIRST_MARCH, FIRST_GO, FIRST_PICK = (ACTIONS.offsets[name] for name in ("march", "go", "pick"))
FIRST_BUILD, FIRST_SIEGE = ACTIONS.offsets["build"], ACTIONS.offsets["siege"]
FIRST_SCOUT, FIRST_BATTLE = ACTIONS.offsets["scout"], ACTIONS.offsets["battle"]
FIRST_RELEASE = ACTIONS.offsets["release"]
