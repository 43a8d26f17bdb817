import torch


def show(gm, inputs):
    print("graph:", [str(n.target) for n in gm.graph.nodes if n.op.startswith("call")])
    return gm.forward


def inner(x):
    return x.cos()


@torch.compiler.disable(recursive=False)
def outer(x):
    return inner(x) + 1


@torch.compile(backend=show)
def caller(x):
    return outer(x) * 2


print(caller(torch.zeros(2)))
print("direct")
print(torch.compile(outer, backend=show)(torch.zeros(2)))
print(caller(torch.zeros(2)))
torch._dynamo.reset()
print("again")
print(caller(torch.zeros(2)))


@torch.compiler.disable
def nested(x):
    return inner(x) - 1


g = torch.compile(torch.compile(nested, backend=show), backend=show)
print(g(torch.zeros(2)))
h = torch.compiler.disable(g)
print(h(torch.ones(2)))
print(torch.compile(h, backend=show)(torch.ones(2)))
print(nested(torch.zeros(2)))
try:
    torch.compile(lambda x: nested(x), backend=show, fullgraph=True)(torch.zeros(2))
except Exception as e:
    print(type(e).__name__)
