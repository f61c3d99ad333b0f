"""The command `serpentes`: one file for each command, and what they share.

Results go to stdout, progress and errors to stderr. Exit codes: 0, 1 for "the answer is no", 2 for
bad input (one line, no traceback), 130 when interrupted, 141 when the reader of stdout has left.
"""
