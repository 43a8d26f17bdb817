# Timing of statements.
import time

import torch


class Measurement:
    def __init__(self, number_per_run, raw_times, task_spec):
        self.number_per_run = number_per_run
        self.raw_times = raw_times
        self.task_spec = task_spec
        self.num_threads = task_spec.get("num_threads", 1)

    title = property(lambda self: self.task_spec["title"])
    stmt = property(lambda self: self.task_spec["stmt"])
    label = property(lambda self: self.task_spec["label"])
    sub_label = property(lambda self: self.task_spec["sub_label"])
    description = property(lambda self: self.task_spec["description"])

    @property
    def times(self):
        return [t / self.number_per_run for t in self.raw_times]

    @property
    def mean(self):
        return sum(self.times) / len(self.times)

    @property
    def median(self):
        ordered = sorted(self.times)
        n = len(ordered)
        return ordered[n // 2] if n % 2 else (ordered[n // 2 - 1] + ordered[n // 2]) / 2

    @property
    def iqr(self):
        ordered = sorted(self.times)
        return ordered[(3 * len(ordered)) // 4 if len(ordered) > 1 else 0] - ordered[len(ordered) // 4]

    def _text(self, seconds):
        for unit, scale in (("s", 1.0), ("ms", 1e3), ("us", 1e6)):
            if seconds * scale >= 1:
                return f"{seconds * scale:.2f} {unit}"
        return f"{seconds * 1e9:.2f} ns"

    def __repr__(self):
        lines = [f"<torch.utils.benchmark.utils.common.Measurement object at {hex(id(self))}>", self.task_spec["title"], f"  {self._text(self.median)}",
                 f"  {len(self.raw_times)} measurement{'s' if len(self.raw_times) > 1 else ''}, {self.number_per_run} runs {'per measurement' if len(self.raw_times) > 1 else ''}, {self.num_threads} thread{'s' if self.num_threads > 1 else ''}"]
        return "\n".join(lines)


class Timer:
    def __init__(self, stmt="pass", setup="pass", global_setup="", timer=time.perf_counter, globals=None, label=None, sub_label=None, description=None, env=None, num_threads=1, language=None):
        self._timer = timer
        self._globals = dict(globals or {})
        self._globals.setdefault("torch", torch)
        torch._C._run_source(global_setup + "\n" + setup, self._globals)
        body = "def _timed(_count):\n    for _ in range(_count):\n        " + stmt.strip().replace("\n", "\n        ") + "\n"
        torch._C._run_source(body, self._globals)
        self._run = self._globals["_timed"]
        self._threads = num_threads
        self._spec = {"title": label or stmt.strip(), "stmt": stmt, "label": label, "sub_label": sub_label, "description": description, "num_threads": num_threads}

    def _measure(self, number):
        threads = torch.get_num_threads()
        torch.set_num_threads(self._threads)
        try:
            start = self._timer()
            self._run(number)
            return max(self._timer() - start, 1e-9)
        finally:
            torch.set_num_threads(threads)

    def timeit(self, number=1000000):
        self._run(max(int(number // 100), 2))
        return Measurement(number, [self._measure(number)], self._spec)

    def blocked_autorange(self, callback=None, min_run_time=0.2):
        number = 1
        while self._measure(number) < min_run_time / 1000 and number < 1 << 20:
            number *= 10
        times = []
        total = 0.0
        while total < min_run_time or len(times) < 2:
            took = self._measure(number)
            times.append(took)
            total += took
        return Measurement(number, times, self._spec)

    adaptive_autorange = blocked_autorange


class Compare:
    def __init__(self, results):
        self._results = list(results)

    def print(self):
        print(str(self))

    def __str__(self):
        # One block for each label: a row for each sub_label, a column for each description.
        blocks = {}
        for r in self._results:
            blocks.setdefault(r.label or r.stmt.strip(), []).append(r)
        out = []
        for label, rows in blocks.items():
            columns = list(dict.fromkeys([str(r.description or "") for r in rows]))
            names = list(dict.fromkeys([str(r.sub_label or r.stmt.strip()) for r in rows]))
            scale, unit = (1e3, "ms") if max(r.median for r in rows) >= 1e-3 else (1e6, "us")
            cells = {(str(r.sub_label or r.stmt.strip()), str(r.description or "")): f"{r.median * scale:.1f}" for r in rows}
            first = max(len(n) for n in names) + 6
            widths = [max([len(c)] + [len(cells.get((n, c), "")) for n in names]) for c in columns]
            head = " " * first + "  |  " + "  |  ".join(c.center(w) for c, w in zip(columns, widths))
            bar = max(0, len(head) - len(label) - 2)
            out.append("[" + "-" * (bar // 2) + " " + label + " " + "-" * (bar - bar // 2) + "]")
            out.append(head)
            out.append(f"{rows[0].num_threads} threads: ".ljust(len(head), "-"))
            for n in names:
                out.append(("      " + n).ljust(first) + "  |  " + "  |  ".join(cells.get((n, c), "").rjust(w) for c, w in zip(columns, widths)))
            out.append("")
            out.append(f"Times are in {'milliseconds (ms)' if unit == 'ms' else 'microseconds (us)'}.")
            out.append("")
        return "\n".join(out)
