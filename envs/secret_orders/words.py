"""The words of the position, in both languages."""

from __future__ import annotations

from legation.envs.engine import Text

TURN = Text("Turn {now} of {all}", "Ход {now} из {all}")
YOU = Text("you play {country}", "вы играете за: {country}")
OVER = Text("The game is over.", "Игра окончена.")
SCORES = Text("Scores", "Счёт")

POPULATION = Text("population, thousands", "население, тыс.")
AREA = Text("area, 1000 km²", "площадь, тыс. км²")
GROWTH = Text("growth, per mille", "прирост, ‰")
GNP = Text("national product", "валовой продукт")
TAX = Text("tax, %", "налог, %")
TREASURY = Text("treasury", "казна")
OPEN_TREASURY = Text("at the turn's start", "на начало хода")
ARMY = Text("army, thousands", "армия, тыс.")
TECHNOLOGY = Text("technology", "технология")
WORKS = Text("public works", "обществ. работы")
ORGANISATION = Text("organisation", "строй")
STYLE = Text("style of thought", "стиль мышления")
SOCIAL = Text("social system", "общество")
ECONOMIC = Text("economic system", "хозяйство")
RELIGIOUS = Text("religious system", "церковь")
TERRAIN = Text("terrain", "местность")
LANGUAGE = Text("language", "язык")
STATE_FAITH = Text("state faith: that of", "гос. вера: чья")
OVERLORD = Text("vassal of", "вассал")
REPORTED = Text("~ as last reported; ? unknown", "~ по последнему донесению; ? неизвестно")
NONE = Text("-", "-")
PARTIES = Text("in / party of, %", "где / чья партия, %")
FAITHS = Text("in / faith of, %", "где / чья вера, %")

UNITS = Text("Orders and leaders you know of:", "Известные вам ордена и руководители:")
LEADER = Text("{sphere}, influence {size}, age {age}", "{sphere}, влияние {size}, возраст {age}")
YOURS = Text("yours", "под вашим управлением")
RUN_BY = Text("run by {country}", "управляет: {country}")
NOBODY = Text("nobody at the table", "никто из игроков")
REACH = Text("reaches {countries}", "влияет: {countries}")
AURA = Text("aura {aura}", "престиж {aura}")
CATEGORIES = (
    Text("country", "страна"),
    Text("its host does not know of it", "втайне от хозяина страны"),
    Text("known to its host, not to all", "известность: хозяину страны, но не всем"),
    Text("known to all", "известность: всем"),
    Text("the host does not know of him or her", "втайне от хозяина страны"),
    Text("known to the host", "известность: хозяину страны"),
)
PROJECT = Text(
    "{what}: {turns} of {time} turn{s}, progress {progress}, difficulty {difficulty}",
    "{what}: ходов {turns} из {time}, успехи {progress}, сложность {difficulty}",
)
PROJECTS = (Text("research", "исследование"), Text("works", "работы"), Text("reform", "реформа"))

REPORTS = Text("Reports of the last turn:", "Донесения о прошлом ходе:")
UNDER_WAY = Text("under way, or not to be told", "продолжается, или неизвестно")
INCIDENT = Text("A bungled foreign plot was noticed.", "Замечен неудачный чужой заговор.")
MODES = (Text("secretly", "тайно"), Text("openly", "открыто"))
ENTERED = Text("Entered this turn: {count} of {most}.", "Записано действий: {count} из {most}.")
GOLD_LEFT = Text("Treasury: {gold}.", "Казна: {gold}.")
FINISHES = Text("to be finished", "с завершением")
TIME_NAMED = Text("time named: {time}", "назван срок: {time}")
JUDGED = Text(
    "You judge entry {number} of {count} of {country}:",
    "Вы судите действие {number} из {count} ({country}):",
)
COST = Text("cost {cost}", "цена {cost}")
NOW = Text("Now:", "Сейчас:")
A_TURN = Text("a turn", "за ход")
TIME_AND_DIFFICULTY = Text(
    "{time} turn{s}, difficulty {difficulty}", "ходов {time}, сложность {difficulty}"
)

FIGURES = Text("Otherwise than usual here:", "Здесь иначе, чем обычно:")
FIGURE = Text("{what}: {value} (usually {usual})", "{what}: {value} (обычно {usual})")
COST_OF = Text("{what}, cost", "{what}, цена")
DIFFICULTY_OF = Text("{what}, difficulty", "{what}, сложность")
WORKS_BRING = Text("brings {percent} % of the usual", "отдача {percent} % от обычной")
FIGURE_NAMES = {
    "tithe_percent": Text(
        "of a country's taxes, to the seat whose faith is its state faith, %",
        "от налогов страны тому, чья вера в ней государственная, %",
    ),
    "named_time_bonus": Text(
        "bonus for working longer than the time that one named (1 yes, 0 no)",
        "надбавка за работу дольше названного самим срока (1 да, 0 нет)",
    ),
    "war_area_percent": Text(
        "land taken in a war, % of the rules'", "взятая на войне земля, % от правил"
    ),
    "war_people_percent": Text(
        "of the people lost in a war, to the winner, %",
        "от потерянного на войне населения победителю, %",
    ),
    "war_gnp_percent": Text(
        "of the product lost in a war, to the winner, %",
        "от потерянного на войне продукта победителю, %",
    ),
    "reform_n": Text("turns that a reform takes", "ходов на реформу"),
    "reform_d": Text("difficulty of a reform", "сложность реформы"),
    "works_percent": Text(
        "product and growth that public works bring, %",
        "продукт и прирост от общественных работ, %",
    ),
    "empire_gain": Text(
        "first goal: score for twice the land, %", "первая цель: счёт за вдвое больше земли, %"
    ),
    "cult_w_leader": Text(
        "cult of personality: weight of the leader", "культ личности: вес руководителя"
    ),
    "cult_w_party": Text("cult of personality: weight of the party", "культ личности: вес партии"),
    "cult_w_faith": Text("cult of personality: weight of the faith", "культ личности: вес веры"),
    "cult_w_orders": Text("cult of personality: weight of orders", "культ личности: вес орденов"),
    "cult_floor": Text(
        "cult of personality: points that score 0", "культ личности: баллов для счёта 0"
    ),
    "cult_span": Text(
        "cult of personality: points beyond that for the full score",
        "культ личности: баллов сверх того для полного счёта",
    ),
}

YOUR_GOAL = Text("Your goal.", "Ваша цель.")
GOAL_OF = Text("The goal of {country}.", "Цель ({country}).")
GOALS = (
    Text("land, and the land of vassals", "земля, своя и вассалов"),
    Text(
        "an influential native leader, your party and faith, the orders at home",
        "влиятельный местный руководитель, ваша партия и вера, ордена у себя",
    ),
    Text(
        "no order or leader of others at home (one that you know of counts half); your own hidden "
        "ones abroad",
        "никакого чужого подполья у себя (известное вам считается вполовину); своё подполье за "
        "границей",
    ),
    Text("technology, national product, people", "технология, валовой продукт, население"),
)

SOCIETIES = Text("The societies", "Общества")
SOCIETY = Text("society", "общество")
SHARE = Text("share of the people, %", "доля народа, %")
STATE_FAITH_MARK = Text("state faith", "государственная вера")
PARTIES_OF = Text("parties", "партии")
FAITHS_OF = Text("faiths", "веры")
VASSAL_OF = Text("{country} is the vassal of {overlord}", "{country} — вассал: {overlord}")
AS_REPORTED = Text("{what} (~ as told)", "{what} (~ по донесениям)")
SCORE = Text("score, %", "счёт, %")
UNITS_OF = Text(
    "{country}: orders and leaders you know of", "{country}: известные вам ордена и руководители"
)
BRACKETS = Text(
    "In brackets at an action: what it costs; its net modifier, which is added to the roll; its "
    "chance of success (+1 or better). Where the target is still open: the least and the most. "
    "Of a strategic action: what a turn of work adds, how many turns it takes, its difficulty; a "
    "chance only where it is finished now.",
    "В скобках у действия: цена; итоговый модификатор, который прибавляется к броску; вероятность "
    "успеха (+1 или лучше). Пока цель не выбрана — наименьшее и наибольшее. У стратегического "
    "действия: прибавка за ход работы, срок, сложность; вероятность — только при завершении.",
)
WHOSE = Text("letter: who runs it", "буква: кто управляет")
