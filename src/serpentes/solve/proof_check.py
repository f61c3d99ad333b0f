"""The check of a proof, move by move and with the rules alone: there is no search here."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from serpentes.games.text import described
from serpentes.solve.driver import Report
from serpentes.solve.proof_files import Proof
from serpentes.solve.strategies import faults


@dataclass(frozen=True, slots=True)
class ProofFault:
    """What is wrong with a proof, and in which position (its text, as the proof has it)."""

    position: str
    says: str

    def __str__(self) -> str:
        return f"'{self.position}': {self.says}"


def check_proof(proof: Proof, progress: Report | None = None) -> ProofFault | None:
    """The first fault of a proof, None if it proves its answer.

    Follows every answer of the other side: its strategy has to name a legal move for each position
    that can come up and none for others, every end of the game has to be good enough for its side,
    and play must not be able to go round for ever where that is not good enough. `progress` is
    called with how many positions have been looked at and how many there are. Raises TypeError for
    what is no proof.

    >>> import serpentes as sp
    >>> search = sp.ProofSearch(sp.serpent.start(size=2))
    >>> search.run().answer, check_proof(search.proof())
    ('no', None)
    """
    return next(proof_faults(proof, progress), None)


def proof_faults(proof: Proof, progress: Report | None = None) -> Iterator[ProofFault]:
    """Everything that is wrong with a proof; otherwise as `check_proof`."""
    if not isinstance(proof, Proof):
        raise TypeError(f"proof is {described(proof)}; expected a proof, such as Proof.open(PATH)")
    done, positions = count(), len(proof.strategy)

    def spend(_: int) -> None:
        if progress is not None:
            progress("positions", next(done), positions)

    found = faults(proof.strategy, proof.position, proof.side, proof.keeps, spend)
    return (ProofFault(where, says) for where, says in found)
