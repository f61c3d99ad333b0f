"""Sets of Serpent and Fighting Serpents in which one move is right, from a table or by search.

model     their forms
games     what is different in each game; serpent and fighting have their themes and what makes
          their puzzles hard, serpent_effects what a move of Serpent does
themes    what the themes of both have in common: what is known, and evidence
kinds     what each kind of puzzle claims, and by what it is proved
tree      proofs that a side wins: the whole tree of a win
fortress  proofs that a side does not lose, or wins by count: a closed graph of positions
source    where values come from: source_tabled a table, source_searched searches
mine      (mine_tabled, mine_searched) positions that could make a puzzle, from games or placements
build     one puzzle, with its proofs, from the values of a source
making    what the generators share; make_tabled and make_searched put sets together
describe  what follows from the moves of a puzzle: identity, difficulty, themes, symmetry
prove     single proofs checked again, without a table and within bounds
check     what is wrong with such a set
show      what is shown of it
attempt   what becomes of moves that are tried, and hints
"""
