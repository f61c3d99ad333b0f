"""Positions of Serpent Master as Python sees them: notation, starts, rotations, drawings."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import partial
from xml.etree import ElementTree

import master_games
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from reading import one_line_or
from reference import master as plain

import serpentes as sp
from serpentes.games import base, drawable, registry
from serpentes.games.master import Deck, Position, parse, start

GAME = "6x6 hands=15,14,8/15,14,8 blocked=c3 moves=15@a1N,14@f1N"


def fast(position: plain.Position) -> Position:
    """Return a position of the twin as the library has it."""
    return parse(str(position), Deck(position.deck))


positions = st.builds(lambda game: fast(game[-1][-1]), master_games.games)
tasks = st.builds(fast, master_games.tasks)


# Figures of the rules


@pytest.mark.parametrize(
    ("card", "figures"),
    [
        (15, (48, 60, 72)), (14, (36, 44, 52)), (12, (40, 52, 64)), (11, (32, 40, 48)),
        (8, (32, 44, 56)), (5, (28, 36, 44)), (3, (24, 36, 48)), (1, (16, 20, 24)),
    ],
)  # fmt: skip
def test_first_placements_on_empty_boards(card: int, figures: tuple[int, int, int]) -> None:
    for side, figure in zip((6, 7, 8), figures, strict=True):
        assert len(parse(f"{side}x{side} hand={card}").placements(1, card)) == figure
        game = parse(f"{side}x{side} hands=15,14/13,12")
        assert len(game.placements(player=2, card=card)) == figure


@pytest.mark.parametrize(
    ("task", "regular", "challenging"),
    [
        ("3x3 hand=15,14", 12, 8),
        ("3x3 hand=15,14,13", 40, 8),
        ("4x4 hand=15,14,13,12", 208, 8),
        ("4x4 hand=15,14,13,12,11", 312, 0),
        ("5x5 hand=15,14,13,12,11,10", 8712, 20),
        ("5x5 hand=15,14,13,12,11,10 start=a1", 558, 1),
    ],
)
def test_perft_to_the_last_card_counts_solutions(task: str, regular: int, challenging: int) -> None:
    cards = len(parse(task).hands[0])
    assert parse(task).perft(cards) == regular
    assert parse(f"{task} mode=challenging").perft(cards) == challenging
    assert parse(task).perft(cards + 1) == 0


# Notation


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("7x7 hand=15,14,8 mode=regular blocked=c3,d4 start=c1",
         "7x7 hand=15,14,8 blocked=c3,d4 start=c1"),
        ("3x8 hand=8,15", "3x8 hand=15,8"),
        ("5x5 hand=15 start=a1 blocked=d4,b1,c3 mode=challenging",
         "5x5 hand=15 mode=challenging blocked=b1,c3,d4 start=a1"),
        ("5x5 start=c3 moves=15N hand=15", "5x5 hand=15 start=c3 moves=15N"),
        ("5x5 hand=14,15 moves=15@a1N;14E", "5x5 hand=15,14 moves=15@a1N;14E"),
        (GAME, GAME),
        ("6x6 hands=8,14/15,3/2,1/1,2", "6x6 hands=14,8/15,3/2,1/2,1"),
        (" 3x3 hand=15\n", "3x3 hand=15"),
    ],
)  # fmt: skip
def test_texts_and_what_they_are_written_as(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical
    assert parse(canonical) == parse(text)


NOT_READ = [
    ("", "size '' cannot be read; expected WIDTHxHEIGHT, 3x3 to 8x8"),
    ("1x9 hand=15", "size 1x9 is out of range; expected 3x3 to 8x8"),
    ("9x9 hand=15", "size 9x9 is out of range"),
    ("7 hand=15", "size '7' cannot be read"),
    ("hand=15 7x7", "size 'hand=15' cannot be read"),
    ("7x7", "position has neither hand= nor hands=; expected one of them, such as 7x7 hand=15"),
    ("7x7 blocked=c3", "position has neither hand= nor hands="),
    ("7x7  hand=15", "field '' cannot be read; expected NAME=VALUE, fields separated by single"),
    ("7x7,hand=15", "size '7x7,hand=15' cannot be read"),
    ("07x7 hand=15", "size '07x7' cannot be read"),
    ("7x07 hand=15", "size '7x07' cannot be read"),
    ("0x7 hand=15", "size 0x7 is out of range"),
    ("7x7 hand:15", "field 'hand:15' cannot be read; expected NAME=VALUE"),
    ("7x7 hand=15\thands=14/14", "field 'hand=15\\thands=14/14' cannot be read"),
    ("7x7 hand=15 hand=14", "field hand is there more than once; expected it once"),
    ("7x7 hand=15 hands=15/15", "position has both hand= and hands=; expected one of them"),
    ("7x7 HAND=15", "field 'HAND' is unknown; expected one of: hand, hands, mode, blocked, start"),
    ("7x7 hand=15 colour=red", "field 'colour' is unknown"),
    ("7x7 hand=", "hand '' cannot be read; expected numbers of cards, separated by commas"),
    ("7x7 hand=15,", "hand '15,' cannot be read"),
    ("7x7 hand=15;14", "hand '15;14' cannot be read"),
    ("7x7 hand=15/14", "hand '15/14' cannot be read"),
    ("7x7 hand=015", "hand '015' cannot be read"),
    ("7x7 hand=-1", "hand '-1' cannot be read"),
    ("7x7 hand=١٥", "cannot be read; expected numbers of cards"),
    ("7x7 hand=" + "9" * 3000, "cannot be read; expected numbers of cards"),
    ("7x7 hand=16", "card 16 is not in the deck; expected one of: 15, 14, 13"),
    ("7x7 hand=15,14,15", "card 15 is twice in a hand; expected each card once"),
    (
        "7x7 hand=" + ",".join(map(str, range(1, 17))),
        "hand has 16 cards; expected 1 to 15, as many",
    ),
    ("7x7 hand=15 mode=easy", "mode is 'easy'; expected one of: regular, challenging"),
    ("7x7 hand=15 mode=", "mode is ''; expected one of: regular, challenging"),
    ("7x7 hand=15 blocked=", "blocked: '' is no cell of a board of 7x7; expected a1 to g7"),
    ("7x7 hand=15 blocked=h1", "blocked: 'h1' is no cell of a board of 7x7"),
    ("7x7 hand=15 blocked=a0", "blocked: 'a0' is no cell"),
    ("7x7 hand=15 blocked=c3;d4", "blocked: 'c3;d4' is no cell"),
    ("7x7 hand=15 blocked=c3,c3", "blocked cell c3 is there twice; expected each cell once"),
    ("7x7 hand=15 start=c8", "start: 'c8' is no cell of a board of 7x7; expected a1 to g7"),
    ("7x7 hand=15 start=C1", "start: 'C1' is no cell"),
    ("7x7 hand=15 blocked=c1 start=c1", "start c1 is blocked; expected a cell that is not"),
    ("6x6 hands=15", "hands '15' are 1 in number; expected 2 to 4, separated by / (one player has"),
    ("6x6 hands=1/1/1/1/1", "hands '1/1/1/1/1' are 5 in number; expected 2 to 4"),
    ("6x6 hands=15,14/15", "hands have 2, 1 cards; expected as many for each player"),
    ("6x6 hands=15,14/", "hand '' cannot be read"),
    (
        "6x6 hands=15/15 mode=regular",
        "field mode is there with hands=; expected it only with hand=",
    ),
    ("6x6 hands=15/15 start=a1", "field start is there with hands="),
    ("6x6 hands=15/15 moves=", "placement '' cannot be read; expected the number of a card"),
    ("6x6 hands=15/15 moves=15@a1N,\t15@f1N", "cannot be read; expected NAME=VALUE"),
    ("9" * 10**6, "is 1000000 characters long; expected at most 4096"),
]


@pytest.mark.parametrize(("text", "message"), NOT_READ)
def test_a_bad_text_is_one_line(text: str, message: str) -> None:
    with pytest.raises(ValueError) as error:
        parse(text)
    assert message in str(error.value)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 300


@example("3x3 hand=15 blocked=b2 start=a1 moves=15N")
@example("3x3 hands=15/15 moves=15@a1N,15@c1N")
@given(st.text(alphabet="0123456789x= ,;/@-abchndsoveklrtgiguNESW\u0663é", max_size=60))
def test_any_text_is_refused_in_one_line_or_read_back(text: str) -> None:
    one_line_or(text, parse)
    one_line_or(f"3x3 hand={text}", parse)
    one_line_or(f"3x3 hands=15,14/8,14 moves={text}", parse)


@given(positions)
def test_text_repr_and_copies_of_games(position: Position) -> None:
    check_copies(position)


@given(tasks)
def test_text_repr_and_copies_of_tasks(position: Position) -> None:
    check_copies(position)


def check_copies(position: Position) -> None:
    """Assert that a position is read back from its text, and copied in every way."""
    for other in (
        parse(str(position), position.deck),
        eval(repr(position), {"master": sp.master}),
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
    ):
        assert other == position
        assert hash(other) == hash(position)
        assert other.state == position.state


def test_a_deck_is_part_of_a_position() -> None:
    own = Deck({15: "FF", 14: "FLF"})
    assert parse("3x3 hand=15,14", own) != parse("3x3 hand=15,14")
    assert len({parse("3x3 hand=15"), parse("3x3 hand=15"), parse("3x3 hand=15", own)}) == 2
    assert repr(parse("3x3 hand=15")) == "master.parse('3x3 hand=15')"
    assert parse("3x3 hand=15", own).cards == {"15": "FF", "14": "FLF"}
    with pytest.raises(ValueError, match="card 8 is not in the deck; expected one of: 15, 14"):
        parse("3x3 hand=8", own)
    with pytest.raises(TypeError, match="deck is the str 'x'; expected a Deck"):
        parse("3x3 hand=8", "x")  # type: ignore[arg-type]


def test_the_moves_are_part_of_a_position() -> None:
    alike = Deck({2: "F", 1: "F"})
    one, other = (parse(f"3x3 hand=2,1 moves={moves}", alike) for moves in ("2@a1N;1N", "1@a1N;2N"))
    assert one.state == other.state
    assert one != other != parse("3x3 hand=2,1", alike)


def test_positions_do_not_change() -> None:
    position = start()
    with pytest.raises(AttributeError):
        position.width = 4  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        position.colour = "red"  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        position.placements(1, 15)[0].cell = "a1"  # type: ignore[misc]


# Starts


@pytest.mark.parametrize(("players", "side"), [(1, 7), (2, 6), (3, 8), (4, 8)])
def test_boards_by_the_number_of_players(players: int, side: int) -> None:
    position = start(players, seed=players)
    assert position.board == {"width": side, "height": side}
    assert position.players == players
    assert all(len(set(hand)) == 11 for hand in position.hands)
    assert position == start(players, seed=players) != start(players, seed=9)
    assert parse(str(position)) == position


def test_starts_as_asked_for() -> None:
    position = start(
        hands=[(14, 15)], width=4, height=5, blocked=["c3", "a2"], mode="challenging", start="b2"
    )
    assert str(position) == "4x5 hand=15,14 mode=challenging blocked=a2,c3 start=b2"
    assert (position.solo, position.ordered, position.players) == (True, True, 1)
    assert start().players == 2
    assert len(start(2, cards=3).hands[1]) == 3
    assert start(2, width=3, height=8).board == {"width": 3, "height": 8}
    deck = Deck({number: "F" for number in range(1, 13)})
    assert set(start(4, deck=deck).hands[3]) < set(deck.numbers)
    assert start(**start(3).board, players=2).board == start(3).board


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (partial(start, 5), "players 5 is out of range; expected 1 to 4"),
        (partial(start, 0), "players 0 is out of range"),
        (partial(start, cards=16), "cards 16 is out of range; expected 1 to 15, as many as are in"),
        (partial(start, cards=0), "cards 0 is out of range"),
        (partial(start, width=9), "size 9x6 is out of range; expected 3x3 to 8x8"),
        (partial(start, hands=[]), "players 0 is out of range"),
        (partial(start, hands=[()]), "hand has 0 cards; expected 1 to 15"),
        (partial(start, hands=[(15,)] * 5), "players 5 is out of range"),
        (partial(start, hands=[(15,), (15, 14)]), "hands have 1, 2 cards"),
        (partial(start, hands=[(16,)]), "card 16 is not in the deck"),
        (partial(start, 3, hands=[(15,)]), "hands are given as well as players or cards"),
        (partial(start, hands=[(15,)], cards=1), "hands are given as well as players or cards"),
        (partial(start, blocked=["g1"]), "blocked: 'g1' is no cell of a board of 6x6"),
        (partial(start, start="a1"), "start and mode are for one player only; expected neither"),
        (partial(start, mode="challenging"), "start and mode are for one player only"),
        (partial(start, 1, mode="x"), "mode is 'x'; expected one of: regular, challenging"),
        (partial(start, 1, start="h1"), "start: 'h1' is no cell"),
        (partial(start, 1, start="a1", blocked=["a1"]), "start a1 is blocked"),
        (partial(Position, 3, 3, 1 << 63, ((15,),), Deck({15: "F"})), "blocked cells are off the"),
        (partial(Position, 3, 3, -1, ((15,),), Deck({15: "F"})), "blocked cells are off the"),
        (partial(Position, 3, 3, 0, (), Deck({15: "F"})), "hands are 0 in number; expected 1 to 4"),
    ],
)
def test_what_is_no_start(wrong: Callable[[], object], says: str) -> None:
    with pytest.raises(ValueError) as error:
        wrong()
    assert says in str(error.value)
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (partial(start, "2"), "players is the str '2'; expected an int, 1 to 4"),
        (partial(start, cards="3"), "cards is the str '3'; expected an int, 1 to 15"),
        (partial(start, width="3"), "width or height is the str '3'; expected an int, 3 to 8"),
        (partial(parse, 3), "position is the int '3'; expected a text such as 7x7 hand=15,14,8"),
    ],
)
def test_a_thing_of_another_type_is_named(wrong: Callable[[], object], says: str) -> None:
    with pytest.raises(TypeError) as error:
        wrong()
    assert says in str(error.value)


# Rotations


@given(positions)
def test_four_quarter_turns_are_none(position: Position) -> None:
    turned = position
    for symmetry in range(4):
        assert position.transform(symmetry) == turned
        assert position.transform(symmetry).state == turned.state
        assert parse(str(turned), turned.deck).state == turned.state
        turned = turned.transform(1)
    assert turned == position
    for symmetry in (-1, 4):
        with pytest.raises(ValueError, match=rf"symmetry '{symmetry}' is out of range"):
            position.transform(symmetry)


@given(tasks, st.integers(0, 3))
def test_a_turned_task_has_the_turned_placements(task: Position, symmetry: int) -> None:
    there = {str(move) for move in task.transform(symmetry).moves()}
    assert {str(task.transform_move(move, symmetry)) for move in task.moves()} == there


@pytest.mark.parametrize(
    ("text", "symmetries"),
    [
        ("3x3 hand=15", (0, 1, 2, 3)),
        ("3x4 hand=15", (0, 2)),
        ("3x3 hand=15 blocked=a1", (0,)),
        ("3x3 hand=15 blocked=a1,c3", (0, 2)),
        ("4x4 hand=15 blocked=b2,b3,c2,c3", (0, 1, 2, 3)),
        ("3x3 hand=15 start=b2", (0, 1, 2, 3)),
        ("3x3 hand=15 start=a1", (0,)),
        ("3x3 hand=15,14 moves=15@a1N", (0,)),
        ("4x4 hands=15/15", (0, 1, 2, 3)),
    ],
)
def test_symmetries(text: str, symmetries: tuple[int, ...]) -> None:
    assert parse(text).symmetries() == symmetries


# Drawing


@given(positions)
def test_the_drawing_has_every_cell_and_what_is_on_it(position: Position) -> None:
    assert isinstance(position, drawable.Crawled)
    svg = position._repr_svg_()
    assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert svg.count("<rect") == position.width * position.height
    assert svg.count("<text") == position.width + position.height
    circles = len(position.tokens()) + len(position.entries()) + 2 * len(position.heads())
    assert svg.count("<circle") == circles
    assert svg.count("<line") == len(position.links())
    assert svg.count('fill="#5b5348"') == len(position.blocked_cells())


def test_the_drawing_has_rings_around_marked_cells() -> None:
    task = parse("3x3 hand=15")
    assert task.svg(marked=["b2", "a1", "a1"]).count('stroke-width="3"') == 2
    assert task.svg() == task._repr_svg_()
    with pytest.raises(ValueError, match="'d1' is no cell of a board of 3x3"):
        task.svg(marked=["d1"])


def test_what_is_drawn_of_a_serpent() -> None:
    task = parse("4x4 hand=15,14 blocked=d4,a4 moves=15@a1N;14E")
    assert task.tokens() == {"a2": 1, "a3": 1, "b3": 1, "b4": 1}
    assert (task.heads(), task.entries()) == ({"b4": 1}, {"a1": 1})
    assert task.blocked_cells() == ("a4", "d4")
    assert task.serpent(1) == ("a1", "a2", "a3", "b3", "b4")
    steps = zip(task.serpent(1), task.serpent(1)[1:], strict=False)
    assert task.links() == tuple((one, other, 1) for one, other in steps)


def test_covered_tokens_are_not_drawn() -> None:
    game = parse("3x3 hands=15/8 moves=15@a1N,8@a1N", Deck({15: "FF", 8: "F"}))
    assert game.tokens() == {"a2": 2, "a3": 1}
    assert game.entries() == {"a1": 2}
    assert game.links() == (("a1", "a2", 2),)


def test_a_player_without_a_serpent() -> None:
    assert parse("3x3 hands=15/15").serpent(2) == ()
    assert parse("3x3 hand=15 start=b2").serpent(1) == ("b2",)
    for player in (0, 3, "1"):
        with pytest.raises(ValueError, match=f"player '{player}' is none of the game; expected 1"):
            parse("3x3 hands=15/15").serpent(player)  # type: ignore[arg-type]


# The registry


def test_the_registry() -> None:
    game = registry.game("master")
    assert game.name == "master" == start().game
    assert str(game.parse(game.example)) == game.example
    assert game.cards is not None
    assert sp.game("master") is game
    assert "master" in sp.games_known()
    assert isinstance(game.start(), base.CardPosition)
    assert start().rulings.as_dict() == {}
