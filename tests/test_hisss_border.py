"""The border of the compiled module of Hisss: whatever comes from Python is refused or taken, no
crash.

What could write where it should not runs in a process of its own, so that a crash is a failure of
one test.
"""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from processes import printed_by

from serpentes.core import load

CORE: Any = load("hisss")
STANDARD = (6,) * 6 + (0,) * 9 + (1,) * 14
NOTHING = (0,) * 29
EVEN = ((0, 0), (0, 0))
MEMO = 1 << 20

SNAKES = ((0, 0, 1, 1), (1, 2, -1, 2), (2, 2, -1, 2), (3, 6, -1, 1), (4, 0, -1, 1))
SOME = (1, 1, *(0,) * 26, 1)  # ro, oy, T:*

# Every function with its parameters, and arguments that it takes.
CALLS: dict[str, dict[str, Any]] = {
    "moves": {"snakes": SNAKES, "card": 0, "optional": False},
    "playouts": {
        "snakes": SNAKES, "deck": SOME, "scores": EVEN, "player": 1, "card": 3,
        "optional": False, "games": 2, "seed": 1,
    },
    "Values": {"players": 2, "optional": False, "memo_bytes": MEMO},
    "begin": {"snakes": SNAKES, "deck": SOME, "scores": EVEN, "player": 1, "card": 3},
    "begin open": {
        "snakes": SNAKES, "deck": None, "scores": EVEN, "player": 0, "card": -1, "order": (0, 28),
    },
}  # fmt: skip
ARGUMENTS = [(function, parameter) for function, names in CALLS.items() for parameter in names]
FAULTS = (TypeError, ValueError)
HUGE = (1 << 31, 1 << 63, 1 << 64, 1 << 200)


def call(function: str, **changed: Any) -> Any:
    """Call a function, some of its arguments changed."""
    arguments = {**CALLS[function], **changed}
    if not function.startswith("begin"):
        return getattr(CORE, function)(**arguments)
    values = CORE.Values(2, False, MEMO)
    values.begin(**arguments)
    while values.advance(map):
        pass
    return values.values


@pytest.mark.parametrize("function", CALLS)
def test_the_arguments_changed_below_are_taken(function: str) -> None:
    call(function)


@pytest.mark.parametrize(("function", "parameter"), ARGUMENTS)
def test_arguments_of_other_types(function: str, parameter: str) -> None:
    wrong: list[Any] = [None, "1", b"1", 1.0, 0.5, float("nan"), [1], 1j, object(), int, {1: 2}]
    for value in wrong:
        if (function, parameter, value) in (
            ("begin open", "deck", None),
            ("begin open", "order", [1]),
        ):
            continue
        with pytest.raises(FAULTS) as error:
            call(function, **{parameter: value})
        assert len(str(error.value).splitlines()) == 1


NUMBERS_TAKEN = {
    "card": (-1, 28), "player": (0, 1), "games": (1, (1 << 32) - 1), "seed": (0, (1 << 64) - 1),
    "players": (2, 5), "memo_bytes": (1 << 20, 1 << 40),
}  # fmt: skip


@pytest.mark.parametrize(("function", "parameter"), [a for a in ARGUMENTS if a[1] in NUMBERS_TAKEN])
def test_integers_out_of_range(function: str, parameter: str) -> None:
    low, high = NUMBERS_TAKEN[parameter]
    if function == "moves":
        low = 0
    for value in (low - 1, -(1 << 200), high + 1, *(n for n in HUGE if n > high)):
        with pytest.raises(ValueError, match=parameter[:4]):
            call(function, **{parameter: value})


WRONG_SNAKES: list[Any] = [
    (5, 0, -1, 1), (-1, 0, -1, 1), (0, 6, 6, 2), (0, -1, 1, 2), (0, 2, 1, 2), (0, 1, 1, 1),
    (0, 0, 1, 0), (0, 0, 1, 256), (0, 0, 1, -1), (0, 0, 1, 1 << 70), (0, 0, 6, 2), (0, 0, -1, 2),
    (1, 6, -1, 2), (1, 0, -1, 1), (1, 0, 0, 2), (2, 0, -1, 1), (2, 7, -1, 3), (1, 0, -1, 256),
    (3, 7, -1, 1), (3, -1, -1, 1), (3, 0, -1, 2), (3, 0, 0, 1), (4, 0, -1, 0), (4, 7, -1, 1),
    (), (0, 0, 1), (0, 0, 1, 1, 1), [0, 0, 1, 1], "0011", None, 5, (0, 0, 1, 1.0), (0, None, 1, 1),
    ("0", 0, 1, 1), (0, 0, 1, "1"),
]  # fmt: skip


@pytest.mark.parametrize("function", [f for f in CALLS if "snakes" in CALLS[f]])
def test_snakes_that_are_none(function: str) -> None:
    for snake in WRONG_SNAKES:
        with pytest.raises(FAULTS) as error:
            call(function, snakes=(snake,))
        assert len(str(error.value).splitlines()) == 1
    with pytest.raises(ValueError, match="ascending"):
        call(function, snakes=SNAKES[::-1])
    for snakes in (((0, 0, 1, 1),) * 256, ((3, 0, -1, 1),) * 300, ((0, 0, 1, 255),) * 2):
        with pytest.raises(ValueError, match="at most 255 cards"):
            call(function, snakes=snakes)


@pytest.mark.parametrize("function", ["playouts", "begin"])
def test_decks_that_are_none(function: str) -> None:
    for deck in (NOTHING[:-1], (*NOTHING, 0), (), (1 << 70, *NOTHING[1:]), (-1, *NOTHING[1:])):
        with pytest.raises(ValueError, match="deck"):
            call(function, deck=deck)
    for deck in ((1.0, *NOTHING[1:]), ("1", *NOTHING[1:]), (None, *NOTHING[1:])):
        with pytest.raises(TypeError, match="deck"):
            call(function, deck=deck)
    with pytest.raises(ValueError, match="at most 255 cards"):
        call(function, deck=(255, *NOTHING[1:]))
    call(function, deck=list(SOME))


def test_orders_that_are_none() -> None:
    for order in ((29,), (-1,), (0, 1 << 70), (0,) * 256):
        with pytest.raises(ValueError, match="order"):
            call("begin open", order=order)
    for order in ((None,), ("ro",), (0.0,)):
        with pytest.raises(TypeError, match="order"):
            call("begin open", order=order)
    with pytest.raises(ValueError, match="at most 255 cards"):
        call("begin open", order=(0,) * 250)
    for deck, order in ((SOME, (0,)), (None, None)):
        with pytest.raises(TypeError, match="counts, or None and an order"):
            call("begin open", deck=deck, order=order)
    call("begin open", order=[])


@pytest.mark.parametrize("function", ["playouts", "begin"])
def test_scores_that_are_none(function: str) -> None:
    wrong: list[Any] = [
        (), ((0, 0),), ((0, 0),) * 6, ((0, 0), (3, 0)), ((0, 0), (0, 3)), ((0, 0), (2, 2)),
        ((0, 0), (4, 3)), ((0, 0), (3, 4)), ((0, 0), (256, 3)), ((0, 0), (-3, 3)),
        ((0, 0), (3, 3), (1 << 70, 3)), ((252, 3), (3, 3)),
    ]  # fmt: skip
    for scores in wrong:
        with pytest.raises(ValueError):
            call(function, scores=scores, player=0)
    for scores in (((0, 0), (3,)), ((0, 0), [3, 3]), ((0, 0), 3), ((0, 0), (3.0, 3)), "00"):
        with pytest.raises(TypeError):
            call(function, scores=scores, player=0)
    with pytest.raises(ValueError, match="player"):
        call(function, player=2)
    if function == "begin":
        with pytest.raises(ValueError, match="2 players, got 3"):
            call(function, scores=(*EVEN, (0, 0)))


def test_decks_that_are_too_large() -> None:
    for deck in (STANDARD, (1,) * 21 + (0,) * 8, (20,) * 29):
        with pytest.raises(ValueError, match=r"deck: expected (a smaller one|at most 255)"):
            call("begin", deck=deck)
    values = CORE.Values(2, False, MEMO)
    with pytest.raises(ValueError, match="a smaller one"):
        values.begin(SNAKES, STANDARD, EVEN, 0)
    with pytest.raises(RuntimeError, match="begin"):
        values.advance(map)
    # Many cards of few kinds have few orders.
    values.begin((), (60, *NOTHING[1:]), EVEN, 0)
    while values.advance(map):
        pass
    assert values.values == (Fraction(1, 2), Fraction(1, 2))


def test_the_largest_tables() -> None:
    lone = ((3, 6, -1, 1),) * 254
    assert len(CORE.moves(lone, 0, True)) == 3
    with pytest.raises(ValueError):
        CORE.moves((*lone, lone[0]), 0, True)
    assert CORE.playouts(lone, (1, *NOTHING[1:]), EVEN, 0, -1, True, 50, 1)[4] == 50
    # As many different snakes that a card fits as can be.
    ends = [(0, a, b, length) for length in range(1, 8) for a in range(2) for b in range(a, 6)]
    heads = [(kind, a, -1, length) for length in range(2, 8) for kind in (1, 2) for a in (0, 1)]
    lone_cards = [(kind, a, -1, 1) for kind in (3, 4) for a in (0, 1, 6)]
    fitting = [s for s in (*ends, *heads, *lone_cards) if s[3] > 1 or s[1] != s[2]]
    fitting.sort(key=lambda snake: snake[3])
    table = []
    while sum(length for *_, length in table) + fitting[0][3] < 255:
        table.append(fitting.pop(0))
    snakes = tuple(sorted(table))
    moves = CORE.moves(snakes, 0, True)
    assert 1500 < len(moves) < 8192
    assert len({laying[:2] for laying in moves}) == len(moves)
    assert CORE.playouts(snakes, NOTHING, EVEN, 0, 0, True, 20, 1)[3] == 20
    for players in (2, 3):
        values = CORE.Values(players, True, MEMO)
        values.begin(snakes, NOTHING, ((0, 0),) * players, 0, 0)
        while values.advance(map):
            pass
        assert len(values.layings) == len(moves)


def test_the_longest_open_deck() -> None:
    rng = random.Random(8)
    order = [rng.choice([0, 0, 0, 1]) for _ in range(254)]
    values = CORE.Values(2, False, MEMO)
    values.begin(((0, 0, 1, 1),), None, EVEN, 0, -1, order)
    while values.advance(map):
        pass
    assert values.values == (Fraction(1, 2), Fraction(1, 2))


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_random_arguments(data: st.DataObject) -> None:
    """Whatever is taken is played, and everything else is refused."""
    number = st.integers(-1, 7)
    snake = st.tuples(st.integers(0, 4), number, number, st.integers(1, 4))
    snakes = tuple(sorted(data.draw(st.lists(snake, max_size=5))))
    order = data.draw(st.lists(st.integers(0, 28), max_size=5))
    counts = tuple(order.count(kind) for kind in range(29))
    deck = counts if data.draw(st.booleans()) else None
    score = st.tuples(st.integers(0, 9), st.integers(0, 9))
    scores = tuple(data.draw(st.lists(score, min_size=2, max_size=5)))
    player, card = data.draw(st.integers(0, 4)), data.draw(st.integers(-1, 28))
    values = CORE.Values(len(scores), data.draw(st.booleans()), MEMO)
    try:
        values.begin(snakes, deck, scores, player, card, order if deck is None else None)
    except ValueError as error:
        assert len(str(error).splitlines()) == 1
        return
    while values.advance(map):
        pass
    assert sum(values.values) == 1
    if card >= 0:
        assert len(values.layings) >= 1
    assert sum(CORE.playouts(snakes, counts, scores, player, card, True, 3, 1)[0]) >= 0


# --- Order of calls, threads, interruptions ------------------------------------------


def test_values_that_are_not_known_yet() -> None:
    values = CORE.Values(2, False, MEMO)
    steps: list[Callable[[], Any]] = [
        lambda: values.values, lambda: values.layings, lambda: values.advance(map),
    ]  # fmt: skip
    for step in (steps[0], steps[2]):
        with pytest.raises(RuntimeError):
            step()
    assert values.layings == []
    assert (values.done, values.total, values.nodes) == (0, 0, 0)
    values.begin(SNAKES, SOME, EVEN, 0, 3)
    for step in steps[:2]:
        with pytest.raises(RuntimeError):
            step()
    assert values.done == 0 < values.total
    while values.advance(map):
        pass
    assert values.advance(map) is False
    with pytest.raises(ValueError):
        values.begin(SNAKES, SOME, EVEN, 0, 29)
    assert sum(values.values) == 1  # the position before is still there


def test_nothing_of_the_core_is_pickled_or_copied() -> None:
    values = CORE.Values(2, False, MEMO)
    for make_another in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            make_another(values)


LARGE = (
    "import random, signal, threading, time",
    "from concurrent.futures import ThreadPoolExecutor",
    "core = load('hisss')",
    "deck = [2, 2, 2, 2, 2, 2] + [0] * 9 + [1, 1, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0]",
    "def large():",
    "    values = core.Values(2, False, 1 << 24)",
    "    values.begin(((0, 0, 1, 1), (1, 2, -1, 2)), deck, ((0, 0), (0, 0)), 0, 3)",
    "    return values",
)


def in_a_process(*lines: str) -> list[str]:
    """Return the words that a program prints which can call `large()`."""
    return printed_by(*LARGE, *lines).split()


@pytest.mark.parametrize(
    "run",
    [
        "lambda step, tasks: []",
        "lambda step, tasks: map(step, list(tasks)[1:])",
        "lambda step, tasks: map(step, [*tasks, tasks[0]])",
        "lambda step, tasks: map(step, [99])",
        "lambda step, tasks: map(step, [-1])",
        "lambda step, tasks: map(step, ['a'])",
        "lambda step, tasks: [step.step(32)]",
        "lambda step, tasks: [values.advance(map)]",
        "lambda step, tasks: [values.begin((), deck, ((0, 0), (0, 0)), 0)]",
    ],
)
def test_a_run_that_does_not_do_each_task_once_is_found_out(run: str) -> None:
    said = in_a_process(
        "values = large()",
        f"said(lambda: values.advance({run}))",
        "said(lambda: values.advance(map))",
    )
    assert said == ["RuntimeError", "True"]


def test_tasks_that_are_kept_for_later_do_nothing_then() -> None:
    said = in_a_process(
        "values, kept = large(), []",
        "def run(step, tasks):",
        "    kept.extend((step.step, task) for task in tasks)",
        "    return map(step, tasks)",
        "values.advance(run)",
        "for step, task in kept: said(lambda: step(task))",
        "for task in (0, 31, 32, -1): said(lambda: values._work(task))",
    )
    assert set(said) == {"RuntimeError"}
    assert len(said) == 36


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interruption(threads: int) -> None:
    """It ends the work at once, also of other threads, and the work can go on after it."""
    said = in_a_process(
        "values = large()",
        f"pool = ThreadPoolExecutor({threads})",
        f"run = pool.map if {threads} > 1 else map",
        # A process that is started in the background has Ctrl-C switched off.
        "signal.signal(signal.SIGINT, signal.default_int_handler)",
        "main = threading.main_thread().ident",
        "timer = threading.Timer(1.0, lambda: signal.pthread_kill(main, signal.SIGINT))",
        "timer.start()",
        "try:",
        "    while values.advance(run): pass",
        "    print('done')",
        "except KeyboardInterrupt: print('interrupted')",
        "begin = time.monotonic()",
        "while True:",
        "    try: values.advance(run); break",
        "    except RuntimeError: time.sleep(0.01)",
        "print(time.monotonic() - begin < 60, values.done <= values.total)",
    )
    assert said == ["interrupted", "True", "True"]


def test_two_threads_cannot_use_one_object() -> None:
    said = in_a_process(
        "values = large()",
        "thread = threading.Thread(target=lambda: values.advance(None))",
        "thread.start()",
        "answers = set()",
        "while thread.is_alive():",
        "    again = lambda: values.begin((), deck, ((0, 0),) * 2, 0)",
        "    for step in (lambda: values.advance(None), again):",
        "        try: step(); answers.add('taken')",
        "        except RuntimeError: answers.add('refused')",
        "    time.sleep(0.001)",
        "thread.join()",
        "print('refused' in answers, values.total >= 0)",
    )
    assert said == ["True", "True"]
