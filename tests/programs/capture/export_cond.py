# feature: torch.cond in an exported program: both branches are graphs of it, state that they close over is passed in
# seed: none
import torch


class Gate(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = torch.nn.Linear(3, 3)
        self.register_buffer("shift", torch.tensor([1.0, 2.0, 3.0]))

    def forward(self, x):
        def large(t):
            return self.lin(t).relu() + self.shift

        def small(t):
            return t * 2

        return torch.cond(x.sum() > 0, large, small, (x,))


class Pair(torch.nn.Module):
    def forward(self, x, flag):
        y = x + 1
        a, b = torch.cond(flag, lambda t, u: (t + u, t * u), lambda t, u: (t - u, t.sin()), (x, y))
        return a * 2, b


class Nested(torch.nn.Module):
    def forward(self, x):
        def outer(t):
            return torch.cond(t.sum() > 10, lambda u: u * 10, lambda u: u + 1, (t,))

        return torch.cond(x.sum() > 0, outer, lambda t: -t, (x,))


def show(title, program):
    print(title)
    for node in program.graph.nodes:
        print(" ", node.op, node.name)
    print(" ", [name for name, _ in program.graph_module.named_children()])
    for name, branch in program.graph_module.named_children():
        print(" ", name, [node.name for node in branch.graph.nodes if node.op == "placeholder"][:1],
              [str(node.target) for node in branch.graph.nodes if node.op == "call_function"])


torch.manual_seed(0)
gate = Gate()
program = torch.export.export(gate, (torch.ones(2, 3),))
show("gate", program)
for x in (torch.ones(2, 3), -torch.ones(2, 3)):
    print(torch.equal(program.module()(x), gate(x)))
pair = torch.export.export(Pair(), (torch.arange(3.0), torch.tensor(True)))
show("pair", pair)
for flag in (True, False):
    print([t.tolist() for t in pair.module()(torch.arange(3.0), torch.tensor(flag))])
nested = torch.export.export(Nested(), (torch.ones(4),))
print([nested.module()(torch.full((4,), v)).tolist() for v in (1.0, 5.0, -1.0)])
moving = torch.export.export(gate, (torch.ones(2, 3),), dynamic_shapes={"x": {0: torch.export.Dim("n", min=2)}})
print(moving.module()(torch.ones(5, 3)).shape, torch.equal(moving.module()(-torch.ones(4, 3)), gate(-torch.ones(4, 3))))
