# The profiler's names; what it measures comes from the clock.
import time


class record_function:
    def __init__(self, name, args=None):
        self.name = name

    def __enter__(self):
        self.start = time.perf_counter()
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        if _active:
            _active[-1]._record(self.name, time.perf_counter() - self.start)
        return False


_active = []


class _Average:
    def __init__(self, key):
        self.key = key
        self.count = 0
        self.cpu_time_total = 0.0
        self.self_cpu_time_total = 0.0

    @property
    def cpu_time(self):
        return self.cpu_time_total / self.count if self.count else 0.0


class EventList(list):
    def table(self, sort_by=None, row_limit=100, **unused):
        rows = list(self)
        if sort_by is not None:
            rows.sort(key=lambda e: -getattr(e, sort_by.replace("cuda", "cpu"), 0.0))
        width = max([len("Name")] + [len(e.key) for e in rows]) + 2
        rule = "-" * width + "  " + "  ".join(["-" * 12] * 3)
        lines = [rule, f"{'Name':>{width}}  {'CPU total':>12}  {'CPU time avg':>12}  {'# of Calls':>12}", rule]
        for e in rows[:row_limit]:
            lines.append(f"{e.key:>{width}}  {e.cpu_time_total:>10.3f}us  {e.cpu_time:>10.3f}us  {e.count:>12}")
        lines.append(rule)
        total = sum([e.self_cpu_time_total for e in rows])
        lines.append(f"Self CPU time total: {total:.3f}us")
        return "\n".join(lines) + "\n"


class profile:
    def __init__(self, activities=None, schedule=None, on_trace_ready=None, record_shapes=False, profile_memory=False, with_stack=False, with_flops=False,
                 with_modules=False, **unused):
        self._entries = {}
        self._on_trace_ready = on_trace_ready
        self.step_num = 0

    def _record(self, name, seconds):
        entry = self._entries.setdefault(name, _Average(name))
        entry.count += 1
        entry.cpu_time_total += seconds * 1e6
        entry.self_cpu_time_total += seconds * 1e6

    def __enter__(self):
        _active.append(self)
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        _active.remove(self)
        if self._on_trace_ready is not None:
            self._on_trace_ready(self)
        return False

    start = __enter__

    def stop(self):
        self.__exit__(None, None, None)

    def step(self):
        self.step_num += 1

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0):
        return EventList(self._entries.values())

    def events(self):
        return EventList(self._entries.values())

    def export_chrome_trace(self, path):
        return None
