# Views as outputs, changed inputs, inputs that share memory, trees of outputs.
import torch


def compiled(f):
    torch._dynamo.reset()
    return torch.compile(f)


x = torch.arange(6.0).reshape(2, 3)
v = compiled(lambda a: a.t())(x)
v[0, 0] = 9.0
print("view of input", x[0, 0].item(), v.shape, v.is_contiguous())
x = torch.arange(6.0)
print("input itself", compiled(lambda a: a)(x) is x)
def pair(a): return a, a + 1, a
r = compiled(pair)(x)
print("input among outputs", r[0] is x, r[2] is x, torch.equal(r[1], x + 1))
def twice(a):
    b = a.sin()
    return b, b, b.view(2, 3)
r = compiled(twice)(x)
r[0][0] = 7.0
print("same output twice", r[0] is r[1], r[2][0, 0].item())
def inplace(a):
    a.add_(1)
    a.mul_(2)
    return a.sum()
a, b = torch.ones(3), torch.ones(3)
print("in place", compiled(inplace)(a).item(), inplace(b).item(), a.tolist(), a._version > 0)
def inplace_view(a):
    a[0].zero_()
    a[:, 1] += 5
    return a * 1
a, b = torch.ones(2, 2), torch.ones(2, 2)
print("in place through views", torch.equal(compiled(inplace_view)(a), inplace_view(b)), a.tolist())
def two(a, b):
    a.add_(1)
    return a + b
s = torch.zeros(4)
print("shared memory", compiled(two)(s, s).tolist(), s.tolist())
s = torch.zeros(4)
print("overlapping", compiled(two)(s[:3], s[1:]).tolist(), s.tolist())
def tree(a, n, flag=None):
    return {"sum": a.sum(), "none": None, "n": n + 1, "list": [a, (a * 2, "text")], "flag": flag, "shape": a.shape}
r = compiled(tree)(x, 4)
print("tree", list(r), r["none"], r["n"], r["sum"].item(), r["list"][0] is x, r["list"][1][1], r["flag"], r["shape"])
print("None alone", compiled(lambda a: None)(x), compiled(lambda a: 5)(x))
def chunks(a):
    p, q = a.chunk(2)
    return p * 2, q, a.max(dim=0)
r = compiled(chunks)(x)
print("chunks", r[0].tolist(), r[1].tolist(), r[2].values.item(), r[2].indices.item())
def out_list(a, results):
    results.append(a * 2)
    return len(results)
results = []
f = compiled(out_list)
print("list changed", f(x, results), f(x, results), len(results), torch.equal(results[0], x * 2))
w = torch.ones(3, requires_grad=True)
def leaf(a, c):
    return (a * c).sum(), c.detach(), a.view(3)
r = compiled(leaf)(w, torch.full((3,), 2.0))
r[0].backward()
print("grads", w.grad.tolist(), r[1].requires_grad, r[2].requires_grad)
def aliased_out(a):
    a.mul_(3)
    return a
a = torch.ones(2)
print("changed input returned", compiled(aliased_out)(a) is a, a.tolist())
