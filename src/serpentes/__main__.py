"""`python -m serpentes` is the command `serpentes`."""

from serpentes.cli.app import main

if __name__ == "__main__":
    main()
