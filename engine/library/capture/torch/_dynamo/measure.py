# `vitrine measure`: what torch.compile gives is watched while the program runs, and once it has ended each compiled
# function is measured against the function that it was made of, with inputs like those of its last call. session/measure.cpp
# calls install() and measure(), and hears of progress and results.
import json
import time

import torch
import torch._dynamo.eval_frame as eval_frame
from _vitrine_measure import begin_sample, compiled_graphs, counters, end_sample, finished, line_of, mute, progress
from torch._dynamo.sampling import Sampler, ceilings_of, measure_together, median_range, spread
from torch.nn import Module
from torch.utils._pytree import tree_flatten, tree_leaves, tree_unflatten

_functions = []
_options = {}


class _Stopwatch:
    """One function that torch.compile gave, and its calls."""

    def __init__(self, fn, compiled, again):
        self.fn, self.compiled, self.again = fn, compiled, again
        self.calls = self.compiles = 0
        self.compiling_us = 0.0
        self.last = None
        self.backward = False
        named = fn
        if getattr(fn, "__qualname__", "").startswith("wrap_inline."):  # around what belongs to the library
            named = fn.__closure__[0].cell_contents
        owner = named if isinstance(named, Module) else getattr(named, "__self__", None)
        if isinstance(owner, Module):
            self.name, self.line = type(owner).__name__, line_of(type(owner).forward)
        else:
            self.name, self.line = getattr(named, "__qualname__", type(named).__name__), line_of(named)

    def call(self, args, kwargs):
        leaves, spec = tree_flatten((args, kwargs))
        kept = [_like(leaf) for leaf in leaves]
        grad, amp = torch.is_grad_enabled(), torch.is_autocast_enabled("cpu")
        before, start = compiled_graphs(), time.perf_counter()
        result = self.compiled(*args, **kwargs)
        us = (time.perf_counter() - start) * 1e6
        self.calls += 1
        if compiled_graphs() > before:
            self.compiles += 1
            self.compiling_us += us
        self.last = (kept, spec, grad, amp and torch.get_autocast_dtype("cpu"))
        if grad and not self.backward:
            self._notice_backward(result)
        return result

    def _notice_backward(self, result):
        def notice(gradient):
            self.backward = True

        for tensor in _tensors(tree_leaves(result)):
            if tensor.requires_grad and not tensor.is_leaf:
                tensor.register_hook(notice)


def _tensors(values):
    return [value for value in values if isinstance(value, torch.Tensor)]


def _plain(value):
    return type(value) is torch.Tensor and not value.is_sparse


def _like(value):
    """A copy of a tensor in the same layout; parameters and all else are what they are."""
    if not _plain(value):
        return value
    with torch.no_grad():
        copy = value.detach().clone()
        if copy.stride() != value.stride():
            copy = torch.empty_strided(value.size(), value.stride(), dtype=value.dtype, device=value.device).copy_(value.detach())
    return copy.requires_grad_(value.requires_grad) if value.requires_grad else copy


def _reachable(fn, leaves):
    """The tensors that a function can read besides its arguments, and what it calls can."""
    found, seen = {}, set()

    def visit(value, depth):
        if id(value) in seen or depth > 4:
            return
        seen.add(id(value))
        if isinstance(value, torch.Tensor):
            found[id(value)] = value
        elif isinstance(value, Module):
            for tensor in list(value.parameters()) + list(value.buffers()):
                found[id(tensor)] = tensor
        elif isinstance(value, (list, tuple)):
            for item in value:
                visit(item, depth + 1)
        elif isinstance(value, dict):
            for item in value.values():
                visit(item, depth + 1)
        elif isinstance(value, torch.optim.Optimizer):
            for group in value.param_groups:
                visit(group["params"], depth + 1)
            visit(list(value.state.values()), depth + 1)
        elif hasattr(value, "__wrapped__"):
            visit(value.__wrapped__, depth + 1)
        else:
            code = getattr(value, "__code__", None)
            if hasattr(value, "__self__"):
                visit(value.__self__, depth + 1)
            if code is None:
                return
            for cell in getattr(value, "__closure__", None) or ():
                try:
                    visit(cell.cell_contents, depth + 1)
                except ValueError:  # still empty
                    pass
            space = value.__globals__
            for name in code.co_names:
                if name in space and (getattr(space[name], "__globals__", space) is space):
                    visit(space[name], depth + 1)

    visit(getattr(fn, "_torchdynamo_orig_callable", fn), 0)
    for leaf in leaves:
        if isinstance(leaf, Module):
            visit(leaf, 0)
    own = {id(leaf) for leaf in _tensors(leaves)}
    return [tensor for key, tensor in found.items() if key not in own]


class _Inputs:
    """Arguments of one size, put back before each batch where calls change them."""

    def __init__(self, watch, leaves, spec):
        self.leaves, self.watch = leaves, watch
        self.args, self.kwargs = tree_unflatten(leaves, spec)
        self.state = _reachable(watch.fn, leaves)
        self.kept = []

    def call(self, function, backward):
        args, kwargs = self.args, self.kwargs
        if not backward:
            return lambda: function(*args, **kwargs)
        wanted = [t for t in _tensors(self.leaves) + self.state if t.requires_grad and t.is_leaf]

        def forward_and_backward():
            result = function(*args, **kwargs)
            ends = [t for t in _tensors(tree_leaves(result)) if t.requires_grad]
            torch.autograd.grad(ends, wanted, [torch.ones_like(end) for end in ends], allow_unused=True)
            return result

        return forward_and_backward

    def find_changes(self, call):
        """Calls once; what that has changed in place is put back from now on."""
        tensors = _tensors(self.leaves) + self.state
        before = [(t, t._version, t.detach().clone()) for t in tensors]
        drawn = torch.get_rng_state()
        result = call()
        self.random = not torch.equal(drawn, torch.get_rng_state())
        self.kept = [(t, copy) for t, version, copy in before if t._version != version]
        self.put_back()
        return result

    def put_back(self):
        with torch.no_grad():
            for tensor, copy in self.kept:
                tensor.copy_(copy)

    def changed(self):
        own = {id(leaf) for leaf in self.leaves}
        return (sum(1 for t, _ in self.kept if id(t) in own), sum(1 for t, _ in self.kept if id(t) not in own))

    def bytes(self, result):
        counted, total = set(), 0
        for tensor in _tensors(self.leaves) + self.state + _tensors(tree_leaves(result)):
            if id(tensor) not in counted:
                counted.add(id(tensor))
                total += tensor.numel() * tensor.element_size()
        return total


def _same(a, b):
    for x, y in zip(_tensors(tree_leaves(a)), _tensors(tree_leaves(b))):
        if x.shape != y.shape or x.dtype != y.dtype:
            return False
        tolerance = {torch.float64: 1e-7, torch.float32: 1e-3}.get(x.dtype, 2e-2)
        equal = torch.allclose(x, y, rtol=tolerance, atol=tolerance, equal_nan=True) if x.dtype.is_floating_point else torch.equal(x, y)
        if not equal:
            return False
    return True


def _flops(call):
    from torch.utils.flop_counter import FlopCounterMode
    try:
        with FlopCounterMode(display=False) as counter:
            call()
        return counter.get_total_flops()
    except Exception:
        return 0


def _device_of(leaves):
    """The device that they are on, if it is one to wait for, else the CPU; and what waits for it."""
    kinds = {t.device.type for t in _tensors(leaves)}
    waits = {"cuda": torch.cuda.synchronize, "webgpu": torch.webgpu.synchronize}
    return next(((kind, wait) for kind, wait in waits.items() if kind in kinds), ("cpu", lambda: None))


def _launches(inputs, call):
    """Of one call: the fewest of three, for one may do what others need not."""
    rounds = []
    for _ in range(3):
        inputs.put_back()
        before = counters()
        call()
        rounds.append([after - b for after, b in zip(counters(), before)])
    return [min(counts) for counts in zip(*rounds)]


def _ratio(sides, times):
    """Of the two medians, so that it can be worked out of what is shown; the range is that of the rounds' median."""
    ratios = [e / max(c, 1e-9) for e, c in zip(sides["eager"].samples, sides["compiled"].samples)]
    low, high = median_range(ratios)
    middle = times["eager"]["median_us"] / max(times["compiled"]["median_us"], 1e-9)
    return {"median_us": middle, "p10_us": min(middle, low), "p90_us": max(middle, high), "samples": len(ratios)}


def _part(inputs, eager, compiled, seconds, told):
    """Both sides with these inputs: times in turn, the ratio of each round, and whether they agree."""
    synchronize = _device_of(inputs.leaves + inputs.state)[1]
    reference = inputs.find_changes(eager)
    drawn = torch.get_rng_state()
    other = compiled()
    synchronize()
    equal = inputs.random or _same(reference, other)
    torch.set_rng_state(drawn)
    sides = {name: Sampler(call, [], _options["least_us"], _options["most_calls"], synchronize, inputs.put_back)
             for name, call in (("eager", eager), ("compiled", compiled))}
    measure_together(sides, seconds, told)
    times = {name: spread(side.samples) for name, side in sides.items()}
    return {**times, "ratio": _ratio(sides, times), "bytes": inputs.bytes(reference), "equal": equal}


def _take_samples(inputs, eager, compiled):
    """What each side does in one warm call; the engine keeps the mean of those that are alike."""
    end = time.perf_counter() + _options["seconds"]
    for round in range(50):
        if round >= 7 and time.perf_counter() > end:
            break
        for side, call in (("eager", eager), ("compiled", compiled)):
            inputs.put_back()
            begin_sample()
            call()
            end_sample(side)


def _measure_own(watch, row, seconds, told):
    leaves, spec, _, _ = watch.last
    inputs = _Inputs(watch, leaves, spec)
    eager, compiled = inputs.call(watch.fn, watch.backward), inputs.call(watch.compiled, watch.backward)
    row.update(_part(inputs, eager, compiled, seconds, told))
    row["changed_inputs"], row["changed_state"] = inputs.changed()
    row["random"] = inputs.random
    row["eager_launches"], row["compiled_launches"] = _launches(inputs, eager), _launches(inputs, compiled)
    inputs.put_back()
    row["flops"] = _flops(eager)
    inputs.put_back()
    _take_samples(inputs, eager, compiled)
    inputs.put_back()


# --- The curve over sizes.
def _scaled(leaf, dims, factor_of):
    """A tensor with some of its axes longer or shorter, of the values that it has."""
    copy = leaf.detach()
    for dim in dims:
        size = leaf.shape[dim]
        wanted = torch.arange(factor_of(size), device=leaf.device) % size
        copy = copy.index_select(dim, wanted)
    return copy.clone().requires_grad_(leaf.requires_grad) if leaf.requires_grad else copy.clone()


def _axes(leaves):
    """Which axes may belong together, likeliest first: the first axis of all, then all axes of that length, then others."""
    tensors = [(i, leaf) for i, leaf in enumerate(leaves) if _plain(leaf) and leaf.dim() > 0 and leaf.numel() > 0]
    if not tensors:
        return
    first = tensors[0][1]
    for dim in range(first.dim()):
        size = first.shape[dim]
        alike = {i: [dim] for i, leaf in tensors if leaf.dim() > dim and leaf.shape[dim] == size}
        everywhere = {i: [d for d in range(leaf.dim()) if leaf.shape[d] == size] for i, leaf in tensors}
        yield dim, size, alike
        if everywhere != alike:
            yield dim, size, {i: dims for i, dims in everywhere.items() if dims}


def _at_size(leaves, axes, size, n):
    return [_scaled(leaf, axes[i], lambda _: n) if i in axes else leaf for i, leaf in enumerate(leaves)]


def _choose_axes(watch, row):
    leaves, spec, _, _ = watch.last
    problem = ""
    for dim, size, axes in _axes(leaves):
        try:
            inputs = _Inputs(watch, _at_size(leaves, axes, size, size * 2), spec)
            inputs.find_changes(inputs.call(watch.fn, watch.backward))
            inputs.put_back()
            return dim, size, axes
        except Exception as error:
            problem = problem or f"axis {dim} from {size} to {size * 2}: {type(error).__name__}: {str(error).splitlines()[0][:200] if str(error) else ''}"
    row["fixed"] = problem or "it takes no tensors"
    return None


def _sizes_from(size):
    low = size
    while low % 4 == 0 and size // low < 64:
        low //= 4
    sizes = [low * 4**k for k in range(12)]
    return sorted(set(s for s in sizes + [size] if s > 0))


def _find_dynamic(watch, row):
    """Which axes can be varied, and whether the graph that the program compiled takes other sizes: None, or both."""
    chosen = _choose_axes(watch, row)
    if chosen is None:
        return None
    dim, size, axes = chosen
    leaves, spec, _, _ = watch.last
    row["axis"], row["axis_inputs"], row["own_size"] = dim, len(axes), size
    before = compiled_graphs()
    try:
        probe = _Inputs(watch, _at_size(leaves, axes, size, size * 2), spec)
        probe.find_changes(probe.call(watch.compiled, watch.backward))
        probe.put_back()
        row["dynamic"] = compiled_graphs() == before
    except Exception:
        row["dynamic"] = False
    return size, axes


def _measure_curve(watch, row, chosen, seconds, told):
    size, axes = chosen
    leaves, spec, _, _ = watch.last
    end = time.perf_counter() + _options["curve_seconds"]
    for n in _sizes_from(size):
        slow = row["curve"] and row["curve"][-1].get("eager", {"median_us": 0})["median_us"] > 5e4
        if n > size and (slow or time.perf_counter() > end or row["bytes"] * n / size > _options["most_bytes"]):
            break
        told(n)
        row["curve"].append(_point(watch, _at_size(leaves, axes, size, n), spec, n, row["dynamic"], seconds))


def _point(watch, leaves, spec, n, dynamic, seconds):
    point = {"size": n, "compile_us": 0.0}
    try:
        inputs = _Inputs(watch, leaves, spec)
        compiled = watch.compiled
        if not dynamic:
            torch._dynamo.reset()
            compiled = watch.again()
        call = inputs.call(compiled, watch.backward)
        inputs.find_changes(inputs.call(watch.fn, watch.backward))
        start = time.perf_counter()
        call()
        first = (time.perf_counter() - start) * 1e6
        inputs.put_back()
        point.update(_part(inputs, inputs.call(watch.fn, watch.backward), call, seconds, lambda part: None))
        if not dynamic:
            point["compile_us"] = max(0.0, first - point["compiled"]["median_us"])
    except Exception as error:
        point["error"] = f"{type(error).__name__}: {str(error).splitlines()[0][:200] if str(error) else ''}"
    return point


# --- The entry.
def install():
    plain = eval_frame.compile_fn

    def compile_fn(fn, backend, fullgraph=False, dynamic=None, guard_fail_fn=None):
        compiled = plain(fn, backend, fullgraph, dynamic, guard_fail_fn)
        watch = _Stopwatch(fn, compiled, lambda: plain(fn, backend, fullgraph, False))
        _functions.append(watch)

        def watched(*args, **kwargs):
            return watch.call(args, kwargs)

        eval_frame._copy_names(watched, fn)
        return watched

    eval_frame.compile_fn = compile_fn


def _inputs_text(leaves):
    texts = [f"{str(leaf.dtype).removeprefix('torch.')}{list(leaf.shape)}" if isinstance(leaf, torch.Tensor) else repr(leaf)[:30]
             for leaf in leaves]
    return ", ".join(texts[:8]) + (", ..." if len(texts) > 8 else "")


def _ceilings():
    # Beyond what caches hold, so that a function that exceeds it is known to run from one.
    rows, columns, matrix = _options["ceiling"]
    best = {"copy_bytes_per_us": 0.0, "read_bytes_per_us": 0.0, "flops_per_us": 0.0}
    if _options["ceilings"]:
        device, wait = _device_of([leaf for w in _functions if w.last for leaf in w.last[0]])
        with torch.no_grad():
            best = ceilings_of(*((16384, 4096, 8192) if device == "cuda" else (rows, columns, matrix)), device,
                               _options["seconds"], least_us=_options["least_us"], most_calls=_options["most_calls"],
                               synchronize=wait)
    return best


def _contexts(watch):
    _, _, grad, amp = watch.last
    stack = [torch.set_grad_enabled(grad)]
    if amp:
        stack.append(torch.autocast("cpu", dtype=amp))
    return stack


def _within(watch, row, work):
    """What goes wrong is said in the function's row, and the others are measured all the same."""
    entered = _contexts(watch)
    for context in entered:
        context.__enter__()
    try:
        return work()
    except Exception as error:
        row["error"] = f"{type(error).__name__}: {error}"
    finally:
        for context in reversed(entered):
            context.__exit__(None, None, None)
        finished(json.dumps(row))


def _measure_one(watch, row, step, steps):
    _measure_own(watch, row, _options["seconds"], lambda part: progress(step + part, steps, watch.name))
    # What the calls that compiled took longer than warm ones.
    row["compiling_us"] = max(0.0, watch.compiling_us - watch.compiles * row["compiled"]["median_us"])
    return _find_dynamic(watch, row) if _options["sizes"] else None


def functions():
    """The names of the compiled functions that were called."""
    return [watch.name for watch in _functions if watch.calls]


def measure(options):
    _options.update(json.loads(options))
    wanted = _options["function"]
    called = [w for w in _functions if w.last and (not wanted or wanted in (w.name, w.name.split(".")[-1]))]
    steps = 1 + len(called) * (2 if _options["sizes"] else 1)
    mute(True)
    drawn = torch.get_rng_state()
    try:
        progress(0, steps, "copy, read, matmul" if _options["ceilings"] else "")
        best = _ceilings() if called else {}
        curves = []
        for index, watch in enumerate(called):
            row = {"index": index, "name": watch.name, "line": watch.line, "calls": watch.calls, "compiles": watch.compiles,
                   "inputs": _inputs_text(watch.last[0]), "backward": watch.backward, "curve": []}
            chosen = _within(watch, row, lambda: _measure_one(watch, row, 1 + index, steps))
            if chosen:
                curves.append((watch, row, chosen))
        # Last, for it may drop what was compiled before.
        curves.sort(key=lambda c: not c[1]["dynamic"])
        for index, (watch, row, chosen) in enumerate(curves):
            step = 1 + len(called) + index
            _within(watch, row, lambda: _measure_curve(watch, row, chosen, _options["seconds"] / 2,
                                                       lambda n: progress(step + len(row["curve"]) / 10, steps, f"{watch.name}, {n}")))
    finally:
        torch.set_rng_state(drawn)
        mute(False)
    return json.dumps({"functions": functions(), **best})
