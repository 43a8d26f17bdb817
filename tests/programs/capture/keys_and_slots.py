# Keys that cannot be hashed, dicts that change under an iteration, slots that are not set, and contexts of the
# library around a graph break.
import torch


class Slotted:
    __slots__ = ("_scale", "shift")

    def __init__(self, shift):
        self.shift = shift

    def scale(self):
        return getattr(self, "_scale", 4)


def unset_slot(x):
    s = Slotted(2)
    before = s.scale(), hasattr(s, "_scale")
    s._scale = 3
    return x * s.scale() + s.shift, before


def missing_slot(x):
    try:
        return x + Slotted(1)._scale
    except AttributeError as e:
        return x + 1, type(e).__name__


def as_key(key, x):
    try:
        return {key: x}
    except TypeError as e:
        return x + 1, str(e)


def as_member(x):
    found = []
    for key in ([1], {}, (1, [2]), {3}):
        try:
            {1, key}
        except TypeError as e:
            found.append(str(e))
    try:
        [1] in {1}
    except TypeError as e:
        found.append(str(e))
    return x + len(found), found, {2} in {frozenset({2})}


def disabled_hooks(x):
    with torch.autograd.graph.disable_saved_tensors_hooks("not here"):
        y = x + 1
        torch._dynamo.graph_break()
        return y * 2


def grows(x):
    d = {1: x, 2: x}
    seen = []
    try:
        for k in d:
            seen.append(k)
            d[k + 5] = x
    except RuntimeError as e:
        return x + len(d), str(e), seen


def shrinks_at_the_end(x):
    d = {"a": 1, "b": 2}
    try:
        for k, v in d.items():
            if k == "b":
                del d["a"]
    except RuntimeError as e:
        return x + 1, str(e), d


def keeps_its_size(x):
    d = {"a": 1, "b": 2}
    for k in d:
        d[k] += 1
    for k in list(d):
        d[k + k] = d.pop(k)
    it = iter(d.values())
    total = sum(it)
    d["later"] = x
    return x + total, d, next(it, "end")


x = torch.ones(2)
for f in (unset_slot, missing_slot, as_member, grows, shrinks_at_the_end, keeps_its_size):
    print(f.__name__, torch.compile(f, backend="eager", fullgraph=True)(x))
for key in ([], {}, set(), (1, [])):
    torch._dynamo.reset()
    print("as_key", torch.compile(as_key, backend="eager")(key, x))
print("disabled_hooks", torch.compile(disabled_hooks, backend="eager")(x))
