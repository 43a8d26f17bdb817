import torch, torch.fx, operator, copy
import torch.nn as nn
from torch.fx import Graph, GraphModule, Node, Proxy, Tracer, symbolic_trace, replace_pattern, Interpreter, Transformer
x = torch.tensor([1.0, -2.0])
def f(x, y=2):
    z = torch.relu(x) + y
    return z.neg() * z
gm = symbolic_trace(f)
print(gm.code)
for n in gm.graph.nodes: print(n.format_node(), [u.name for u in n.users], [a.name for a in n.all_input_nodes])
# hand built
g = Graph()
a = g.placeholder("a")
b = g.placeholder("b", default_value=3)
c = g.call_function(operator.add, (a, b))
d = g.call_function(torch.cat, ([a, c],), {"dim": 0})
e = g.call_method("sum", (d,))
g.output((e, {"k": c}))
g.lint()
print(g)
m = GraphModule({}, g, "Mine")
print(m(x, x)[0], m(x)[0], type(m).__name__)
with g.inserting_after(c):
    n = g.call_function(torch.mul, (c, 2))
d.replace_input_with(c, n)
m.recompile()
print(m.code, m(x, x)[0])
try: g.erase_node(c)
except RuntimeError as err: print(err)
n2 = list(g.nodes)[2]
print(n2.name, n2.op, n2.target.__name__, n2.args, n2.prev.name, n2.next.name, n2 == c, n2 < d)
for nd in reversed(g.nodes): print(nd.name, end=" ")
print(len(g.nodes), n in g.nodes)
class T(Transformer):
    def call_function(self, target, args, kwargs):
        if target is torch.relu: return super().call_function(torch.sigmoid, args, kwargs)
        return super().call_function(target, args, kwargs)
t = T(gm).transform()
print(t.code, t(x))
def pat(a): return torch.relu(a) + 1
def rep(a): return torch.tanh(a)
def h(x): return torch.relu(x) + 1 - (torch.relu(x * 2) + 1)
hm = symbolic_trace(h)
ms = replace_pattern(hm, pat, rep)
print(len(ms), hm.code, hm(x))
cp = copy.deepcopy(hm)
print(cp.code == hm.code, cp(x).tolist() == hm(x).tolist())
class Net(nn.Module):
    def __init__(s):
        super().__init__()
        s.l = nn.Linear(2, 2)
        s.d = nn.Dropout(0.5)
        s.p = nn.Parameter(torch.ones(2))
        s.register_buffer("buf", torch.zeros(2))
        s.sub = nn.ModuleList([nn.ReLU(), nn.Linear(2, 1)])
    def forward(s, x):
        x = s.l(x) * s.p + s.buf
        for q in s.sub: x = q(x)
        return s.d(x), x.size(0)
nm = symbolic_trace(Net())
print(nm.graph)
print(nm)
print([k for k in nm.state_dict()])
def ctl(x):
    if x.sum() > 0: return x
    return -x
for fn in (ctl, lambda x: len(x), lambda x: bool(x), lambda x: [i for i in x], lambda x: x.foo + x.bar(1)):
    try: print(symbolic_trace(fn).code)
    except Exception as err: print(type(err).__name__, str(err)[:80])
def unp(x):
    a, b = x.split(1)
    return a @ b, a[..., None], ~a, a // 2, 2 - a, a ** 2, -a, a == b, abs(a), a & b, 3 > a
print(symbolic_trace(unp).code)
@torch.fx.wrap
def helper(x, k): return x * k if k > 1 else x
def useh(x): return helper(x, 3) + 1
hm = symbolic_trace(useh)
print(hm.code, hm(x))
g2 = symbolic_trace(lambda x: (x + 1, x * 2))
print(g2.graph.eliminate_dead_code())
from torch.fx.passes.shape_prop import ShapeProp
sp = symbolic_trace(f)
ShapeProp(sp).propagate(torch.ones(3))
print([(n.name, n.meta["tensor_meta"].shape, n.meta["tensor_meta"].dtype) for n in sp.graph.nodes
       if "tensor_meta" in n.meta])
class Lg(Interpreter):
    def run_node(self, n):
        r = super().run_node(n)
        print(n.op, n.name, type(r).__name__)
        return r
Lg(gm).run(x, 1)
from torch.fx.passes.infra.pass_base import PassBase, PassResult
from torch.fx.passes.infra.pass_manager import PassManager
class P1(PassBase):
    def call(self, gm):
        ch = False
        for n in gm.graph.nodes:
            if n.target is torch.relu:
                n.target = torch.sigmoid
                ch = True
        return PassResult(gm, ch)
r = PassManager([P1()])(symbolic_trace(f))
r.graph_module.recompile()
print(r.modified, r.graph_module.code)
print(gm.graph.output_node().args, torch.fx.node.map_arg((gm.graph.output_node().args), lambda n: n.name))
ng = Graph()
vm = {}
out = ng.graph_copy(gm.graph, vm)
ng.output(out)
print(ng)
