"""Sets of Serpent Master, of solo tasks (pack) and of rounds for two (dominant).

model     their form
tasks     puzzles as positions: read, named, played through
themes    names of themes, and formulas of difficulty
ranges    what can be asked for
titles    what was asked for, in words
lay       tasks made backwards, from a random solution
pack      what follows from the solutions of a task
count     tasks counted again, breadth first
dominant  what follows from the values of a round
matrix    rounds worked out again, by plain backward induction
make      from puzzles to sets: make_pack, make_dominant
check     what is wrong: pack_check, dominant_check
show      what is shown
"""
