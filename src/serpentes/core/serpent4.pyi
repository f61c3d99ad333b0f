"""Serpent on the board of size 4; its face is that of serpent2."""

from serpentes.core.serpent2 import *
