# torch.export of operators whose result has as many rows as values say: the program checks the
# count, and runs for other counts.
import io

import torch
from torch.export import export


class Call(torch.nn.Module):
    def __init__(self, f):
        super().__init__()
        self.f = f

    def forward(self, x):
        return self.f(x)


def show(f, x, other):
    program = export(Call(f), (x,))
    print(program.graph_module.code.strip())
    print(program.range_constraints)
    print([spec.arg.name for spec in program.graph_signature.output_specs])
    print(program.module()(x), program.module()(other))
    return program


few, many = torch.tensor([1.0, 0.0, 3.0]), torch.tensor([1.0, 2.0, 3.0])
program = show(lambda x: x.nonzero(), few, many)
show(lambda x: (x.nonzero(), x.nonzero() + 1), few, many)
show(lambda x: (x[x > 0], x.masked_select(x > 1)), few, many)
show(lambda x: x[x > 0].exp().sum(), torch.ones(2, 3), torch.zeros(2, 3))
show(lambda x: x[x.sum(1) > 1] * 2, torch.ones(2, 3), torch.zeros(2, 3))
show(lambda x: (x >= 0, x <= 1, x.nonzero().float()), few, many)
file = io.BytesIO()
torch.export.save(program, file)
file.seek(0)
print(torch.export.load(file).module()(many))
