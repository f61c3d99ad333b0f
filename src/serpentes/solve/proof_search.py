"""Proof-number search: does the side to move win, or does it not lose? Any position, any size.

There is no limit of plies: the answers are about play of any length, and exact. The search runs in
the compiled core; here it is driven in chunks of nodes, with limits and progress.
"""

import json
import logging
import os
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Literal, get_args

from serpentes.games.base import SearchablePosition, check_shared, check_solvable
from serpentes.games.cores import Leaves, Prover
from serpentes.games.text import quoted
from serpentes.solve import checkpoints
from serpentes.solve.driver import Report, Run, check_seconds, deferred_interrupt, positive, running
from serpentes.solve.proof_files import Goal, Proof, holder, kept
from serpentes.solve.proof_strategy import strategy
from serpentes.solve.table import Table
from serpentes.solve.table_moves import TableMoves

log = logging.getLogger(__name__)

COUNTS, PROOFS = "counts", "proofs"
"""The parts of a checkpoint."""

Answer = Literal["yes", "no", "unknown"]
ANSWERS: tuple[Answer, ...] = ("unknown", "yes", "no")
"""By the codes of the compiled core."""
NUMBERS: Mapping[Answer, tuple[int | None, int | None]] = {"yes": (0, None), "no": (None, 0)}
"""Proof and disproof number of answers."""
GOALS: tuple[Goal, ...] = get_args(Goal)

TABLE_BYTES = 1 << 28
"""Bytes of the table where nothing else is asked for."""
FEWEST_NODES, MOST_NODES = 1 << 10, 1 << 17
"""Nodes between two looks at the limits. After each the search takes up its way anew from the root,
which costs it some thousand nodes."""
UNLIMITED = 1 << 62


@dataclass(frozen=True, slots=True)
class ProofResult:
    """What a search has found out about whether the side to move reaches the goal.

    `answer` is "unknown" if the limits came first. The proof number says roughly how much work is
    left for a "yes", the disproof number for a "no": 0 for the answer that is found, None for the
    one that is then impossible. `nodes` are the positions looked at.
    """

    position: SearchablePosition
    goal: Goal
    answer: Answer
    nodes: int
    seconds: float
    proof_number: int | None
    disproof_number: int | None


class ProofSearch:
    """A search for one answer, which can be stopped and goes on from where it was.

    >>> import serpentes as sp
    >>> search = ProofSearch(sp.serpent.start(size=2), "draw")
    >>> search.run(nodes=1).answer, search.run().answer
    ('unknown', 'no')
    >>> len(search.proof().strategy) > 1
    True
    """

    def __init__(
        self,
        position: SearchablePosition,
        goal: Goal = "win",
        *,
        table_bytes: int = TABLE_BYTES,
        threads: int | None = None,
        table: Table | None = None,
    ) -> None:
        """A search for whether the side to move wins, or with "draw" whether it does not lose.

        `table_bytes` bounds the search's own table, and `threads` is how many search at once
        (default: the processors there are); answers depend on neither. What a solved `table` knows
        is not searched, and is right if the table is. Raises TypeError for what is no position that
        can be searched, ValueError for another goal, for fewer than 65536 bytes, for threads that
        are not positive, and for a table of another game, board or rulings.
        """
        check_solvable(position)
        self._threads = positive("threads", threads, os.cpu_count() or 1)
        self._table_bytes, self._table = table_bytes, table
        if table is not None:
            table.check_fits(position)
        self._prover = position.prover(table_bytes, _leaves(table))
        # Whether the table knows things that a file says.
        self._restored = False
        self._ask(position, goal)

    def _ask(self, position: SearchablePosition, goal: Goal) -> None:
        if goal not in GOALS:
            raise ValueError(f"goal is {quoted(str(goal))}; expected one of: {', '.join(GOALS)}")
        self._position, self._goal = position, goal
        self._answer: Answer = "unknown"
        self._nodes, self._seconds = 0, 0.0

    def __repr__(self) -> str:
        found = self.result
        return (
            f"ProofSearch({found.position!r}, {found.goal!r}): {found.answer}, {found.nodes} nodes"
        )

    def beside(self, position: SearchablePosition, goal: Goal = "win") -> "ProofSearch":
        """A search for another answer in the same table, which knows all that this one has found.

        Both may go on in turns, but not at the same time. Raises TypeError for what is no position
        that can be searched, ValueError for another goal, and for a position of another board or
        other rulings.

        >>> import serpentes as sp
        >>> search = ProofSearch(sp.serpent.start(size=2), "win")
        >>> search.beside(sp.serpent.start(size=2).play("a1"), "draw").run().answer
        'yes'
        """
        check_solvable(position)
        check_shared(position, self._position.board, self._position.rulings)
        other = copy(self)
        other._ask(position, goal)
        return other

    @property
    def result(self) -> ProofResult:
        """What is known so far."""
        _, _, *numbers = self._position.known(self._prover, GOALS.index(self._goal), True)
        proof, disproof = NUMBERS.get(self._answer, numbers)
        return ProofResult(
            self._position, self._goal, self._answer, self._nodes, self._seconds, proof, disproof
        )

    def run(
        self,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: Report | None = None,
    ) -> ProofResult:
        """Go on until there is an answer, or for about so many more nodes or seconds.

        `progress` is called with how many nodes have been looked at. Raises ValueError for limits
        that are not positive; KeyboardInterrupt when interrupted: `result` then has what is known,
        and the search may go on.
        """
        left = positive("nodes", nodes, UNLIMITED)
        check_seconds(seconds)
        begin, before, limit = perf_counter(), self.result, self._nodes + left
        with running(self._threads) as run, deferred_interrupt() as interrupted:
            while self._answer == "unknown" and self._nodes < limit:
                chunk = _chunk(self._nodes - before.nodes, perf_counter() - begin, seconds)
                self._advance(min(chunk, limit - self._nodes), None if run is map else run)
                self._seconds = before.seconds + perf_counter() - begin
                if progress is not None:
                    progress("nodes", self._nodes, nodes)
                if interrupted():
                    raise KeyboardInterrupt
                if seconds is not None and perf_counter() - begin >= seconds:
                    break
        return self.result

    def save(self, path: str | Path) -> None:
        """Keep all that the search has found out in a file, from which `restore` goes on.

        The file is written whole or not at all, and replaces one that is there. Raises OSError if
        it cannot be written.
        """
        counts = json.dumps({"nodes": self._nodes, "seconds": self._seconds}).encode()
        parts = {COUNTS: counts, PROOFS: self._prover.snapshot()}
        checkpoints.write(Path(path), self._about(), parts)

    def restore(self, path: str | Path) -> bool:
        """Go on from where the search was that `save` has kept; False if there is no such file.

        The table may be of another size than there, but not too small for all that is in the file
        (of which some may be lost in a smaller one, and is searched again). Logs that it goes on,
        at the level INFO. Raises ValueError, one line, if the file is damaged, is not that of this
        position, goal, solved table and version, or does not fit.

        >>> import serpentes as sp, tempfile
        >>> first, second = (ProofSearch(sp.serpent.start(size=2)) for _ in range(2))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     nodes = first.run().nodes
        ...     first.save(f"{folder}/search")
        ...     second.restore(f"{folder}/search"), second.result.nodes == nodes
        (True, True)
        """
        path = Path(path)
        parts = checkpoints.read(path, self._about(), (COUNTS, PROOFS))
        if parts is None:
            return False
        try:
            counts = json.loads(parts[COUNTS])
            nodes, seconds = _at_least_0(counts["nodes"]), _at_least_0(counts["seconds"])
            self._prover.restore(parts[PROOFS])
        except OverflowError as error:
            raise ValueError(f"{checkpoints.name(path)}: {error}; give more memory") from error
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise ValueError(f"{checkpoints.name(path)} is damaged ({error}); remove it") from error
        self._nodes, self._seconds, self._restored = int(nodes), float(seconds), True
        code, *_ = self._position.known(self._prover, GOALS.index(self._goal), True)
        self._answer = ANSWERS[code]
        log.info("going on from a search of %s nodes", f"{self._nodes:,}")
        return True

    def _about(self) -> dict[str, object]:
        table = None if self._table is None else self._table.digest
        return {**checkpoints.of_position(self._position), "goal": self._goal, "table": table}

    def _advance(self, nodes: int, run: Run | None) -> None:
        answer, looked_at = self._position.prove(
            self._prover, GOALS.index(self._goal), True, nodes, run, self._threads
        )
        self._answer = ANSWERS[answer]
        self._nodes += looked_at

    def proof(self, progress: Report | None = None) -> Proof:
        """The proof of the answer, written down from what the table knows.

        What the table has lost is searched for again. In positions that the solved table knows the
        moves are its own, so the proof needs no table to be checked. `progress` is called with the
        positions that have their move so far. Raises ValueError while there is no answer,
        or if it goes on from a checkpoint that contradicts itself, LimitReached if the search's own
        table is too small, or if it is too much work to find how a side forces a capture that it
        needs; KeyboardInterrupt when interrupted.
        """
        answer = self._answer
        if answer == "unknown":
            raise ValueError("the search has no answer yet; expected one before its proof")
        side, keeps = holder(self._position, answer), kept(self._goal, answer)
        knowledge = _Knowledge(
            self._prover,
            self._table_bytes,
            GOALS.index(self._goal),
            self._position,
            answer,
            self._table,
        )
        tabled = None if self._table is None else TableMoves(self._table, side, keeps)
        try:
            moves = strategy(knowledge, self._position, side, keeps, progress, tabled)
        except RuntimeError as error:
            if self._restored:
                raise ValueError(
                    f"the checkpoint that was gone on from is wrong: {error}"
                ) from error
            raise
        texts = {str(position): str(move) for position, move in moves.items()}
        return Proof(self._position, self._goal, answer, texts, self._nodes)


def _at_least_0(number: float) -> float:
    if not 0 <= number < UNLIMITED:
        raise ValueError(f"{number} is no count")
    return number


def _leaves(table: Table | None) -> Leaves | None:
    return None if table is None else table.leaves


def _chunk(nodes: int, taken: float, seconds: float | None) -> int:
    """How many nodes to look at next: at the pace so far, no more than there are seconds for."""
    if seconds is None:
        return MOST_NODES
    pace = nodes / taken if nodes else 0
    return min(MOST_NODES, max(FEWEST_NODES, int(pace * (seconds - taken))))


class _Knowledge:
    """What a table of the core knows, for the side that keeps the answer."""

    def __init__(  # noqa: PLR0917
        self,
        prover: Prover,
        table_bytes: int,
        goal: int,
        root: SearchablePosition,
        answer: Answer,
        table: Table | None,
    ) -> None:
        self._prover = prover
        self._table = table
        self._table_bytes = table_bytes
        self._goal = goal
        self._root = root
        self._answer: Answer = answer

    def known(self, position: SearchablePosition) -> tuple[bool | None, int, int]:
        code, rank, proof, disproof = position.known(
            self._prover, self._goal, position.side == self._root.side
        )
        return self._agrees(code), rank, proof if self._answer == "yes" else disproof

    def prove(self, position: SearchablePosition, nodes: int) -> bool | None:
        code, _ = position.prove(
            self._prover, self._goal, position.side == self._root.side, nodes, None, 1
        )
        return self._agrees(code)

    def _agrees(self, code: int) -> bool | None:
        return None if ANSWERS[code] == "unknown" else ANSWERS[code] == self._answer

    def anew(self) -> "_Knowledge":
        size = 2 * self._table_bytes
        prover = self._root.prover(size, _leaves(self._table))
        return _Knowledge(prover, size, self._goal, self._root, self._answer, self._table)


def prove(
    position: SearchablePosition,
    goal: Goal = "win",
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    table_bytes: int = TABLE_BYTES,
    threads: int | None = None,
    table: Table | None = None,
    progress: Report | None = None,
) -> ProofResult:
    """Whether the side to move wins, or with the goal "draw" whether it does not lose.

    The answer is exact and about play of any length, or "unknown" if the limits come first:
    `nodes` or `seconds`, both about. For the proof itself use `ProofSearch`. `progress` is called
    with how many nodes have been looked at. The other parameters and what is raised are as there.

    >>> import serpentes as sp
    >>> prove(sp.serpent.start(size=2)).answer, prove(sp.serpent.start(size=2), nodes=2).answer
    ('no', 'unknown')
    """
    search = ProofSearch(position, goal, table_bytes=table_bytes, threads=threads, table=table)
    return search.run(nodes=nodes, seconds=seconds, progress=progress)
