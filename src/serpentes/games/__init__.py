"""The games: positions, moves, rulings and notation.

`base` says what a game offers, `registry` finds one by its name; each game has a folder of its own.
"""
