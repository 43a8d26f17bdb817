# feature: what failed checks of traces show, filters of replaced patterns, specs and errors of torch.export
import warnings

import torch
import torch.fx as fx
import torch.nn as nn
from torch.export import export
from torch.fx.passes.utils.source_matcher_utils import get_source_partitions
from torch.fx.subgraph_rewriter import replace_pattern_with_filters

warnings.simplefilter("ignore")


def constant(x, y):
    return x * 2 if y > 2 else x * 3


def identity(x, y):
    return x if y > 2 else x * 2


for f in (constant, identity):
    try:
        torch.jit.trace(f, (torch.ones(2), torch.tensor(3)), check_inputs=[(torch.ones(2), torch.tensor(1))])
    except torch.jit.TracingCheckError as e:
        shown = True
        for line in str(e).split("\n"):
            # Where a node came from names files of the library.
            shown = "ocation:" not in line and (shown or not line.startswith("\t\t"))
            if shown:
                print(line.split(" # ")[0])

held = torch.tensor([float("nan"), 1.0])
print(torch.jit.trace(lambda x: x + held, torch.ones(2))(torch.ones(2)))


class Counting(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = 0

    def forward(self, x):
        self.n += 1
        return x * self.n


try:
    torch.jit.trace(Counting(), torch.ones(2))
except torch.jit.TracingCheckError as e:
    print([line for line in str(e).split("\n") if line.startswith(("ERROR", "Tracing"))])


def chain(x, y):
    a = torch.matmul(x, y)
    return torch.matmul(a + 1, y) + 2


def pattern(x, y):
    return torch.matmul(x, y)


def replacement(x, y):
    return torch.mm(x, y)


gm = fx.symbolic_trace(chain)
seen = []


def second(match, original, graph):
    seen.append((str(match.anchors), str(match.returning_nodes), str(match.placeholder_nodes)))
    return match.returning_nodes[0].name == "matmul_1"


found = replace_pattern_with_filters(gm, pattern, replacement, [second])
print(seen)
print(gm.code, [(str(r.anchor), str(r.replacements)) for r in found])
print(get_source_partitions(gm.graph, [torch.mm]))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.ones(1))
        self.l = nn.Linear(1, 1)
        self.w = nn.Parameter(torch.ones(1))

    def forward(self, x):
        self.count.add_(1)
        return self.l(x) * self.w


ep = export(Model(), (torch.ones(2, 1),))
print(list(ep.state_dict))
for spec in ep.graph_signature.input_specs + ep.graph_signature.output_specs:
    print(spec)


class Branch(nn.Module):
    def forward(self, x):
        if x.sum() > 0:
            return x
        return -x


for args in ((torch.ones(2),), torch.ones(2)):
    try:
        export(Branch(), args)
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0], "|", str(e).split("\n")[-1])
