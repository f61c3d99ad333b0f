"""Serpent on the board of size 5; its face is that of serpent2."""

from serpentes.core.serpent2 import *
