"""Puzzles: positions with exactly one good move, found in a table and proved without it.

One module per concern, and none needs another one's opinion:

    model       the document: what a set and a puzzle say, as pydantic models and JSON Schema
    files       reading and writing a set
    mine        positions of random games that could make a puzzle
    tree        proofs that a side wins: the whole tree of a win
    fortress    proofs that a side does not lose: a closed graph of positions
    make        the generator: puts puzzles together from a table
    themes      the tagger: what the key move does, with evidence
    difficulty  how hard a puzzle is, by a stated formula
    check       the validator: proves every claim of a set again, without a table
"""
