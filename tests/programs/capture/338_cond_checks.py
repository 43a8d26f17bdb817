# feature: what the branches of torch.cond may not do, tensors made with requires_grad, generators from outside,
# parameters in code
# seed: none
import torch
import torch.nn as nn


def run(fn, *args):
    torch._dynamo.reset()
    graphs = []

    def backend(gm, ex):
        graphs.append(len([n for n in gm.graph.nodes if "call" in n.op]))
        return gm.forward

    try:
        result = torch.compile(fn, backend=backend)(*args)
        print(fn.__name__, graphs, [t.tolist() for t in result] if isinstance(result, tuple) else result.tolist())
    except Exception as e:
        lines = [line for line in str(e).split("\n") if line and "Found in" not in line]
        print(fn.__name__, graphs, type(e).__name__, lines[:3] if "Uncaptured" in type(e).__name__ else lines[:1])


def operand_back(x):
    return torch.cond(x.sum() > 0, lambda t: t.sum(), lambda t: t, (x,))


def one_operand_back(x):
    return torch.cond(x.sum() > 0, lambda t: (t + 1, t * 2), lambda t: (t - 1, t), (x,))


def other_count(x):
    return torch.cond(x.sum() > 0, lambda t: (t + 1, t * 2), lambda t: t - 1, (x,))


def other_dtype(x):
    return torch.cond(x.sum() > 0, lambda t: t + 1, lambda t: t.double(), (x,))


def in_place(x):
    return torch.cond(x.sum() > 0, lambda t: t.add_(1), lambda t: t - 1, (x,))


def breaks(x):
    def branch(t):
        print("a")
        return t + 1

    return torch.cond(x.sum() > 0, branch, lambda t: t - 1, (x,))


def fine(x):
    return torch.cond(x.sum() > 0, lambda t: (t + 1, t * 2), lambda t: (t - 1, t * 3), (x,))


def nested(x):
    return torch.cond(x.sum() > 0, lambda t: torch.cond(t.sum() > 9, lambda u: u + 1, lambda u: u * 2, (t,)),
                      lambda t: t - 1, (x,))


def wants_gradient(x):
    return torch.ones(2, requires_grad=True) * x


def retained(x):
    y = x * 2
    y.retain_grad()
    return y.sum()


def from_outside(x, numbers):
    x = x + 1
    for n in numbers:
        x = x + n
    return x


def tensor_of_tensors(x):
    return torch.tensor([x.sum(), 2.0]), torch.tensor([[x[0, 0], 1], [2, 3]])


for fn in (operand_back, one_operand_back, other_count, other_dtype, in_place, breaks, fine, nested, wants_gradient,
           tensor_of_tensors):
    run(fn, torch.ones(2, 2))
run(retained, torch.ones(2, requires_grad=True))
run(from_outside, torch.ones(2), (n for n in [1, 2]))


def show(gm, ex):
    print(gm.code.strip().split("\n")[0])
    print([n.type for n in gm.graph.nodes if n.op == "placeholder"])
    return gm.forward


linear = nn.Linear(2, 2)
weight = nn.Parameter(torch.ones(2))
torch.compile(lambda x: linear(x) * weight, backend=show)(torch.ones(2, 2))
for backend in ("aot_eager", "inductor"):
    torch._dynamo.reset()
    sizes = torch.compile(lambda a: (torch.tensor(a.size(0)), torch.tensor([a.size(0), 2]), a.size(0) << 1,
                                     a.size(0) & 1, abs(a.size(0) - 5), a.size(0) > 4), backend=backend)
    for n in (3, 4, 5, 6):
        print(backend, [v.tolist() if isinstance(v, torch.Tensor) else v for v in sizes(torch.ones(n))])
