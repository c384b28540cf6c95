"""What the terminal says, in both languages."""

from __future__ import annotations

from legation.envs.engine import Text

YOU = Text("you", "вы")
YOU_PLAY = Text("You play {seat}.", "Вы играете за: {seat}.")
OTHERS = Text("The others: {names}.", "Остальные: {names}.")
SINCE = Text("Since your last decision:", "После вашего прошлого решения:")
ONLY_CHOICE = Text("the only choice", "других вариантов не было")
CHOOSE = Text(
    "A number, or a few letters (help, undo, advice, save, quit)> ",
    "Номер или несколько букв (помощь, назад, совет, сохранить, выход)> ",
)
NOTHING = Text(
    "Nothing legal fits {given!r}; an empty line shows what does.",
    "Нет допустимого действия для {given!r}; пустая строка покажет все.",
)
SEVERAL = Text("Several fit {given!r}:", "Подходит несколько ({given!r}):")
CHOSEN = Text("You: {label}", "Вы: {label}")
HELP = Text(
    "Type the number of an action, or the beginnings of words in it, such as the first letters of "
    "a place and an amount; where one action fits, it is taken. An empty line shows everything "
    "again. What figures in brackets behind an action mean, the position says. Besides: undo takes "
    "your last choice back, as far as nothing was revealed; advice says what the strongest agent "
    "would do; save FILE stores the game, secrets included, for --resume; quit leaves it.",
    "Введите номер действия или начала слов из него, например первые буквы места и число; если "
    "подходит одно действие, оно будет выполнено. Пустая строка покажет всё снова. Что значат "
    "числа в скобках у действия, сказано в описании позиции. Ещё: «назад» отменяет последнее "
    "решение, пока ничего не раскрыто; «совет» говорит, что сделал бы сильнейший агент; "
    "«сохранить ФАЙЛ» сохраняет игру, со всем тайным, для --resume; «выход» завершает.",
)
LEFT = Text("You left the game; it is not over.", "Вы вышли; игра не окончена.")
INPUT_ENDED = Text("The input ended before the game did.", "Ввод закончился раньше, чем игра.")
OVER = Text("The game is over.", "Игра окончена.")
WON = Text("You win.", "Вы победили.")
SHARED = Text("You share the win with {names}.", "Вы делите победу с: {names}.")
LOST = Text("You lose. Won by: {names}.", "Вы проиграли. Победа: {names}.")
WINNER = Text("Won by: {names}.", "Победа: {names}.")
RETURN = Text("Return", "Награда")
NOT_OVER = Text(
    "The record ends here; the game is not over.", "Запись кончается; игра не окончена."
)
SPECTATOR = Text("As a spectator saw it:", "Как видел зритель:")
AS_SEAT = Text("As {seat} saw it:", "Как видело место: {seat}:")
EVERYTHING = Text("Everything, secrets included:", "Всё, включая тайное:")
NEXT = Text("Enter: next> ", "Enter: дальше> ")
UNDONE = Text("Taken back: {label}", "Взято назад: {label}")
NO_UNDO = Text("Nothing can be taken back now.", "Сейчас ничего нельзя взять назад.")
SAVE_WHERE = Text("Save where? Write: save FILE", "Куда? Напишите: сохранить ФАЙЛ")
SAVED = Text(
    "Saved in {path}; go on with: legation play {game} --resume {path}",
    "Сохранено в {path}; продолжить: legation play {game} --resume {path}",
)
EXISTS = Text(
    "{path} exists already: choose another name.", "{path} уже есть: выберите другое имя."
)
RESUMED = Text("The stored game goes on.", "Сохранённая игра продолжается.")
ADVICE = Text("{agent} would:", "{agent} выбрал бы:")
WIN_PLAYED = Text(
    "It gives you about {share:.0%} of the win; games played on for that: {played}.",
    "Он оценивает вашу долю победы примерно в {share:.0%}; для этого доиграно партий: {played}.",
)
WIN = Text("It gives you {share:.0%} of the win.", "Он оценивает вашу долю победы в {share:.0%}.")
