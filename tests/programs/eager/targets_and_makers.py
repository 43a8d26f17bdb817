# Targets given with out=, numbers that a dtype cannot hold, optional arguments that are None, and torch.testing.
import torch
from torch import nn
from torch.testing import assert_close, make_tensor


def show(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])


def of(dtype):
    return torch.empty(2, dtype=dtype)


# --- makers with a target ---
show(lambda: torch.zeros(2, out=of(torch.int64)))
show(lambda: torch.full((2,), 1.5, out=of(torch.int64)))
show(lambda: torch.zeros(2, out=of(torch.float32), dtype=torch.int64))
show(lambda: torch.ones(2, out=of(torch.float32), dtype=torch.float64))
show(lambda: torch.full((2,), 1.5, out=of(torch.float32), dtype=torch.int64))
show(lambda: torch.arange(2, out=of(torch.float64), dtype=torch.float64))

# --- a target may be a source, but not a part of one ---
x = torch.ones(4)
show(lambda: torch.exp(x[1:], out=x[:-1]))
show(lambda: torch.add(x[1:], 1, out=x[:-1]))
show(lambda: torch.mul(x[:-1], x[1:], out=x[1:]))
show(lambda: torch.add(x, 1, out=x))
show(lambda: torch.add(x[:2], 1, out=x[2:]))
show(lambda: torch.add(x[:3], 1, out=x[0].expand(3)))
print(x)

# --- randperm ---
for dtype, n in ((torch.uint8, 257), (torch.int8, 128), (torch.int8, 129), (torch.int16, 32769), (torch.float16, 2049),
                 (torch.float16, 2050), (torch.bool, 2)):
    show(lambda: torch.randperm(n, dtype=dtype).sort().values[-1])

# --- optional arguments ---
a, b = torch.tensor([4.0, -3.0]), torch.tensor([2.0, 2.0])
show(lambda: (torch.divide(a, b, rounding_mode=None), a.divide(2, rounding_mode="floor"),
              a.clone().divide_(b, rounding_mode="trunc")))
show(lambda: torch.divide(a, b, rounding_mode="up"))
show(lambda: (a.sort(stable=None).indices, torch.sort(a, dim=0, stable=None).values))
show(lambda: (a.roll(1, dims=None), torch.roll(a, 1, None)))
show(lambda: torch.sub(a, b, alpha=True))
show(lambda: torch.rsub(a, b, alpha=True))
show(lambda: torch.sub(torch.tensor([1]), 1, alpha=1.5))
show(lambda: torch.heaviside(a, torch.tensor([1])))

# --- tensors without values ---
m = torch.ones(1, device="meta")
show(lambda: bool(m))
show(lambda: float(m))
show(lambda: assert_close(m, m))
show(lambda: assert_close(m, a[:1]))

# --- torch.testing ---
torch.manual_seed(0)
for dtype in (torch.bool, torch.uint8, torch.int64, torch.float16, torch.float32, torch.float64):
    show(lambda: make_tensor((2, 3), dtype=dtype, device="cpu"))
    show(lambda: make_tensor(4, dtype=dtype, device="cpu", low=-2, high=3))
    show(lambda: make_tensor((3,), dtype=dtype, device="cpu", noncontiguous=True, exclude_zero=True).stride())
    show(lambda: make_tensor((1,), dtype=dtype, device="cpu", requires_grad=True).requires_grad)
    show(lambda: make_tensor((1,), dtype=dtype, device="cpu", low=4, high=1))
for pair in ((None, None), (None, a), (1, None), (a, [1, 2]), (a, nn.Parameter(a)), ([a], (a,)),
             ({"k": None}, {"k": 1})):
    show(lambda: assert_close(*pair))
    show(lambda: assert_close(*pair, allow_subclasses=False))


# --- extra state ---
class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.count = 0

    def get_extra_state(self):
        return {"count": self.count}

    def set_extra_state(self, state):
        self.count = state["count"]


class OnlyGives(nn.Module):
    def get_extra_state(self):
        return 1


def failure(call):
    try:
        return call()
    except RuntimeError as error:
        return " ".join(str(error).split())


counter = Counter()
counter.count = 3
other = Counter()
print(other.load_state_dict(counter.state_dict()), other.count)
print(failure(lambda: other.load_state_dict({})))
print(failure(lambda: OnlyGives().load_state_dict(OnlyGives().state_dict())))
print(failure(nn.Identity().get_extra_state))

# --- a dict of parameters is a dict, and initialisers have their old names ---
named = nn.ParameterDict({"a": nn.Parameter(torch.ones(1)), "b": 3})
copied = named.copy()
print(list(copied), copied.pop("b"), copied.popitem()[0], len(copied), list(named))
copied.setdefault("x")
print(copied.get("x"), copied | {"z": 1}, list(reversed(named)))
copied |= {"w": 2}
print(copied, nn.ParameterDict().fromkeys(["a"], 1))
copied.clear()
print(copied, len(copied), nn.init.constant(torch.empty(2), 3.0))

# --- pooling of no examples ---
empty = torch.ones(0, 2, 4, 4)
print(nn.FractionalMaxPool2d(2, output_size=2)(empty).shape, nn.MaxUnpool2d(2)(empty, empty.long()).shape)
