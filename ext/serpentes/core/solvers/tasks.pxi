# Work that is handed out to threads.

class _EachOnce:
    """A step over numbered tasks, for a `run` that is not trusted to do each task exactly once."""

    def __init__(self, step, tasks):
        self.step = step
        self.left = set(tasks)
        self.done = []

    def __call__(self, task):
        try:
            self.left.remove(task)
        except KeyError:
            raise RuntimeError(f"`run` did task {task!r} twice, or it is none") from None
        result = self.step(task)
        self.done.append(result)
        return result

    def by(self, run):
        """Have `run` do all tasks; their results.  RuntimeError if it left one out."""
        tasks = sorted(self.left)
        for _ in run(self, tasks):
            pass
        if len(self.done) != len(tasks):
            raise RuntimeError(f"`run` did {len(self.done)} of {len(tasks)} tasks")
        return self.done
