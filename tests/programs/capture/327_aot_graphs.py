# feature: aot_autograd and functorch.compile: forward and backward graphs of ATen operators handed to compilers of
# the program
# seed: none
import torch
import torch.nn.functional as F
from functorch.compile import (
    aot_function, aot_module, default_partition, make_boxed_compiler, make_boxed_func,
    min_cut_rematerialization_partition, nop,
)
from torch._dynamo.backends.common import aot_autograd


def show(tag):
    def compiler(gm, example_inputs):
        print(tag, [tuple(e.shape) for e in example_inputs])
        print(gm.code.strip())
        print("  ", [n.name for n in gm.graph.nodes if n.op == "call_function"
                     and n.target == torch.ops.aten.mul.Tensor])
        return make_boxed_func(gm.forward)
    return compiler


def arithmetic(x):
    return (x + 1) * 2 - x / 3


def inplace(x):
    y = x.clone()
    y.add_(1)
    y.mul_(2)
    return y


def mutates(x):
    x.add_(1)
    return x * 2


def reductions(x):
    return x.sum(), x.mean(dim=0), x.max(), x.argmax(dim=1), x.var(), x.std(0), x.norm()


def shapes(x):
    return x.reshape(4), x[0], x[:, 1], x[1:], torch.cat([x, x]), torch.stack([x, x]), x.t() @ x, x.expand(2, 2,
        2), x.permute(1, 0), x.squeeze()


def activations(x):
    return F.softmax(x, dim=1), F.log_softmax(x, -1), F.gelu(x), F.silu(x), x.sigmoid().tanh(), x.exp().log()


def losses(x):
    return F.mse_loss(x, x * 2), F.cross_entropy(x, torch.tensor([0, 1])), F.layer_norm(x, (2,)), F.dropout(x, 0.5,
        False)


def layer(x, w, b):
    return F.relu(F.linear(x, w, b)).sum()


x = torch.tensor([[1.0, -2.0], [3.0, 4.0]])
for f in (arithmetic, inplace, mutates, reductions, shapes, activations, losses):
    print("inference", f.__name__)
    torch._dynamo.reset()
    with torch.no_grad():
        got = torch.compile(f, backend=aot_autograd(fw_compiler=show("FW")))(x.clone())
        want = f(x.clone())
    if isinstance(got, torch.Tensor):
        got, want = (got,), (want,)
    print(all([torch.allclose(a, b) for a, b in zip(got, want)]))

for f, args in ((arithmetic, 1), (layer, 3)):
    print("training", f.__name__)
    torch._dynamo.reset()
    given = [x.clone().requires_grad_(), x.clone().requires_grad_(), torch.ones(2, requires_grad=True)][:args]
    torch.compile(f, backend=aot_autograd(fw_compiler=show("FW"), bw_compiler=show("BW")))(*given).sum().backward()
    print([g.grad for g in given])

print("aot_function")
given = [x.clone().requires_grad_(), x.clone().requires_grad_(), torch.ones(2, requires_grad=True)]
g = aot_function(layer, fw_compiler=show("FW"), bw_compiler=show("BW"), partition_fn=default_partition)
g(*given).backward()
print(given[0].grad)
print(torch.equal(g(*given), layer(*given)))

print("dicts and nesting")
h = aot_function(lambda d, k: {"s": d["a"] * k, "t": (d["b"] + 1, None)},
                 fw_compiler=make_boxed_compiler(lambda gm, ex: gm), bw_compiler=nop)
r = h({"a": torch.ones(2, requires_grad=True), "b": torch.zeros(1)}, 3.0)
print(r["s"].detach(), r["t"], r["s"].requires_grad)

print("module")
torch.manual_seed(0)
net = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Tanh(), torch.nn.Linear(3, 1))
ops = []


def count(gm, example_inputs):
    ops.append([str(n.target) for n in gm.graph.nodes if n.op == "call_function"])
    return make_boxed_func(gm.forward)


compiled = aot_module(net, fw_compiler=count, bw_compiler=count)
y = compiled(x).sum()
y.backward()
print(torch.allclose(y, net(x).sum()), ops[0], len(ops))
saved = net[0].weight.grad.clone()
net.zero_grad()
net(x).sum().backward()
print(torch.allclose(saved, net[0].weight.grad))
print(torch.ops.aten.add.Tensor, repr(torch.ops.aten.add.Tensor), torch.ops.aten.add,
      torch.ops.aten.sum.dim_IntList(x, [0], True), torch.ops.aten.relu.default.name())
