# feature: numbers out of a dtype's range, memory that is read and written at once, positions outside, variance
# without degrees of freedom, searching
# seed: none
import torch


def show(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, e)


for dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.float32, torch.bool):
    for value in (300, -1, -300, 2 ** 31, 1e6, 1e39, float("inf"), float("nan"), 255.9, True):
        name = f"{dtype} {value}"
        show(name, lambda: torch.zeros(1, dtype=dtype).__setitem__(0, value))
        show(name, lambda: torch.full((1,), value, dtype=dtype))
        show(name, lambda: torch.zeros(1, dtype=dtype).masked_fill(torch.tensor([True]), value))
        show(name, lambda: torch.zeros(1, dtype=dtype).scatter(0, torch.tensor([0]), value))
special = torch.tensor([300.0, -300.0, 1e10, 1e20, float("inf"), -float("inf"), float("nan")])
for dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64):
    print(special.to(dtype), special.double().to(dtype))
a = torch.arange(6.0)
show("copy", lambda: a[1:].copy_(a[:-1]))
show("assign", lambda: a.__setitem__(slice(1, None), a[:-1]))
show("add", lambda: a[1:].add_(a[:-1]))
show("apart", lambda: a[:3].add_(a[3:]))
show("itself", lambda: a.add_(a))
show("strided", lambda: a[::2].copy_(a[1::2]))
show("transposed", lambda: a.view(2, 3).t().copy_(a.view(3, 2)))
x = torch.ones(2, 3)
show("take", lambda: torch.take(torch.empty(0), torch.tensor([0])))
show("take", lambda: torch.take(x, torch.tensor([-7])))
show("take", lambda: torch.take(x, torch.tensor([1.0])))
show("copy", lambda: x.index_copy(0, torch.tensor([0]), torch.ones(3)))
show("copy", lambda: x.index_copy_(0, torch.tensor([0]), torch.ones(1, 4)))
show("copy", lambda: x.index_copy_(0, torch.tensor([0]), torch.ones(1, 3).double()))
show("add", lambda: x.index_add(0, torch.tensor([0]), torch.ones(3)))
show("add", lambda: x.index_add(0, torch.tensor([0]), torch.ones(1, 4)))
s = torch.tensor(1.0)
show("add", lambda: s.clone().index_add_(0, torch.tensor([0]), torch.tensor([2.0])))
show("select", lambda: torch.index_select(s, 0, torch.tensor([0, 0])))
show("select", lambda: torch.index_select(s, 1, torch.tensor([0])))
show("slice", lambda: s[:])
y = torch.tensor([1.0, -2.0, 3.0])
y[y > 0] = torch.ones(1, dtype=torch.int64)
print(y)
show("search", lambda: torch.searchsorted(torch.ones(2,3), torch.ones(3)))
show("search", lambda: torch.searchsorted(torch.ones(2,3), torch.ones(3,3)))
show("search", lambda: torch.searchsorted(torch.ones(2,3), torch.tensor(1.)))
show("search", lambda: torch.searchsorted(torch.ones(2,3), 1.))
show("search", lambda: torch.searchsorted(torch.tensor(1.), torch.tensor(1.)))
show("search", lambda: torch.searchsorted(torch.tensor(1.), 2.))
show("search", lambda: torch.searchsorted(torch.ones(3), torch.tensor([1])))
show("search", lambda: torch.searchsorted(torch.tensor([1,2]), 1.5))
show("search", lambda: torch.searchsorted(torch.tensor([1,2]), torch.tensor(1.5)))
show("search", lambda: torch.searchsorted(torch.ones(0), torch.ones(2)))
show("search", lambda: torch.searchsorted(torch.ones(2,0), torch.ones(2,2)))
show("search", lambda: torch.searchsorted(torch.tensor([True]), torch.tensor([True])))
show("search", lambda: torch.searchsorted(torch.tensor([1,2]), 1, right=False, side='right'))
show("search", lambda: torch.searchsorted(torch.tensor([1,2]), 1, side='left', right=True))
show("search", lambda: torch.searchsorted(torch.tensor([3,1,2]), torch.tensor([2]), sorter=torch.tensor([1,2,0])))
show("search", lambda: torch.bucketize(torch.ones(3), torch.ones(2,2)))
show("search", lambda: torch.bucketize(torch.ones(3), torch.tensor(1.)))
show("search", lambda: torch.bucketize(1.5, torch.tensor([1.,2.])))
show("search", lambda: torch.bucketize(torch.tensor([1,2]), torch.tensor([1.5])))
show("search", lambda: torch.bucketize(torch.tensor([float('nan'), 1.]), torch.tensor([1.,2.,float('nan')])))
show("search", lambda: torch.bucketize(torch.tensor([1,2]), torch.tensor([1,2]), out_int32=True))
show("search", lambda: torch.bucketize(torch.tensor([]), torch.tensor([1,2.])))
v = torch.tensor([[1.0, 2.0, 4.0]])
for correction in (0, 1, 2, 3, 5, -1, 0.5):
    for f in (torch.var, torch.std):
        print(f(v, correction=correction), f(v, dim=1, correction=correction),
              f(v[0, :1], dim=0, correction=correction), f(torch.empty(0), correction=correction))
w = torch.tensor([1.0, 2.0, 4.0], requires_grad=True)
torch.var(w, correction=3).backward()
print(w.grad)
three = torch.zeros(3)
show("scatter", lambda: three.masked_scatter(torch.tensor([True, True, True]), torch.ones(2)))
show("scatter", lambda: three.masked_scatter(torch.tensor([True, True, False]), torch.ones(2, dtype=torch.int64)))
show("scatter", lambda: three.masked_scatter(torch.tensor([[True], [False]]), torch.ones(3)))
show("scatter", lambda: torch.zeros(1).masked_scatter(torch.tensor([True, True]), torch.ones(3)))
show("scatter", lambda: three.masked_scatter(torch.tensor([True, False]), torch.ones(3)))
show("scatter", lambda: three.masked_scatter(torch.tensor([1, 0, 1]), torch.ones(3)))
show("scatter", lambda: torch.zeros(2, 1).masked_scatter(torch.ones(2, 3, dtype=torch.bool), torch.arange(6.0)))
