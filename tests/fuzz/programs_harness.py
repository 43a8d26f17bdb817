# What every batch of random programs begins with: runs a function eagerly and compiled on fresh
# inputs and compares all that a program can see of it. Written in the language's subset.
import torch
import torch._dynamo

torch._dynamo.config.recompile_limit = 64
DEVICE = "cpu"
HALF = ("torch.float16", "torch.bfloat16")


def data(shape, dtype, seed, grad=False):
    """Numbers that every dtype holds exactly, so that sums and comparisons do not depend on rounding."""
    count = 1
    for size in shape:
        count = count * size
    numbers = (torch.arange(count) * 7 + seed * 5) % 17 - 8
    if dtype == torch.bool:
        values = numbers > 0
    elif dtype.is_floating_point:
        values = (numbers * 0.25).to(dtype)
    else:
        values = numbers.abs().to(dtype)
    values = values.reshape(shape).to(DEVICE)
    return values.requires_grad_(True) if grad else values


def flat(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [t for item in value for t in flat(item)]
    return []


def values_of(tensors):
    return [t.detach().to(torch.float64).tolist()
            if t.dtype in (torch.float16, torch.bfloat16) else t.detach().tolist() for t in tensors]


def sharing(tensors):
    """For each tensor the first one with the same storage; -1 where there is nothing to share."""
    places = [t.untyped_storage().data_ptr() if t.numel() > 0 else 0 for t in tensors]
    return [places.index(place) if place else -1 for place in places]


def shares_with_another(t, tensors):
    """What is returned twice shares its memory with itself alone, be it one tensor or two that show the same."""
    place = t.untyped_storage().data_ptr()
    others = [u for u in tensors if u.numel() > 0 and not shows_the_same(t, u)]
    return t.numel() > 0 and any([u.untyped_storage().data_ptr() == place for u in others])


def shows_the_same(t, u):
    return (t.data_ptr(), t.shape, strides_that_count(t)) == (u.data_ptr(), u.shape, strides_that_count(u))


def strides_that_count(t):
    """Strides of axes of one element, and of tensors without elements, say nothing about memory."""
    return [stride if size > 1 else None for size, stride in zip(t.shape, t.stride())] if t.numel() > 0 else []


def versions(tensors, options):
    return [] if options["grad"] == "inference" else [t._version for t in tensors]


def gradients(leaves, outs, options):
    used = [o for o in outs if o.requires_grad]
    if not used:
        return []
    loss = 0.0
    for i, o in enumerate(used):
        loss = loss + (o.to(torch.float64) * (i + 1)).sum() + (o.to(torch.float64) * 0.5).square().sum()
    if options["second"]:
        firsts = torch.autograd.grad(loss, leaves, create_graph=True, allow_unused=True)
        again = [g for g in firsts if g is not None and g.requires_grad]
        if again:
            sum([g.to(torch.float64).square().sum() for g in again]).backward()
    else:
        loss.backward()
    return [leaf.grad for leaf in leaves]


def observe(call, make, k, options):
    """What a call shows: a list of pairs (what, value)."""
    leaves, args = make(k)
    before = versions(args, options)
    try:
        if options["grad"] == "inference":
            with torch.inference_mode():
                result = call(*args)
        else:
            with torch.set_grad_enabled(options["grad"] != "none"):
                result = call(*args)
    except Exception as error:
        return [("error", type(error).__name__ + ": " + " | ".join(str(error).split("\n")[:2]))]
    outs = flat(result)
    seen = [("form", [(list(o.shape), str(o.dtype), o.requires_grad) for o in outs]), ("values", values_of(outs)),
            ("inputs", values_of(args)), ("input form", [(list(a.shape), list(a.stride())) for a in args])]
    if options["strict"]:
        seen.append(("strides", [strides_that_count(o) for o in outs]))
        places = sharing(args + outs)
        seen.append(("sharing", places))
        seen.append(("offsets", [o.storage_offset() if shares_with_another(o, args + outs) else 0 for o in outs]))
    seen.append(("changed", [now != then for now, then in zip(versions(args, options), before)]))
    try:
        grads = [leaf for leaf in leaves if leaf.requires_grad]
        if grads and options["grad"] == "on":
            found = gradients(grads, outs, options)
            seen.append(("gradients", [None if g is None else (list(g.shape), g.tolist()) for g in found]))
    except Exception as error:
        seen.append(("backward error", type(error).__name__ + ": " + str(error).split("\n")[0]))
    if options["strict"]:
        for o in outs:
            try:
                with torch.no_grad():
                    o.detach().add_(1) if o.dtype != torch.bool else o.detach().logical_not_()
            except Exception as error:
                seen.append(("write error", type(error).__name__))
        seen.append(("after writing", values_of(args + outs)))
    return seen


def largest(x):
    if isinstance(x, (list, tuple)):
        return max([largest(v) for v in x] + [0.0])
    return abs(x) if isinstance(x, float) and x - x == 0 else 0.0


def close(x, y, tolerance):
    if isinstance(x, (list, tuple)):
        return isinstance(y, (list, tuple)) and len(x) == len(y) and all([close(p, q, tolerance) for p, q in zip(x, y)])
    if isinstance(x, float) and isinstance(y, float):
        return x == y or (x != x and y != y) or abs(x - y) <= tolerance
    return x == y


def close_gradients(x, y, tolerance):
    """A graph's gradients are all computed where one of its results is used: zeros then stand for None."""
    return all([close(p, q, tolerance) or (p is None and largest(q[1]) == 0) for p, q in zip(x, y)])


# Errors of eager execution that PyTorch's compiled programs do not have either.
ONLY_EAGER = [
    "single memory location",  # the check of overlap is no part of a graph
]


GRADIENT_ERROR = "one of the variables needed for gradient computation has been modified"


def only_eager_fails(want, got):
    """Compiled code saves for its backward what it likes, and does not notice a change of what it did not save."""
    if want[0] == "backward error":
        return GRADIENT_ERROR in want[1] and got[0] == "gradients"
    return want[0] == "error" and any([text in want[1] for text in ONLY_EAGER])


def difference(want, got, options):
    for pair, other in zip(want, got):
        name, x = pair
        name2, y = other
        if name2 == "error" and any([what == "backward error" for what, _ in want] + [GRADIENT_ERROR in y]):
            return None  # compiling makes the gradient's graph before the call, also where nobody asks for one
        if only_eager_fails(pair, other):
            return None
        if name == "error" and name2 == "error":
            kinds = [x.split(":")[0], "TorchRuntimeError", "UserError", "Unsupported", "BackendCompilerFailed"]
            return None if y.split(":")[0] in kinds else ("error", x, y)
        if name != name2:
            return (name + "/" + name2, x, y)
        if name == "backward error":
            x, y = x.split(":")[0], y.split(":")[0]
        same = close_gradients if name == "gradients" and not options["fullgraph"] else close
        if not same(x, y, options["tolerance"] * (1 + largest(x))):
            return (name, x, y)
    return None if len(want) == len(got) else ("length", len(want), len(got))


def check(fn, make, calls, options, only=None):
    print("@", fn.__name__, flush=True)
    if only == "observe":
        for k in calls:
            print("SEEN", repr((fn.__name__, k, observe(fn, make, k, options))))
        return
    torch._dynamo.reset()
    compiled = torch.compile(fn, backend=options["backend"], mode=options["mode"], dynamic=options["dynamic"],
                             fullgraph=options["fullgraph"])
    for k in calls:
        want = observe(fn, make, k, options)
        got = observe(compiled, make, k, options)
        found = difference(want, got, options)
        if found:
            print("DIFFERS", fn.__name__, "call", k, found[0], "\n  eager   ", found[1], "\n  compiled", found[2])
            return
        if want[0][0] == "error":
            print("REFUSED", fn.__name__, want[0][1])
            return
