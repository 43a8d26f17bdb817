# torch._dynamo.export: one graph with the signature of the function.
import torch
import torch._dynamo


def shown(name, f, *args, **options):
    try:
        gm, _ = torch._dynamo.export(f, **options)(*args)
        print(name, gm.code.strip())
        return gm
    except Exception as e:
        print(name, type(e).__name__, str(e).split("\n")[0])


def structured(x, extra, scale=2, *, shift=None):
    z = x * scale + extra["a"][0]
    return {"sum": z.sum(), "parts": [z, x], "scale": scale}


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = torch.nn.Linear(3, 2)
        self.register_buffer("offset", torch.ones(2))
        self.plain = torch.full((2,), 3.0)

    def forward(self, x):
        return self.inner(x).sin() * self.offset + self.plain


def grown(x, y):
    if x.shape[0] > 1:
        return x.new_zeros(x.shape[0] * 2, x.shape[1])
    return y


def outer():
    weight, block = torch.ones(3), Block()
    return lambda x: block(x * weight)


def chosen(x):
    return torch.cond(x.sum() > 0, lambda v: v.sin(), lambda v: v.cos(), (x,))


args = (torch.ones(3), {"a": (torch.zeros(3),)})
gm = shown("structured", structured, *args)
print(gm(*args))
torch.manual_seed(0)
model = Block()
gm = shown("module", model, torch.ones(4, 3))
print(sorted(gm.state_dict()), torch.equal(gm(torch.ones(4, 3)), model(torch.ones(4, 3))))
gm.graph.print_tabular()
shown("aten", model, torch.ones(4, 3), aten_graph=True)
gm = shown("sizes", grown, torch.ones(2, 3), torch.ones(2))
print(gm(torch.ones(4, 2), torch.ones(2)).shape)
shown("real sizes", grown, torch.ones(2, 3), torch.ones(2), tracing_mode="real")
shown("closure", outer(), torch.ones(2, 3))
shown("cond", chosen, torch.ones(3))
shown("input returned", lambda x, y: (y, x + 1, 7), torch.ones(2), torch.ones(2))
shown("no graph", lambda x: "text", torch.ones(2))
shown("changed", lambda x: x.add_(1), torch.ones(2))
shown("break", lambda x: (torch._dynamo.graph_break(), x + 1)[1], torch.ones(2))
shown("branch", lambda x: x if x.sum() > 0 else -x, torch.ones(2))
shown("default", lambda x, y=torch.ones(2): x + y, torch.ones(2))
shown("table", lambda x: x + 1, torch.ones(2), decomposition_table={})
shown("many", lambda *xs, **named: xs[0] + xs[1] * 2, torch.ones(2), torch.ones(2))
