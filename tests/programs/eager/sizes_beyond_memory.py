# Sizes, strides, offsets and bytes that do not fit 64 bits or lie outside of a storage.
import torch
import torch.nn.functional as F

HUGE = 2**62


def show(name, f):
    try:
        r = f()
        print(name, tuple(r.shape), r.stride(), r.storage_offset())
    except (RuntimeError, IndexError) as e:
        print(name, type(e).__name__, str(e).split("\n")[0])


def refuse(name, f):
    try:
        print(name, "gives", tuple(f().shape))
    except (RuntimeError, MemoryError, ZeroDivisionError):
        print(name, "is refused")


x, m = torch.ones(4), torch.ones(2, 2)
show("resize_", lambda: torch.ones(4).resize_(HUGE))
show("resize_ to many", lambda: torch.ones(4).resize_(2**40, 2**40))
show("resize_ to none", lambda: torch.ones(4).resize_(0, 2**40, 2**40))
show("resize_ to fewer", lambda: torch.ones(4).resize_(-1))
show("a stride", lambda: x.as_strided((2**44 + 1,), (2**18,)))
show("an offset", lambda: x.as_strided((2,), (1,), HUGE))
show("the last offset", lambda: x.as_strided((2,), (1,), 2**63 - 1))
show("two strides", lambda: x.as_strided((2, 2), (HUGE, HUGE)))
show("two sizes", lambda: x.as_strided((HUGE, HUGE), (0, 0)))
show("one element", lambda: x.as_strided((1,), (HUGE,)))
show("no element", lambda: x.as_strided((0,), (1,), HUGE))
show("fewer than none", lambda: x.as_strided((-1,), (1,)))
show("a negative stride", lambda: x.as_strided((2,), (-1,), 1))
show("a negative offset", lambda: x.as_strided((2,), (1,), -1))
show("one element many times", lambda: x.as_strided((HUGE,), (0,)))
show("2**63 elements", lambda: x.as_strided((2**40, 2**23), (0, 0)))
show("behind the last", lambda: x.as_strided((), (), 4))
show("expand", lambda: torch.ones(1).expand(HUGE))
show("expand two axes", lambda: torch.ones(1).expand(2**40, 2**40))
show("expand beside others", lambda: torch.ones(4, 1).expand(4, HUGE))
show("expand to fewer", lambda: torch.ones(1).expand(-2))
show("broadcast_to", lambda: torch.broadcast_to(x, (HUGE, 4)))
show("flatten", lambda: torch.ones(1).expand(2**31, 2**31).flatten())
show("empty", lambda: torch.empty(HUGE))
show("empty of two sizes", lambda: torch.empty(2**40, 2**40))
show("empty of none", lambda: torch.empty(0, 2**40, 2**40))
show("empty of one none", lambda: torch.empty(2**40, 2**40, 0))
refuse("empty of bytes", lambda: torch.empty(2**63 - 1, dtype=torch.int8))
refuse("zeros", lambda: torch.zeros(2**45))
show("full", lambda: torch.full((HUGE,), 1.0))
show("empty_strided", lambda: torch.empty_strided((2**44 + 1,), (2**18,)))
show("empty_strided backwards", lambda: torch.empty_strided((2,), (-1,)))
show("empty_strided of fewer", lambda: torch.empty_strided((-2,), (1,)))
show("new_empty_strided", lambda: x.new_empty_strided((2**40, 2**40), (0, 0)))
show("unfold", lambda: x.unfold(0, 2, HUGE))
show("narrow", lambda: x.narrow(0, 2, 2**63 - 1))
show("a slice with a long step", lambda: x[::HUGE])
show("a slice from afar", lambda: x[HUGE:])
show("select", lambda: x.select(0, -(2**63)))
show("diagonal", lambda: m.diagonal(HUGE))
show("diagonal far below", lambda: m.diagonal(-(2**63)))
show("diag", lambda: torch.diag(x, HUGE))
show("view", lambda: x.view(HUGE, -1))
show("view of two sizes", lambda: x.view(2**32, 2**32))
show("view of three sizes", lambda: x.view(2**33, 2**31, 4))
show("reshape", lambda: x.reshape(2**32, 2**32, 4))
show("arange", lambda: torch.arange(HUGE))
show("linspace", lambda: torch.linspace(0, 1, HUGE))
show("eye of none", lambda: torch.eye(HUGE, 0))
show("tril", lambda: torch.tril(m, 2**63 - 1))
show("triu", lambda: torch.triu(m, -(2**63)))
show("an expanded sum", lambda: torch.ones(1).expand(2**45) + 1)

print(torch.tril_indices(3, 4, 1).tolist(), torch.triu_indices(4, 3, -1).tolist())
print(torch.tril_indices(3, 2, -2, dtype=torch.int32), torch.triu_indices(2, 2, 5).shape)
show("tril_indices of all", lambda: torch.tril_indices(3, 3, HUGE))
show("tril_indices of none", lambda: torch.tril_indices(2**40, 0))
for name, f in (
    ("tril_indices", lambda: torch.tril_indices(2**32, 2**32)),
    ("triu_indices", lambda: torch.triu_indices(2**32, 2**32)),
    ("more indices", lambda: torch.tril_indices(HUGE, HUGE)),
    ("set_", lambda: torch.ones(4).set_(torch.ones(4).untyped_storage(), HUGE, (2,), (1,))),
    ("set_ before", lambda: torch.ones(4).set_(torch.ones(4).untyped_storage(), -1, (2,), (1,))),
    ("set_ beyond", lambda: torch.ones(4).set_(torch.ones(4).untyped_storage(), 0, (2**44 + 1,), (2**18,))),
    ("repeat", lambda: x.repeat(2**40, 2**40)),
    ("repeat_interleave", lambda: x.repeat_interleave(HUGE)),
    ("repeats", lambda: x.repeat_interleave(torch.tensor([HUGE, HUGE, 1, 1]))),
    ("replicate", lambda: F.pad(torch.ones(1, 1, 4), (2**45, 0), mode="replicate")),
    ("circular", lambda: F.pad(torch.ones(1, 1, 4), (2**63 - 1, 0), mode="circular")),
    ("interpolate", lambda: F.interpolate(torch.ones(1, 1, 4), size=HUGE)),
    ("conv1d", lambda: F.conv1d(torch.ones(1, 1, 4), torch.ones(1, 1, 2), dilation=HUGE)),
    ("conv1d with padding", lambda: F.conv1d(torch.ones(1, 1, 4), torch.ones(1, 1, 2), padding=HUGE)),
    ("unfold of planes", lambda: F.unfold(torch.ones(1, 1, 4, 4), 2**31)),
    ("bincount", lambda: torch.bincount(torch.tensor([2**63 - 1]))),
    ("bincount of many", lambda: torch.bincount(torch.tensor([1]), minlength=HUGE)),
    ("stack", lambda: torch.stack([torch.ones(1).expand(HUGE)] * 2)),
    ("cat", lambda: torch.cat([torch.ones(1).expand(HUGE)] * 2)),
    ("a product", lambda: torch.ones(1, 1).expand(2**40, 1) @ torch.ones(1, 1).expand(1, 2**40)),
    ("eye", lambda: torch.eye(2**32)),
):
    refuse(name, f)
