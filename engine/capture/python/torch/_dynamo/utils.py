import collections
import time

from _vitrine_dynamo import stage_seconds

counters = collections.defaultdict(collections.Counter)


def _count(group, key, by):
    counters[group][key] += by


def same(a, b, tol=1e-4):
    import torch
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all([same(x, y, tol) for x, y in zip(a, b)])
    if isinstance(a, dict):
        return set(a) == set(b) and all([same(a[k], b[k], tol) for k in a])
    if isinstance(a, torch.Tensor):
        return torch.allclose(a, b, atol=tol, rtol=tol)
    return a == b


def compile_times(repr="str", aggregate=False):
    """Seconds that this run has spent on each stage of compiling, as a table or as (names, texts)."""
    names, texts = [], []
    for name, seconds in stage_seconds():
        if seconds > 0:
            names.append(name)
            texts.append(f"{seconds:.4f}")
    if repr != "str":
        return names, texts
    rows = [["Function", "Runtimes (s)"]] + [[name, text] for name, text in zip(names, texts)]
    width = max([len(name) for name, _ in rows])
    lines = [f"{name:<{width}}  {text:>12}" for name, text in rows]
    lines.insert(1, "-" * width + "  " + "-" * 12)
    return "TorchDynamo compilation metrics:\n" + "\n".join(lines) + "\n"


def maybe_enable_compiled_autograd(should_enable, fullgraph=True, dynamic=True):
    import contextlib
    return contextlib.nullcontext()
