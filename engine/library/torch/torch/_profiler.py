# The profiler: ops as the dispatcher times them, and regions that the program names.
import functools
import json


import torch._C as _C


class record_function:
    __module__ = "torch.autograd.profiler"

    def __init__(self, name, args=None):
        self.name = name

    def __enter__(self):
        _C._profile_push(self.name)
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        _C._profile_pop()
        return False

    def __call__(self, fn):
        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            with record_function(self.name):
                return fn(*args, **kwargs)
        return wrapper


class FunctionEvent:
    """One call, or all calls of a name together."""

    def __init__(self, key, start, duration, own, count=1):
        self.key = self.name = key
        self.start_us = start
        self.count = count
        self.cpu_time_total = duration
        self.self_cpu_time_total = own
        self.device_time_total = self.self_device_time_total = 0.0
        self.cuda_time_total = self.self_cuda_time_total = 0.0
        self.cpu_memory_usage = self.self_cpu_memory_usage = 0
        self.input_shapes = []
        self.flops = 0

    @property
    def cpu_time(self):
        return self.cpu_time_total / self.count if self.count else 0.0

    @property
    def cpu_time_str(self):
        return _time(self.cpu_time)

    def __repr__(self):
        return f"<FunctionEventAvg key={self.key} self_cpu_time={_time(self.self_cpu_time_total)} cpu_time={self.cpu_time_str} count={self.count}>"


def _time(us):
    if us >= 1e6:
        return f"{us / 1e6:.3f}s"
    if us >= 1e3:
        return f"{us / 1e3:.3f}ms"
    return f"{us:.3f}us"


class EventList(list):
    def key_averages(self, group_by_input_shapes=False, group_by_stack_n=0):
        together = {}
        for e in self:
            total = together.get(e.key)
            if total is None:
                together[e.key] = FunctionEvent(e.key, e.start_us, e.cpu_time_total, e.self_cpu_time_total, e.count)
            else:
                total.cpu_time_total += e.cpu_time_total
                total.self_cpu_time_total += e.self_cpu_time_total
                total.count += e.count
        return EventList(together.values())

    def total_average(self):
        return FunctionEvent("Total", 0.0, sum(e.cpu_time_total for e in self), sum(e.self_cpu_time_total for e in self), sum(e.count for e in self))

    @property
    def self_cpu_time_total(self):
        return sum(e.self_cpu_time_total for e in self)

    def table(self, sort_by=None, row_limit=100, max_src_column_width=75, max_name_column_width=55, max_shapes_column_width=80, header=None, top_level_events_only=False):
        rows = list(self)
        if sort_by is not None:
            rows.sort(key=lambda e: -getattr(e, sort_by, 0.0))
        total = self.self_cpu_time_total

        def share(us):
            return f"{us * 100.0 / total:.2f}%" if total > 0 else "0.00%"

        headers = ["Name", "Self CPU %", "Self CPU", "CPU total %", "CPU total", "CPU time avg", "# of Calls"]
        cells = [[e.key if len(e.key) <= max_name_column_width else e.key[:max_name_column_width - 3] + "...", share(e.self_cpu_time_total), _time(e.self_cpu_time_total),
                  share(e.cpu_time_total), _time(e.cpu_time_total), e.cpu_time_str, str(e.count)] for e in rows[:row_limit]]
        widths = [max([len(h)] + [len(row[i]) for row in cells]) + (4 if i == 0 else 2) for i, h in enumerate(headers)]
        widths[1:] = [max(12, w) for w in widths[1:]]
        rule = "  ".join("-" * w for w in widths) + "  "

        def line(values):
            return "  ".join(v.rjust(w) for v, w in zip(values, widths)) + "  "

        lines = [rule, line(headers), rule] + [line(row) for row in cells] + [rule, f"Self CPU time total: {_time(total)}"]
        if header is not None:
            lines = ["=" * len(rule), header] + lines
        return "\n".join(lines) + "\n"

    def export_chrome_trace(self, path):
        events = [{"ph": "X", "name": e.key, "ts": e.start_us, "dur": e.cpu_time_total, "pid": 0, "tid": 0, "cat": "cpu_op"} for e in self]
        with open(path, "w") as f:
            f.write(json.dumps({"traceEvents": events}))


class profile:
    def __init__(self, *, activities=None, schedule=None, on_trace_ready=None, record_shapes=False, profile_memory=False, with_stack=False, with_flops=False,
                 with_modules=False, experimental_config=None, execution_trace_observer=None, acc_events=False, use_cuda=None, custom_trace_id_callback=None):
        self._schedule = schedule
        self._on_trace_ready = on_trace_ready
        self._events = EventList()
        self._action = None
        self.step_num = 0

    def _enter(self, action):
        from torch.profiler import ProfilerAction
        recording = (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE)
        if action in recording and self._action not in recording:
            _C._profile_start()
        if self._action in recording and action not in recording or self._action == ProfilerAction.RECORD_AND_SAVE:
            self._collect()
            if action in recording:
                _C._profile_start()
            if self._action == ProfilerAction.RECORD_AND_SAVE and self._on_trace_ready is not None:
                self._on_trace_ready(self)
        self._action = action

    def _collect(self):
        self._events = EventList(FunctionEvent(name, start, duration, own) for name, start, duration, own in _C._profile_stop())

    def start(self):
        from torch.profiler import ProfilerAction
        self._enter(self._schedule(0) if self._schedule is not None else ProfilerAction.RECORD)

    def stop(self):
        from torch.profiler import ProfilerAction
        if self._action in (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE):
            self._collect()
            if self._on_trace_ready is not None:
                self._on_trace_ready(self)
        self._action = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.stop()
        return False

    def step(self):
        self.step_num += 1
        if self._schedule is not None:
            self._enter(self._schedule(self.step_num))

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0, group_by_overload_name=False):
        return self._events.key_averages()

    def events(self):
        return self._events

    def export_chrome_trace(self, path):
        self._events.export_chrome_trace(path)


class legacy_profile(profile):
    """torch.autograd.profiler.profile, whose results are the object itself."""

    def __init__(self, enabled=True, **unused):
        super().__init__()
        self.enabled = enabled

    def start(self):
        if self.enabled:
            super().start()

    @property
    def function_events(self):
        return self._events

    @property
    def self_cpu_time_total(self):
        return self._events.self_cpu_time_total

    def table(self, *args, **kwargs):
        return self._events.table(*args, **kwargs)

    def total_average(self):
        return self._events.total_average()
