import torch, torch.fx
from torch.fx import symbolic_trace

from torch.fx import symbolic_trace
def f(x: torch.Tensor, y: int = 2, *args, z: float = 1.5, **kw) -> torch.Tensor:
    return x + y * z
gm = symbolic_trace(f)
print(gm.code)
print(gm.graph)
from typing import List, Optional, Dict, Tuple
def g(x: List[torch.Tensor], y: Optional[torch.Tensor] = None, d: Dict[str, torch.Tensor] = None) -> Tuple[torch.Tensor,
    int]:
    return x[0] + d["a"], 3
gm = symbolic_trace(g)
print(gm.code)
print(gm.graph)
gm.graph.print_tabular()
def h(a, b=1.5, c="str", d=None, e=torch.float32, f=(1, 2)):
    return a
gm = symbolic_trace(h)
print(gm.code)
print(gm.graph)
print(gm(torch.ones(1)))
def k(x, *, y): return x - y
gm = symbolic_trace(k)
print(gm.code)
print(gm(1, y=2) if False else gm(1, 2))
def v(x, *args): return x + args[0]
gm = symbolic_trace(v)
print(gm.code)
print(gm(1, 2))
def w(x, **kwargs): return x + kwargs["a"]
gm = symbolic_trace(w)
print(gm.code)
print(gm(1, a=2))

from torch.fx import symbolic_trace
def transform(body):
    return ["print('hi')\n", *body]
gm = symbolic_trace(lambda x: x + 1)
def insert(code_list):
    print(code_list)
    return ["pass\n", *code_list]
gm.graph.on_generate_code(lambda cur: insert)
gm.recompile()
print(gm.code)
print(gm(torch.ones(1)))
with gm.graph.on_generate_code(lambda cur: lambda body: (["x = x * 10\n"] + (cur(body) if cur else body))):
    gm.recompile()
    print(gm.code)
    print(gm(torch.ones(1)))
gm.recompile()
print(gm.code)
class MyGen(torch.fx.graph.CodeGen):
    def gen_fn_def(self, free_vars, maybe_return_annotation, **kw):
        return "def forward(self, lst):\n    " + ", ".join(free_vars[1:]
                                                           if free_vars and free_vars[0]=="self"
                                                           else free_vars) + ", = lst"
    def additional_globals(self): return []
    def process_inputs(self, *inputs): return inputs[0]
gm2 = symbolic_trace(lambda a, b: a + b)
gm2.graph.set_codegen(MyGen())
gm2.recompile()
print(gm2.code)
print(gm2([1, 2]))
print(gm2.graph.process_inputs([1, 2]))

from torch.fx import symbolic_trace, subgraph_rewriter, replace_pattern
from torch.fx.subgraph_rewriter import replace_pattern_with_filters
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = torch.nn.Linear(2, 2)
    def forward(self, x): return torch.relu(self.lin(x)) + torch.relu(self.lin(x))
class Pat(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = torch.nn.Linear(2, 2)
    def forward(self, x): return torch.relu(self.lin(x))
class Rep(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.nn.Tanh()
    def forward(self, x): return self.t(x)
gm = symbolic_trace(M())
m = replace_pattern(gm, Pat(), Rep())
print(len(m))
print(gm.code)
print([n for n, _ in gm.named_modules()])
gm = symbolic_trace(lambda x, y: (x + 1) * (y + 2) * (x + 3))
r = replace_pattern_with_filters(gm, lambda a: a + 1, lambda a: a - 1)
print(len(r), gm.code)
gm = symbolic_trace(lambda x, y: (x + 1) * (y + 2) * (x + 3))
def flt(match, og, pg): return any(str(n) == "add" for n in match.nodes_map.values())
r = replace_pattern_with_filters(gm, lambda a: a + 1, lambda a: a - 1, [flt], ignore_literals=True)
print(len(r), gm.code)
print(r[0].replacements, r[0].anchor)
gm = symbolic_trace(lambda x: torch.relu(torch.relu(torch.relu(torch.relu(x)))))
print(len(replace_pattern(gm, lambda x: torch.relu(torch.relu(x)), lambda x: torch.relu(x))), gm.code)
gm = symbolic_trace(lambda x: x.neg() + x.neg().abs())
print(len(replace_pattern(gm, lambda x: x.neg().abs(), lambda x: x.abs())), gm.code)
gm = symbolic_trace(lambda x, y: torch.add(x, y, alpha=2) + torch.add(x, y))
print(len(replace_pattern(gm, lambda x, y: torch.add(x, y, alpha=2), lambda x, y: torch.sub(x, y))), gm.code)
gm = symbolic_trace(lambda x: x + x)
try: replace_pattern(gm, lambda a, b: a + b, lambda a: a)
except Exception as e: print(type(e).__name__, e)
gm = symbolic_trace(lambda x: (x + 1, x * 2))
print(len(replace_pattern(gm, lambda a: (a + 1, a * 2), lambda a: (a - 1, a / 2))), gm.code)

from torch.fx import symbolic_trace
@torch.fx.wrap
def my_fn(a, b=1): return a + b
torch.fx.wrap("my_other")
def my_other(x): return x * 2
import math
torch.fx.wrap("sqrt")
from math import sqrt
class M(torch.nn.Module):
    def forward(self, x):
        y = my_fn(x, b=2)
        z = my_other(y)
        return z, sqrt(2), my_fn(1, 2), len([1]), math.floor(1.5)
gm = symbolic_trace(M())
print(gm.code)
print(gm(torch.ones(1)))
print(gm.graph)
t = torch.fx.Tracer(autowrap_modules=(math,))
class N(torch.nn.Module):
    def forward(self, x): return math.sqrt(x)
try: print(torch.fx.GraphModule(torch.nn.Module(), t.trace(N())).code)
except Exception as e: print(type(e).__name__, e)

from torch.fx import symbolic_trace

class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(2))
        self.sub = torch.nn.ModuleDict({"a": torch.nn.ReLU()})
    def forward(self, x, *, scale: float = 2.0):
        return {"out": self.sub["a"](x * self.w) * scale, "w": self.w, "shape": x.shape}
gm = symbolic_trace(M())
print(gm.code)
o = gm(torch.ones(2))
print(sorted(o), o["shape"])
print(gm.graph)
with gm.graph.inserting_before(gm.graph.output_node()):
    new = gm.graph.create_node("call_function", torch.sigmoid, args=(list(gm.graph.nodes)[0],), kwargs={})
print(new, new.args)
gm.graph.erase_node(new)
gm.recompile()
for n in gm.graph.find_nodes(op="get_attr", target="w"): print(n, n.users)
ph = gm.graph.find_nodes(op="placeholder")[0]
ph.replace_all_uses_with(new) if False else None
ph.name = "renamed_x"
ph.target = "inp"
gm.recompile()
print(gm.code)
try: gm(x=torch.ones(2))
except Exception as e: print(type(e).__name__, e)

from torch.fx import symbolic_trace, Tracer, GraphModule, Proxy
class MyTracer(Tracer):
    def is_leaf_module(self, m, q):
        print("leaf?", type(m).__name__, q)
        return False
    def call_module(self, m, forward, args, kwargs):
        print("call", type(m).__name__, self.path_of_module(m))
        return super().call_module(m, forward, args, kwargs)
    def create_node(self, kind, target, args, kwargs, name=None, type_expr=None):
        n = super().create_node(kind, target, args, kwargs, name, type_expr)
        n.meta["tag"] = kind
        n.tag = "foo"
        return n
net = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU(), torch.nn.Sequential(torch.nn.Dropout(0.1)))
g = MyTracer().trace(net)
print(g)
gm = GraphModule(net, g)
print(gm.code)
class BoolTracer(Tracer):
    def to_bool(self, obj):
        return True
    def iter(self, obj):
        return iter([obj[0], obj[1]])
def f(x):
    a, b = x
    return a if x > 0 else b
gm = GraphModule(torch.nn.Module(), BoolTracer().trace(f))
print(gm.code)
class ModProxy(Tracer):
    def proxy(self, node): 
        return P(node, self)
class P(Proxy):
    def double(self): return self * 2
gm = GraphModule({}, ModProxy().trace(lambda x: x.double() + x.other()))
print(gm.code)

from torch.fx import symbolic_trace, PH
def f(x, cfg, flag=True):
    if flag:
        return x * cfg["a"] + cfg["b"][0]
    return x
def g(x, t):
    a, (b, c) = t
    return x + a * b - c
gm = symbolic_trace(g, concrete_args={"t": (PH, (PH, PH))})
print(gm.code)
print(gm.graph)
print(gm(torch.ones(2), (1, (2, 3))))
def h(x, n: int, s: str = "a"):
    for _ in range(n): x = x + 1
    return x if s == "a" else -x
gm = symbolic_trace(h, concrete_args={"n": 2, "s": "b"})
print(gm.code)
try: gm(torch.ones(1), 3, "b")
except Exception as e: print(type(e).__name__, e)
import torch.nn.functional as F
def spelled(x, w):
    return F.silu(x), F.softmax(x, 1), F.conv2d(x, w), F.gelu(x), torch.einsum("ij->ji",
        x), torch.linalg.det(x), F.layer_norm(x, (2,)), F.max_pool1d(x, 2), F.cross_entropy(x, w)
print(symbolic_trace(spelled).code)
g = torch.fx.Graph()
a = g.placeholder("a")
for bad in (lambda: g.create_node("bad", "x"), lambda: g.call_function("x"), lambda: g.erase_node(3 if False else a)):
    try:
        bad()
        print("fine")
    except Exception as e:
        print(type(e).__name__, e)
a.tag, g.label = "first", "graph"
print(a.tag, g.label)
class Bad(torch.fx.Interpreter):
    def call_function(self, target, args, kwargs):
        raise ValueError("boom")
try: Bad(symbolic_trace(lambda x: torch.relu(x))).run(torch.ones(1, 2))
except ValueError as e: print(e)
