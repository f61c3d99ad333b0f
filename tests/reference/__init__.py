"""Plain-Python twins of the games' rules, written for reading, to hold compiled code against."""
