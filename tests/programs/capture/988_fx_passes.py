# Passes of torch.fx: constants computed once, common subexpressions, arguments in one form, parts by tags.
import operator

import torch
import torch.fx as fx
from torch.fx.experimental.const_fold import FoldedGraphModule, split_const_subgraphs
from torch.fx.experimental.normalize import NormalizeArgs
from torch.fx.experimental.proxy_tensor import make_fx
from torch.fx.operator_schemas import normalize_function, normalize_module
from torch.fx.passes.dialect.common.cse_pass import CSEPass
from torch.fx.passes.fake_tensor_prop import FakeTensorProp
from torch.fx.passes.shape_prop import ShapeProp
from torch.fx.passes.split_utils import split_by_tags
from torch.fx.passes.tools_common import legalize_graph
from torch.fx.passes.utils.matcher_utils import SubgraphMatcher


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.attr_1 = torch.nn.Parameter(torch.tensor([[-0.9]]))
        self.attr_2 = torch.nn.Parameter(torch.tensor([[17.1]]))
    def forward(self, x, y):
        a = self.attr_1 + self.attr_1
        x = x - a
        return x * y + self.attr_2
mod = M()
folded = split_const_subgraphs(mod)
print(type(folded).__name__)
print(folded.code)
x = torch.tensor([[0.5]])
print(folded(x, x), mod(x, x))
print(folded.graph)

class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Parameter(torch.tensor([1.0]))
        self.b = torch.nn.Parameter(torch.tensor([2.0]), requires_grad=False)
        self.register_buffer("c", torch.ones(1))
        self.l = torch.nn.Linear(1, 1)
    def forward(self, x):
        p = self.a + self.b
        q = torch.relu(self.c * 2)
        r = q.sum() + p
        z = torch.zeros(1)
        return self.l(x) * p + r - z
g = split_const_subgraphs(M())
print(isinstance(g, FoldedGraphModule), g.has_folding_been_run)
print(g.code)
print(g.const_subgraph_module.code)
print(g.fx_const_folded_attrs_name, g.device_for_folded_attrs)
g(torch.ones(1))
print(g.has_folding_been_run, sorted(n for n, _ in g.named_parameters()))
print(g.graph)
class N(torch.nn.Module):
    def forward(self, x): return x + 1
n = split_const_subgraphs(N())
print(n.code, n.const_subgraph_module)
def f(x):
    return x + 1
s = split_const_subgraphs(M(),
                          skip_folding_node_fn=lambda node: node.op == "call_function" and "relu" in str(node.target))
print(s.code)

def f(x):
    a = x.cos()
    b = x.cos()
    c = a + a
    d = b + b
    return c + d
g = make_fx(f)(torch.randn(3))
print(g.code)
res = CSEPass()(g)
print(res.modified)
print(res.graph_module.code)

class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(2, 2)
    def forward(self, x):
        return torch.relu(self.l(x)) + 1
gm = fx.symbolic_trace(M())
ShapeProp(gm).propagate(torch.ones(3, 2))
class T(fx.Transformer):
    def call_function(self, target, args, kwargs):
        if target is torch.relu:
            return torch.sigmoid(*args, **kwargs)
        return super().call_function(target, args, kwargs)
for n in gm.graph.nodes: n.meta["tag"] = n.name
t = T(gm).transform()
print(t.code)
for n in t.graph.nodes:
    print(n.name, n.meta.get("tag"), n.meta["tensor_meta"].shape if "tensor_meta" in n.meta else None)
print(type(t).__name__)

class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear1 = torch.nn.Linear(2, 3)
        self.linear2 = torch.nn.Linear(4, 5)
        self.linear3 = torch.nn.Linear(6, 7)
        self.linear4 = torch.nn.Linear(8, 6)
    def forward(self, x1, x2, x3):
        v1 = self.linear1(x1)
        v2 = self.linear2(x2)
        v3 = self.linear3(x3)
        v4 = torch.cat([v1, v2, v3])
        return self.linear4(v4)
gm = fx.symbolic_trace(M())
for n in gm.graph.nodes:
    if n.name == "linear1": n.tag = "red"
    if n.name in ("linear2", "linear3"): n.tag = "blue"
    if n.name in ("cat", "linear4"): n.tag = "green"
s, order = split_by_tags(gm, ["red", "blue", "green"], return_fqn_mapping=True)
print(s.code)
print(s.red.code, s.blue.code, s.green.code)
print(order)

print(normalize_function(torch.nn.functional.relu, (torch.ones(1),), normalize_to_only_use_kwargs=True))
print(normalize_function(torch.nn.functional.linear, (1, 2)))
print(normalize_function(torch.nn.functional.dropout, (1,), {"training": False}, normalize_to_only_use_kwargs=True))
def user(a, b=2, *, c=3): return a
print(normalize_function(user, (1,), normalize_to_only_use_kwargs=True))
m = torch.nn.Sequential(torch.nn.Linear(2, 2))
print(normalize_module(m, "0", (1,), normalize_to_only_use_kwargs=True))
def f(x, w):
    x = torch.nn.functional.relu(x)
    x = torch.nn.functional.dropout(x, 0.1)
    x = torch.nn.functional.max_pool2d(x, 2)
    y = x + w
    z = x.sum(1)
    return torch.nn.functional.linear(y, w, bias=None) + z.relu() * user(x)
fx.wrap("user")
gm = fx.symbolic_trace(f)
for n in gm.graph.nodes:
    r = n.normalized_arguments(gm, normalize_to_only_use_kwargs=True)
    print(n.name, r if r is None else (r.args, r.kwargs))
    r = n.normalized_arguments(gm)
    print(n.name, r if r is None else (r.args, r.kwargs))

def f(x, y):
    return torch.nn.functional.linear(x, y) + torch.add(x, 2).sum(1)
gm = fx.symbolic_trace(f)
print(NormalizeArgs(gm).transform().code)
g = fx.Graph()
a = g.placeholder("a")
b = g.call_function(torch.relu, (a,))
c = g.call_function(torch.neg, (b,))
g.output(c)
c.prepend(b) 
a_ = g.find_nodes(op="placeholder")[0]
b.append(a_) if False else None
gm = fx.GraphModule({}, g)
print(legalize_graph(gm).code)
FakeTensorProp(gm).propagate(torch.ones(2, 3))
print([(n.name, n.meta["val"]) for n in gm.graph.nodes if "val" in n.meta])

def pat(x, y): return torch.relu(x + y)
def tgt(x, y, z): return torch.relu(x + y) * z
p, t = fx.symbolic_trace(pat), fx.symbolic_trace(tgt)
m = SubgraphMatcher(p.graph, match_output=False, match_placeholder=False, remove_overlapping_matches=True)
for match in m.match(t.graph):
    print({k.name: v.name for k, v in match.nodes_map.items() if hasattr(v, "name")})
    print(match.anchors, match.returning_nodes, match.placeholder_nodes)

