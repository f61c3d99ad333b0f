"""Sets of Hisss, of positions in which exactly one laying is best (best) or wins (win).

model     their form
tasks     puzzles as positions: read, named
themes    names of themes, and the formula of difficulty
choice    what follows from the chances of all layings
puzzle    the puzzle of a choice, put together
tree      how the right laying of an open deck wins: built, and followed by the rules
rules     the rules once more, in plain Python
spots     what can come up on the table and in the deck
layers    chances worked out again, layer by layer
make      the generator: play finds the positions
check     what is wrong
show      what is shown
"""
