"""Solo tasks of Serpent Master as a model for CP-SAT (OR-Tools, the extra `check`).

A variable for each turn, card, start cell and heading says whether the card is laid so in that
turn. In each turn one card is laid, each card is laid once, no cell has two tokens, and a card
starts where that of the turn before ends. There are no variables for placements off the board or on
blocked cells, nor from where no head can be after so many turns. (That a card starts where another
ends is said in clauses: with sums, or with variables for heads, it took two to ten times longer.)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from ortools.sat.python import cp_model
from reference.master import HEADINGS, Cell, Placement, Position, walk


class Model:
    """A task before its first placement, with the variables of each turn by placement."""

    def __init__(self, task: Position) -> None:
        """Build the model."""
        self.model = cp_model.CpModel()
        self.turns: list[dict[Placement, Any]] = []
        places = list(placements(task))
        heads: set[Cell] = set(task.starts(0))
        for turn in range(len(task.hands[0])):
            open_places = [place for place in places if place.start in heads]
            if task.mode == "challenging":
                number = sorted(task.hands[0], reverse=True)[turn]
                open_places = [place for place in open_places if place.number == number]
            self.turns.append({place: self.model.new_bool_var("") for place in open_places})
            heads = {place.cells[-1] for place in open_places}
        self._constrain(task)

    def _constrain(self, task: Position) -> None:
        every = [item for turn in self.turns for item in turn.items()]
        for turn in self.turns:
            self.model.add_exactly_one(turn.values())
        for number in task.hands[0]:
            self.model.add_exactly_one(v for place, v in every if place.number == number)
        for cell in task.board.cells:
            self.model.add_at_most_one(v for place, v in every if cell in place.cells)
        for before, after in zip(self.turns, self.turns[1:], strict=False):
            ends, starts = defaultdict(list), defaultdict(list)
            for place, variable in before.items():
                ends[place.cells[-1]].append(variable)
            for place, variable in after.items():
                starts[place.start].append(variable)
            for place, variable in before.items():
                self.model.add_bool_or(variable.negated(), *starts[place.cells[-1]])
            for place, variable in after.items():
                self.model.add_bool_or(variable.negated(), *ends[place.start])

    def solutions(self, seconds: float) -> tuple[int, bool]:
        """Return how many solutions are found in that time, and whether these are all."""
        solver, counter = cp_model.CpSolver(), Counter()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.max_time_in_seconds = seconds
        status = solver.solve(self.model, counter)
        return counter.count, status in {cp_model.OPTIMAL, cp_model.INFEASIBLE}


class Counter(cp_model.CpSolverSolutionCallback):
    """Counts solutions."""

    def __init__(self) -> None:
        """Begin with none."""
        super().__init__()
        self.count = 0

    def on_solution_callback(self) -> None:
        """Count one."""
        self.count += 1


def placements(task: Position) -> Iterable[Placement]:
    """Yield every placement of the cards of the hand on the empty board."""
    for number in task.hands[0]:
        for start in task.board.cells:
            for heading in HEADINGS:
                cells = walk(start, heading, task.deck[number])
                if task.board.is_free(start) and all(map(task.board.is_free, cells)):
                    yield Placement(number, start, heading, cells, False)
