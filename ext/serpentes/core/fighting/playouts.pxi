# Random play, for measurements and for statistics of play.

def playouts(own, opponent, huffable, side, rules, games, most_plies, seed):
    """Play `games` random games of at most `most_plies` plies from a position.

    Returns (plies of all games together, games won by the side to move, games won by the other side, games not over).
    """
    cdef int word = check_rulings(rules), n
    cdef state_t first, s
    cdef uint64_t count = checked(games, "games", 1, 0xFFFFFFFF)
    cdef uint64_t longest = checked(most_plies, "most_plies", 1, 0xFFFFFFFF)
    cdef uint64_t random = checked(seed, "seed", 0, 0xFFFFFFFFFFFFFFFF)
    cdef uint64_t game, ply, plies = 0, unfinished = 0
    cdef uint64_t won[2]
    cdef child_t *room
    won[0] = won[1] = 0
    read_state(own, opponent, huffable, side, word, &first)
    room = <child_t *> malloc(MAX_MOVES * sizeof(child_t))
    if room == NULL:
        raise MemoryError("no memory for a list of moves")
    with nogil:
        for game in range(count):
            if game & 0xFF == 0 and interrupted():
                break
            s = first
            n = 1
            for ply in range(longest):
                n = children(&s, word, room)
                if n == 0:
                    won[(ply & 1) ^ (known_outcome(&s, word, NULL, 0) == LOSS)] += 1
                    break
                plies += 1
                s = room[random_below(&random, n)].state
            else:
                unfinished += 1
    free(room)
    raise_pending()
    return plies, won[0], won[1], unfinished
