# Ops whose kernels are written by hand, on the device against the CPU: moves by positions,
# scans, sorting. None may go over the host.
import torch
from torch import _C
import torch.nn.functional as F
torch.manual_seed(0)
bad = 0
def same(name, f, *args):
    global bad
    before = _C._cuda_host_round_trips()
    h = f(*args)
    d = f(*[a.cuda() if isinstance(a, torch.Tensor) else a for a in args])
    hs = h if isinstance(h, (tuple, list)) else (h,)
    ds = d if isinstance(d, (tuple, list)) else (d,)
    trips = _C._cuda_host_round_trips() - before
    ok = all(a.dtype == b.dtype and a.shape == b.shape and torch.allclose(a.double(), b.cpu().double(), atol=1e-5
        if a.dtype not in (torch.float16, torch.bfloat16) else 0.05, rtol=1e-4, equal_nan=True) for a, b in zip(hs, ds))
    if not ok or trips:
        bad += 1
        print(name, "agrees" if ok else "differs", "round trips", trips)
def fail(name):
    global bad
    bad += 1
    print(name, "differs")
x = torch.randn(4, 5, 3)
i1 = torch.tensor([2, 0, 2])
m = x > 0
same("index_select", lambda x, i: torch.index_select(x, 1, i), x, i1)
same("int32", lambda x, i: torch.index_select(x, 2, i), x, i1.int())
same("strided", lambda x, i: torch.index_select(x.transpose(0, 2), 0, i), x, i1)
same("embedding", lambda w, i: F.embedding(i, w), torch.randn(5, 4), torch.tensor([[1, 4], [0, 2]]))
same("gather", lambda x, i: torch.gather(x, 1, i), x, torch.randint(0, 5, (3, 2, 3)))
same("scatter", lambda x, i, s: x.scatter(1, i, s), x, torch.tensor([[[0, 1, 2], [3, 4, 1]]]), torch.randn(1, 2, 3))
same("scatter v", lambda x, i: x.scatter(0, i, 7.0), x, torch.tensor([[[0, 1, 2]]]))
for dt in (torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int8, torch.float64):
    s = torch.randint(-3, 4, (4, 5, 3)).to(dt)
    i = torch.randint(0, 4, (4, 5, 3))
    same("scatter_add", lambda x, i, s: x.scatter_add(0, i, s), x.to(dt), i, s)
    for r in ("sum", "prod", "amax", "amin"):
        same("scatter_reduce " + r, lambda x, i, s: x.scatter_reduce(0, i, s, r), s, i, s)
        same("exclude " + r, lambda x, i, s: x.scatter_reduce(0, i, s, r, include_self=False), s, i,
             s) if dt.is_floating_point else None
same("index_add", lambda x, i, s: x.index_add(1, i, s, alpha=2), x, i1, torch.randn(4, 3, 3))
same("index_copy", lambda x, i, s: x.index_copy(1, i, s), x, torch.tensor([1, 4]), torch.randn(4, 2, 3))
same("index_fill", lambda x, i: x.index_fill(1, i, 3), x, torch.tensor([1, 4]))
same("index", lambda x, i: x[i], x, torch.tensor([-1, 2]))
same("index mid", lambda x, i: x[:, i], x, torch.tensor([[-1, 2], [0, 0]]))
same("index two", lambda x, i, j: x[i, :, j], x, torch.tensor([1, 2]), torch.tensor([[0], [-1]]))
same("index adj", lambda x, i, j: x[:, i, j], x, torch.tensor([1, 2]), torch.tensor([[0], [-1]]))
same("mask", lambda x, m: x[m], x, m)
same("mask rows", lambda x: x[x[:, 0, 0] > 0], x)
same("masked_select", lambda x, m: torch.masked_select(x, m), x, m)
same("masked_scatter", lambda x, m, s: x.masked_scatter(m, s), x, m, torch.randn(60))
same("nonzero", lambda x: torch.nonzero(x), m)
same("nonzero0", lambda x: torch.nonzero(x), torch.tensor(3.0))
def put(x, i, v, acc):
    x = x.clone()
    x.index_put_((i,), v, accumulate=acc)
    return x
same("put", put, x, torch.tensor([3, -3]), torch.randn(2, 5, 3), False)
same("put acc", put, x, torch.tensor([1, 1]), torch.randn(5, 3), True)
def setm(x, m):
    x = x.clone()
    x[m] = 0
    return x
same("set mask", setm, x, m)
for n in (3, 70, 1500, 20000):
    v = torch.randn(2, n)
    for name in ("cumsum", "cumprod", "cummax", "cummin", "logcumsumexp"):
        f = getattr(torch, name)
        same(name + str(n), lambda v: f(v, 1), v)
        same(name + " rows" + str(n), lambda v: f(v, 0), v)
same("cumsum int", lambda v: torch.cumsum(v, 0), torch.arange(10))
for mode in ("sum", "prod", "mean", "amax", "amin"):
    same("scatter_reduce " + mode, lambda v, i: v.scatter_reduce(1, i, v * 2, mode, include_self=False),
         torch.randn(3, 4), torch.randint(0, 4, (3, 4)))
same("repeats", lambda v, n: v.repeat_interleave(n, dim=0), torch.randn(3, 2), torch.tensor([2, 0, 1]))
same("cumsum bool", lambda v: torch.cumsum(v, 0), torch.tensor([True, False, True]))
same("cumsum half", lambda v: torch.cumsum(v, 0), torch.randn(10).half())
same("cumsum t", lambda v: torch.cumsum(v.t(), 0), torch.randn(10, 4))
same("cummax nan", lambda v: torch.cummax(v, 0), torch.tensor([1.0, float("nan"), 2, 5, float("nan"), 1]))
same("many", lambda v: torch.cumsum(v, 1), torch.randn(600, 9, 2))
# Compiled, a flip is a view that runs backwards, which is copied before the scan.
def backwards(v):
    return v.flip(0).cumsum(0), v[:, 1:4].cumsum(0), v.flip(1).cumsum(1), v[::2].flip(0).cumsum(0)
same("cumsum backwards", torch.compile(backwards), torch.randn(4, 5))
for n in (1, 5, 100, 2048, 2049, 7000):
    v = torch.randint(-50, 50, (3, n)).float() / 7
    same("sort%d" % n, lambda v: torch.sort(v, 1, stable=True), v)
    same("sort d%d" % n, lambda v: torch.sort(v, 1, descending=True, stable=True), v)
    same("argsort%d" % n, lambda v: torch.argsort(v, 1, stable=True), v)
    same("topk%d" % n, lambda v: torch.topk(v + torch.arange(n, device=v.device) * 1e-3, min(n, 3)), v)
# The first of long rows: many equal, all equal, rows that are cut in pieces, NaN and both zeros.
for dtype in (
    torch.float32,
    torch.float64,
    torch.float16,
    torch.bfloat16,
    torch.int64,
    torch.int32,
    torch.int16,
    torch.uint8,
):
    v = (torch.randn(3, 5000) * 60).to(dtype)
    for largest in (True, False):
        values, places = torch.topk(v.cuda(), 7, 1, largest)
        want = torch.sort(v, 1, descending=largest, stable=True)
        if not torch.equal(values.cpu(), want[0][:, :7]) or not torch.equal(places.cpu(), want[1][:, :7]):
            fail("first of " + str(dtype))
for name, v in (("equal", torch.zeros(2, 9000)), ("few values", torch.randint(0, 3, (2, 9000)).float()),
                ("one row", torch.randn(1, 300000)), ("one row of ties", torch.randint(0, 5, (1, 300000)).float())):
    for k in (1, 50, 1000):
        for largest in (True, False):
            got, want = torch.topk(v.cuda(), k, 1, largest), torch.sort(v, 1, descending=largest, stable=True)
            if not torch.equal(got[0].cpu(), want[0][:, :k]) or not torch.equal(got[1].cpu(), want[1][:, :k]):
                fail("first %d, %s" % (k, name))
v = torch.randn(2, 4000)
v[:, 5], v[0, 7:9], v[1, 70:1000], v[1, 1000:2000] = float("nan"), float("inf"), 0.0, -0.0
for largest in (True, False):
    got, want = torch.topk(v.cuda(), 9, 1, largest), torch.sort(v, 1, descending=largest, stable=True)
    if not torch.equal(got[1].cpu(), want[1][:, :9]):
        fail("first with NaN")
# Whole rows, digit by digit: in one tile, in several, and in so many that their counts are added up beforehand.
types = (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16, torch.int8,
         torch.uint8)
lengths = [(d, 4500) for d in types] + [(torch.float32, n) for n in (700, 1500, 3000)] + [(torch.int8, 70000)]
for dtype, n in lengths:
    v = (torch.randn(2, n) * 60).to(dtype)
    if dtype.is_floating_point:
        v[:, 5], v[0, 7:9], v[1, 70:100], v[1, 1000:2000] = float("nan"), float("inf"), 0.0, -0.0
    for descending in (False, True):
        got, want = (torch.sort(t, 1, descending=descending, stable=True) for t in (v.cuda(), v))
        if not torch.equal(got[1].cpu(), want[1]) or repr(got[0].tolist()) != repr(want[0].tolist()):
            fail("sort of " + str(dtype))
got, want = torch.topk((v := torch.randn(2, 9000)).cuda(), 1500), torch.sort(v, 1, descending=True, stable=True)
if not torch.equal(got[1].cpu(), want[1][:, :1500]):
    fail("first 1500")
same("sort of bool", lambda v: torch.sort(v, stable=True), torch.randn(5000) > 0)
same("topk of columns", lambda v: torch.topk(v, 3, 0), torch.randn(3000, 4))
same("compiled topk", torch.compile(lambda v: torch.topk(v * 2, 3)[0] + 1), torch.randn(4, 3000))
same("sort0", lambda v: torch.sort(v, 0), torch.randn(5, 3, 2))
same("sort int", lambda v: torch.sort(v, stable=True), torch.randint(-9, 9, (4, 30)))
same("sort nan", lambda v: torch.sort(v), torch.tensor([1.0, float("nan"), -3, float("inf")]))
same("sort scalar", lambda v: torch.sort(v), torch.tensor(1.0))


def refused(f):
    try:
        f()
    except Exception as e:
        return type(e).__name__ + ": " + str(e).split("\n")[-1]
    return "nothing"


cuda = lambda *values: torch.tensor(values, device="cuda")
for want, f in (
    ("IndexError: index 5 is out of bounds for dimension 0 with size 3",
     lambda: torch.zeros(3, device="cuda")[cuda(5)]),
    ("IndexError: index out of range in self", lambda: F.embedding(cuda(9), torch.zeros(3, 2, device="cuda"))),
    ("RuntimeError: index 4 is out of bounds for dimension 0 with size 3",
     lambda: torch.gather(torch.zeros(3, device="cuda"), 0, cuda(4))),
    # Many positions are looked at when the host waits.
    ("AcceleratorError: index 5 is out of bounds for dimension 0 with size 3 in an earlier call: kernels run after "
     "the calls that launch them.",
     lambda: torch.zeros(3, device="cuda")[torch.full((100,), 5, device="cuda")].sum().item()),
    ("nothing", lambda: torch.ones(2, device="cuda").sum().item()),
):
    got = refused(f)
    if got != want:
        bad += 1
        print("got", got, "want", want)
print("all agree" if bad == 0 else f"{bad} differ")
