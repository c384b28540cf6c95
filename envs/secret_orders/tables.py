"""The components as constants of the compiled rules. Axes: T action types, V variants, B bands."""

from __future__ import annotations

import numpy as np

from legation.envs.secret_orders.components import (
    ACTION_FORMS,
    ACTION_KEYS,
    CATEGORIES,
    DOMAINS,
    FIGURES,
    MOST_PUBLIC,
    TECHNOLOGIES,
)
from legation.envs.secret_orders.scenarios import COMPONENTS, NATIVE_LEADERS, NATIVE_ORDERS

TYPES = len(ACTION_KEYS)
(RALLY, TRAIN, BOLSTER, SPY, HUNT, STRIKE, FOUND, PREACH, AGITATE, DECREE, ECONOMY, MUSTER, WAR,
 RESEARCH, WORKS, REFORM) = range(TYPES)  # fmt: skip
SECRET, PUBLIC_MODE = range(2)
MODES = 2
FAITH, POLITICS, TRADE, LORE, SHADOW = range(1, DOMAINS)
WAR_DOMAIN = 0
COUNTRY, ORDER, LEADER = range(3)
PROJECTS = 3  # RESEARCH, WORKS, REFORM
assert (NATIVE_ORDERS, NATIVE_LEADERS, TECHNOLOGIES) == (3, 2, 11)

# Enumerations with an effect in the rules (clause 2.3).
FOREST, MOUNTAINS, ISLANDS, MARSH, STEPPE = range(1, 6)
CLANS, ESTATES, CITIZENS, COMMUNES = range(4)
SUBSISTENCE, MANORIAL, MARKET, COMMAND = range(4)
FOLK_CULTS, MONASTIC, HIERARCHY, TOLERANT = range(4)
ANARCHY = 5
EMPIRE, CULT, TRUTH, FUTURE = range(4)
CLANDESTINE_ORDER, PARTIAL_ORDER, OPEN_ORDER, CLANDESTINE_LEADER, OTHER_LEADER = range(1, 6)
LODGE, POLITICAL = 5, 1  # what a founded order and leader are

ENACT_STATE_FAITH, END_STATE_FAITH, FIRST_ORGANISATION, ALLEGIANCE = 0, 1, 2, 8
DECREES = 9
RAISE_TAX, LOWER_TAX, ENTERPRISE = range(3)
MEASURES = 3
# Reforms: style, social, economic, religious organisation.
FIRST_SOCIAL, FIRST_ECONOMIC, FIRST_RELIGIOUS, REFORMS = 17, 21, 25, 29

_actions = COMPONENTS.actions
TYPE_DOMAIN = np.array([a.domain for a in _actions], dtype=np.int64)
STRATEGIC = np.array([a.strategic for a in _actions], dtype=np.int64)
KIND_ALLOWED = np.array([[k in a.kinds for k in "COL"] for a in _actions], dtype=np.int64)
MODE_ALLOWED = np.array([[m in a.modes for m in "SP"] for a in _actions], dtype=np.int64)
HOME_ONLY = np.array([ACTION_FORMS[a.key][0] == "home" for a in _actions], dtype=np.int64)

# --- the bands (clause 5) --------------------------------------------------------------------

EFFECTS = (
    "aura", "mastery", "refund", "gold", "size", "influence", "reach", "setback", "report",
    "reveal_margin", "goal", "controllers", "controller", "network", "incident", "expose",
    "controllers_margin", "found_loss", "turn_native", "kill", "gnp_pm", "army_pct", "new_size",
    "new_influence", "new_shadow", "least", "install", "temp_gain", "temp_least", "temp_loss",
    "loss", "uninstall", "enact", "share", "local_party", "tax", "party", "own_gnp_pm", "pop_pct",
    "army", "growth", "own_army_pct", "area_pct", "foe_army_pct", "foe_growth", "vassal",
    "lost_area_pct", "plunder_pct", "tech", "army_up_pct", "works", "style_lost",
)  # fmt: skip
(AURA, MASTERY, REFUND, GOLD, SIZE, INFLUENCE, REACH, SETBACK, REPORT, REVEAL_MARGIN, GOAL,
 CONTROLLERS, CONTROLLER, NETWORK, INCIDENT, EXPOSE, CONTROLLERS_MARGIN, FOUND_LOSS, TURN_NATIVE,
 KILL, GNP_PM, ARMY_PCT, NEW_SIZE, NEW_INFLUENCE, NEW_SHADOW, LEAST, INSTALL, TEMP_GAIN,
 TEMP_LEAST, TEMP_LOSS, LOSS, UNINSTALL, ENACT, SHARE, LOCAL_PARTY, TAX, PARTY, OWN_GNP_PM,
 POP_PCT, ARMY, GROWTH, OWN_ARMY_PCT, AREA_PCT, FOE_ARMY_PCT, FOE_GROWTH, VASSAL, LOST_AREA_PCT,
 PLUNDER_PCT, TECH, ARMY_UP_PCT, WORKS_LEVELS, STYLE_LOST) = range(len(EFFECTS))  # fmt: skip
EXPOSE_TARGET, EXPOSE_ALL = 1, 2
NOT_THERE = -99  # a margin that the band does not name
DESTROYED = 9  # losses of so much leave nothing

# Variants: the types' own tables, then SPY on a unit, raise tax, lower tax, raid.
VARIANTS = TYPES + 4
SPY_UNIT, RAISING, LOWERING, RAID = range(TYPES, VARIANTS)
# [V, B, effect]
BAND = np.zeros((VARIANTS, 9, len(EFFECTS)), dtype=np.int64)
BAND[:, :, REVEAL_MARGIN] = NOT_THERE
BAND[:, :, CONTROLLERS_MARGIN] = NOT_THERE
_tables = [(a.key, "effect") for a in _actions]
_tables += [("spy", "unit"), ("economy", "raise_tax"), ("economy", "lower_tax"), ("war", "raid")]
for _variant, (_key, _table) in enumerate(_tables):
    for _band, _row in enumerate(_actions[ACTION_KEYS.index(_key)].effects[_table]):
        for _effect, _number in _row.items():
            BAND[_variant, _band, EFFECTS.index(_effect)] = _number
BAND_LOWER = np.array(COMPONENTS.band_lower, dtype=np.int64)

# --- focus (clause 4.4) ----------------------------------------------------------------------

# [mode, category, n - 1, place in the entry]; most [mode, category]; [mode, category, n - 1]
FOCUS = np.zeros((MODES, len(CATEGORIES), MOST_PUBLIC, MOST_PUBLIC), dtype=np.int64)
EXPOSURE_PERCENT = np.zeros((MODES, len(CATEGORIES), MOST_PUBLIC), dtype=np.int64)
EXPOSURE_EFFECT = np.zeros((MODES, len(CATEGORIES), MOST_PUBLIC), dtype=np.int64)
MOST = np.array([COMPONENTS.most_secret, COMPONENTS.most_public], dtype=np.int64)
for _mode, _rows in enumerate((COMPONENTS.focus_secret, COMPONENTS.focus_public)):
    for _category, _focus in enumerate(_rows):
        for _n, _cell in enumerate(_focus.mods):
            FOCUS[_mode, _category, _n, : len(_cell)] = _cell
            EXPOSURE_PERCENT[_mode, _category, _n] = _focus.exposure[_n][0]
            EXPOSURE_EFFECT[_mode, _category, _n] = _focus.exposure[_n][1]
HOST_LEARNS, ONE_LEARNS, ALL_LEARN = 1, 2, 3

# --- figures ---------------------------------------------------------------------------------

(F_TITHE, F_NAMED_BONUS, F_WAR_AREA, F_WAR_PEOPLE, F_WAR_GNP, F_REFORM_N, F_REFORM_D,
 F_WORKS, F_EMPIRE_GAIN, F_CULT_LEADER, F_CULT_PARTY, F_CULT_FAITH, F_CULT_ORDERS, F_CULT_FLOOR,
 F_CULT_SPAN) = range(len(FIGURES))  # fmt: skip

_limits = COMPONENTS.limits
POP_MIN, AREA_MIN, GNP_MIN = (_limits[f"{k}_min"] for k in ("pop", "area", "gnp"))
# The rules set no upper bound; the record needs one, far above what can be reached.
POP_MAX = GNP_MAX = 1_000_000
GROWTH_MIN, GROWTH_MAX = _limits["growth_min"], _limits["growth_max"]
GOLD_MIN, GOLD_MAX = _limits["gold_min"], _limits["gold_max"]
TAX_MAX, TAX_STEP = _limits["tax_max"], _limits["tax_step"]
WORKS_MAX, TECH_MAX = _limits["works_max"], _limits["tech_max"]
SIZE_MAX, INFLUENCE_MAX = _limits["size_max"], _limits["influence_max"]
MASTERY_MAX, AURA_MAX = _limits["mastery_max"], _limits["aura_max"]
ARMY_POP_DIVISOR = _limits["army_pop_divisor"]
ARMY_MAX = POP_MAX // ARMY_POP_DIVISOR

_modifiers = COMPONENTS.modifiers
COUNTRY_SCALE = _modifiers["country_scale"]
SAME_LANGUAGE = _modifiers["foreign_same_language"]
OTHER_LANGUAGE = _modifiers["foreign_other_language"]
GRIP_HIGH, GRIP_LOW = _modifiers["grip_high"], _modifiers["grip_low"]
SYMPATHY_PARTY = _modifiers["sympathy_party"]
STYLE_PLUS = np.array([style.plus for style in COMPONENTS.styles], dtype=np.int64)
STYLE_MINUS = np.array([style.minus for style in COMPONENTS.styles], dtype=np.int64)
ORGANISATION_DOMAIN = np.array(COMPONENTS.organisation_domain, dtype=np.int64)
DENSITY = np.array(COMPONENTS.density, dtype=np.int64)

_upkeep = COMPONENTS.upkeep
GROWTH_BASE, GROWTH_STEP = _upkeep["growth_base"], _upkeep["growth_step_max"]
SUBSISTENCE_GROWTH = _upkeep["subsistence_growth"]
GNP_TECH, GNP_TAX, GNP_PIVOT = (_upkeep[f"gnp_{k}"] for k in ("tech_pm", "tax_pm", "tax_pivot"))
CITIZENS_GNP = _upkeep["citizens_gnp_pm"]
ARMY_UPKEEP, ORDER_UPKEEP = _upkeep["army_upkeep"], _upkeep["order_upkeep"]
TRIBUTE_PERCENT, ANARCHY_PERCENT = _upkeep["tribute_percent"], _upkeep["anarchy_tax_percent"]
TAX_FREE, COMMAND_TAX_FREE = _upkeep["tax_free"], _upkeep["command_tax_free"]
UNREST_DIV = _upkeep["tax_unrest_div"]
DEBT_GNP, DEBT_PARTY, DEBT_ARMY = (
    _upkeep["debt_gnp_pm"], _upkeep["debt_party"], _upkeep["debt_army_pct"],
)  # fmt: skip
DEATH_AGE, DEATH_PERCENT = _upkeep["death_age"], _upkeep["death_percent_per_year"]
SUCCESSOR_AGE = _upkeep["successor_age"]
SUCCESSOR_INFLUENCE = _upkeep["successor_influence"]
AGE_MAX = 200

_dealt = COMPONENTS.clandestine
DEALT_SIZE, DEALT_INFLUENCE, DEALT_AGE, COMPENSATION = (
    _dealt.numbers[k] for k in ("order_size", "leader_influence", "leader_age", "compensation")
)
DEALT_MASTERY = np.array([_dealt.order_mastery, _dealt.leader_mastery], dtype=np.int64)
SUCCESSOR_MASTERY = np.array(_dealt.successors, dtype=np.int64)

_extras = {a.key: a.extras for a in _actions}
SPY_UNIT_DIFFICULTY = _extras["spy"]["unit_difficulty"]
STRIKE_HOME = _extras["strike"]["home_bonus"]
ALLEGIANCE_DIFFICULTY = _extras["decree"]["allegiance_difficulty"]
SUPPORT_DIV, SUPPORT_OFFSET, SUPPORT_MIN, SUPPORT_MAX = (
    _extras["decree"][f"support_{k}"] for k in ("div", "offset", "min", "max")
)
RAISE_DIFFICULTY = _extras["economy"]["raise_tax_difficulty"]
LOWER_DIFFICULTY = _extras["economy"]["lower_tax_difficulty"]
NOT_NEIGHBOUR, RATIO_LOW = _extras["war"]["not_neighbour"], _extras["war"]["ratio_low"]
RATIO_PERCENT = np.array(COMPONENTS.war_percent, dtype=np.int64)
RATIO_MODIFIER = np.array(COMPONENTS.war_modifier, dtype=np.int64)
RESEARCH_N, RESEARCH_N_DIV, RESEARCH_D_DIV, CATCH_UP = (
    _extras["research"][k] for k in ("n_base", "n_div", "d_div", "catch_up")
)
WORKS_N, WORKS_N_DIV, WORKS_D = (_extras["works"][k] for k in ("n_base", "n_div", "d_base"))

_strategic = COMPONENTS.strategic
TIME_NUM = np.array(_strategic["ratio_num"], dtype=np.int64)
TIME_DEN = np.array(_strategic["ratio_den"], dtype=np.int64)
TIME_MODIFIER = np.array(_strategic["modifier"], dtype=np.int64)
NORM, MOST_NAMED, N_MIN, N_MAX = (_strategic[k][0] for k in ("norm", "max_named", "n_min", "n_max"))

_goals = COMPONENTS.goals
TEMPO_TURNS, TEMPO_MIN, TEMPO_MAX = COMPONENTS.tempo
EMPIRE_START = _goals["empire_start"]
HIDDEN_DIV, PURGE_DIV, ABROAD_BASE, ABROAD_PER_COUNTRY = (
    _goals[f"truth_{k}"] for k in ("hidden_div", "purge_div", "abroad_base", "abroad_per_country")
)
WEIGHT_TECH, WEIGHT_GNP, WEIGHT_POP, TECH_SPAN, GNP_SPAN, POP_SPAN = (
    _goals[f"future_{k}"] for k in ("w_tech", "w_gnp", "w_pop", "tech_span", "gnp_span", "pop_span")
)
