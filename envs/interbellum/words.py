"""Actions in words, with what they are about: "send Neurath to Poland" for "region: Poland"."""

from __future__ import annotations

from legation.envs.engine import Observation, Text
from legation.envs.interbellum import names
from legation.envs.interbellum.actions import (
    ATTACK_TARGET,
    ATTACK_YEAR,
    BALANCE_POWER,
    BALANCE_REGION,
    CHOOSE_TOP,
    CIANO_AMOUNT,
    CIANO_POWER,
    COUP_IN,
    COUP_OUT,
    DECLARE,
    DEPLOY,
    EMBASSY,
    FREE_AMB,
    GM,
    HALIFAX,
    HUGENBERG_AMOUNT,
    HUGENBERG_REGION,
    LEGER,
    LITTLE_ENTENTE,
    LITVINOV,
    NO_KIND,
    ORDER,
    PICK,
    POINT,
    REPLACEMENT,
    RULING_DIR,
    RULING_REGION,
    RUNCIMAN_POWER,
    RUNCIMAN_REGION,
    SINCLAIR,
    SWAP_IN,
    SWAP_OUT,
    TWARDOWSKI,
    VANSITTART,
    VOTE,
)
from legation.envs.interbellum.components import COMPONENTS, GER, SOV

# By kind of decision and family of the action. In braces: `who`, `where`, `whom` are what the
# question is about (ambassador, region, power); the others are of the action.
_UNIT = Text(
    "{who} in {where}: 1 unit of {taken} becomes one of {power}",
    "{who}, {where}: 1 единица ({taken}) переходит к державе: {power}",
)
_NO_USE = Text("{who} in {where}: do nothing", "{who}, {where}: ничего не делать")
PHRASES: dict[int, dict[str, Text]] = {
    SWAP_OUT: {
        "pass": Text("no more exchanges", "больше не обменивать"),
        "ambassador": Text("exchange {ambassador}", "обменять: {ambassador}"),
    },
    SWAP_IN: {
        "ambassador": Text("exchange {who} for {ambassador}", "обмен: {who} на {ambassador}"),
    },
    PICK: {"ambassador": Text("recruit {ambassador}", "набрать: {ambassador}")},
    FREE_AMB: {
        "ambassador": Text(
            "send {ambassador} on purpose, the others by lot",
            "по выбору едет {ambassador}, остальные по жребию",
        ),
    },
    DEPLOY: {
        "pass": Text("keep {who} in reserve", "{who}: в резерв"),
        "region": Text("send {who} to {region}", "{who} → {region}"),
    },
    EMBASSY: {
        "use": Text(
            "{who} in {where}: try to open an embassy in place of the roll",
            "{who}, {where}: вместо броска попытаться открыть посольство",
        ),
        "pass": Text("{who} in {where}: roll", "{who}, {where}: бросок"),
    },
    LITTLE_ENTENTE: {
        "use": Text(
            "{who} in {where}: Little Entente, 1 French unit for roll and ability",
            "{who}, {where}: Малая Антанта, 1 влияние Франции вместо броска и свойства",
        ),
        "pass": Text("{who} in {where}: no Little Entente", "{who}, {where}: без Малой Антанты"),
    },
    LEGER: {
        "pass": Text("Léger cancels nobody", "Леже никого не отменяет"),
        "ambassador": Text(
            "Léger in {where} cancels {ambassador}", "Леже, {where}: отменить: {ambassador}"
        ),
    },
    TWARDOWSKI: {
        "pass": Text("Twardowski lets all stay", "Твардовски никого не смещает"),
        "ambassador": Text(
            "Twardowski in {where}: {ambassador} must be replaced",
            "Твардовски, {where}: сместить: {ambassador}",
        ),
    },
    REPLACEMENT: {
        "ambassador": Text(
            "{ambassador} takes the place of {who} in {where}",
            "{where}: {ambassador} сменяет посла {who}",
        ),
    },
    SINCLAIR: {
        "pass": Text("Sinclair leaves {where} as it is", "Синклер ничего не меняет: {where}"),
        "up": Text("Sinclair: significance of {where} +1", "Синклер: значимость +1: {where}"),
        "down": Text("Sinclair: significance of {where} −1", "Синклер: значимость −1: {where}"),
    },
    LITVINOV: {"pass": _NO_USE, "power": _UNIT},
    VANSITTART: {"pass": _NO_USE, "power": _UNIT},
    HALIFAX: {"pass": _NO_USE, "power": _UNIT},
    RUNCIMAN_REGION: {
        "pass": _NO_USE,
        "region": Text("Runciman exchanges a unit with {region}", "Ренсимен: обмен с: {region}"),
    },
    RUNCIMAN_POWER: {
        "power": Text(
            "Runciman gets a unit of {power} from {where}", "Ренсимен: единица {power}, {where}"
        ),
    },
    BALANCE_REGION: {
        "pass": Text("Balance of power: nothing", "Баланс сил: ничего"),
        "region": Text("Balance of power: 1 unit in {region}", "Баланс сил: 1 единица, {region}"),
    },
    BALANCE_POWER: {
        "power": Text(
            "Balance of power: {power} loses 1 in {where}", "Баланс сил: {power} −1, {where}"
        ),
    },
    COUP_OUT: {
        "pass": Text("no coup", "без переворота"),
        "ambassador": Text("coup: replace {ambassador}", "переворот: сменить: {ambassador}"),
    },
    COUP_IN: {
        "ambassador": Text("coup: {ambassador} for {who}", "переворот: {ambassador} вместо: {who}"),
    },
    HUGENBERG_REGION: {
        "pass": _NO_USE,
        "region": Text("Hugenberg moves influence to {region}", "Гугенберг: влияние → {region}"),
    },
    HUGENBERG_AMOUNT: {
        "amount": Text("Hugenberg moves {amount} to {where}", "Гугенберг: {amount} → {where}"),
    },
    CIANO_POWER: {
        "pass": _NO_USE,
        "power": Text("Ciano sells influence to {power}", "Чиано: влияние за золото: {power}"),
    },
    CIANO_AMOUNT: {
        "amount": Text(
            "Ciano: {amount} Italian, twice as many to {whom}, {amount} gold",
            "Чиано: {amount} своих, вдвое больше получит {whom}, золото {amount}",
        ),
    },
    ORDER: {
        "pass": Text("{who} in {where}: roll", "{who}, {where}: бросок"),
        "use": Text(
            "{who} in {where}: the ability in place of the roll",
            "{who}, {where}: свойство вместо броска",
        ),
        "power": Text(
            "{who} in {where}: the ability in place of the roll, with {power}",
            "{who}, {where}: свойство вместо броска, держава: {power}",
        ),
    },
    GM: {
        "gm": Text("{who} in {where}: modifier {modifier}", "{who}, {where}: {modifier}"),
    },
    RULING_REGION: {
        "pass": Text("no ruling", "без решения"),
        "region": Text("ruling on {region}", "решение о регионе: {region}"),
    },
    RULING_DIR: {
        "up": Text("significance of {where} +1", "значимость +1: {where}"),
        "down": Text("significance of {where} −1", "значимость −1: {where}"),
    },
    POINT: {
        "power": Text("destroy 1 of {power} in {where}", "уничтожить 1: {power}, {where}"),
        "own": Text("place 1 in {where}", "поставить 1: {where}"),
    },
    CHOOSE_TOP: {
        "power": Text("{power} has the points in {where}", "очки получит {power}: {where}"),
    },
    DECLARE: {
        "pass": Text("seek no ally", "не искать союзника"),
        "power": Text("seek {power} as an ally", "искать союза: {power}"),
    },
    ATTACK_TARGET: {"power": Text("attack {power}", "напасть: {power}")},
    ATTACK_YEAR: {"amount": Text("attack in {year}", "напасть в {year} году")},
    VOTE: {"power": Text("vote for {power}", "голос за: {power}")},
}
_ATTACK_EVE = COMPONENTS.first_year + 5  # the first year of an attack is the next one


def phrase(observation: Observation, action: int, language: str) -> str:
    """The action in words; as its family says it, where the viewer does not see the question."""
    record, game = observation.record, observation.game
    kind = int(record["kind"])
    described = game.describe(action)
    templates = PHRASES.get(kind, {})
    family = described.family
    _, places = game.actions.positions(action)
    place = places[0] if places else -1
    if kind == POINT and place == int(record["acting"]):
        family = "own"
    if family not in templates:
        return game.label(action, language)
    words = {
        "who": _about(record["about_amb"], names.ambassador, language),
        "where": _about(
            record["about_region"], lambda i, spoken: names.region(observation, i, spoken), language
        ),
        "whom": _about(record["about_power"], names.power, language),
        "taken": names.power(SOV if kind == HALIFAX else GER, language),
    }
    if family == "ambassador":
        words["ambassador"] = names.ambassador(place, language)
    elif family in ("power", "own"):
        words["power"] = names.power(place, language)
    elif family == "region":
        words["region"] = names.region(observation, place, language)
    elif family == "amount":
        words["amount"] = str(place + 1)
        words["year"] = str(_ATTACK_EVE + place + 1)
    elif family == "gm":
        words["modifier"] = names.signed(place - 1)
    return templates[family].in_language(language).format(**words)


def _about(index: object, name: object, language: str) -> str:
    number = int(index)  # type: ignore[call-overload]
    return name(number, language) if number >= 0 else ""  # type: ignore[operator]


__all__ = ["NO_KIND", "PHRASES", "phrase"]
