# feature: arguments of nodes cannot be changed in place, partitions, wrapped functions, pass managers
# seed: none
import torch, torch.fx, operator
from torch.fx.immutable_collections import immutable_list, immutable_dict
def f(x):
    return torch.cat([x, x], dim=0), {"a": x}
gm = torch.fx.symbolic_trace(f)
n = [n for n in gm.graph.nodes if n.op == "call_function"][0]
print(type(n.args[0]).__name__, type(n.args).__name__, type(n.kwargs).__name__)
print(n.args, n.kwargs)
try:
    n.args[0].append(n)
except Exception as e:
    print(type(e).__name__, e)
try:
    n.args[0][0] = 3
except Exception as e:
    print(type(e).__name__, e)
try:
    n.kwargs["dim"] = 3
except Exception as e:
    print(type(e).__name__, e)
for op in ("pop", "clear", "extend", "insert", "remove", "reverse", "sort"):
    try:
        getattr(n.args[0], op)(*([0, 1] if op == "insert" else [[1]] if op == "extend" else [1] if op == "remove"
                                 else []))
        print(op, "ok")
    except Exception as e:
        print(op, type(e).__name__, e)
for op in ("pop", "clear", "update", "popitem", "setdefault"):
    try:
        getattr(n.kwargs, op)(*(["dim"] if op in ("pop", "setdefault") else [{}] if op == "update" else []))
        print(op, "ok")
    except Exception as e:
        print(op, type(e).__name__, e)
l = immutable_list([1, 2])
print(l, repr(l), isinstance(l, list), l == [1, 2])
d = immutable_dict({"a": 1})
print(d, isinstance(d, dict), d == {"a": 1})
try:
    del d["a"]
except Exception as e:
    print(type(e).__name__, e)
try:
    l += [3]
    print(l)
except Exception as e:
    print(type(e).__name__, e)
n.args = ([1, [2, 3]], {"k": [1]}) 
print(type(n.args[0][1]).__name__, type(n.args[1]).__name__, type(n.args[1]["k"]).__name__)
import torch, torch.fx, operator
import torch.nn as nn
from torch.fx.passes.infra.partitioner import CapabilityBasedPartitioner
from torch.fx.passes.operator_support import OperatorSupport
class S(OperatorSupport):
    def is_node_supported(self, submodules, node):
        return node.op == "call_function" and node.target in (operator.add, torch.relu)
def f(x, y):
    a = x + y
    b = torch.relu(a)
    c = torch.sigmoid(b)
    d = c + y
    e = d + x
    return e
gm = torch.fx.symbolic_trace(f)
p = CapabilityBasedPartitioner(gm, S(), allows_single_node_partition=True)
parts = p.propose_partitions()
print([[n.name for n in q.nodes] for q in parts], [q.id for q in parts])
print(sorted(len(q) if hasattr(q, "__len__") else q.size() for q in parts))
fused = p.fuse_partitions(parts)
print(fused.code)
for n, m in fused.named_children():
    print(n, m.code)
x = torch.ones(2)
print(fused(x, x), f(x, x))
import torch, torch.fx
from torch.fx.passes.infra.pass_manager import PassManager
from torch.fx.passes.infra.pass_base import PassBase, PassResult
class A(PassBase):
    def call(self, gm):
        ch = False
        for n in list(gm.graph.nodes):
            if n.target is torch.relu:
                n.target = torch.sigmoid
                ch = True
        gm.recompile()
        return PassResult(gm, ch)
class B(PassBase):
    def requires(self, gm):
        print("req")
    def ensures(self, gm):
        print("ens")
    def call(self, gm):
        return PassResult(gm, False)
gm = torch.fx.symbolic_trace(lambda x: torch.relu(x))
pm = PassManager(passes=[A(), B()], steps=3, run_checks_after_each_pass=True, suppress_check_failures=False)
r = pm(gm)
print(type(r).__name__, r.modified, r.graph_module.code)
def fn(gm):
    return None
try:
    PassManager([fn])(gm)
except Exception as e:
    print(type(e).__name__, e)
class Bad(PassBase):
    def call(self, gm):
        raise ValueError("x")
try:
    PassManager([Bad()])(gm)
except Exception as e:
    print(type(e).__name__, e)
from torch.fx.passes.infra.pass_manager import this_before_that_pass_constraint, pass_result_wrapper
try:
    pm = PassManager([A(), B()], constraints=[this_before_that_pass_constraint(B, A)])
    pm.solve_constraints() if hasattr(pm, "solve_constraints") else None
    print(pm(gm).modified)
except Exception as e:
    print(type(e).__name__, e)
import torch, torch.fx, operator
import torch.nn as nn
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3, 4))
        self.lin = nn.Linear(4, 2)
    def forward(self, x):
        return self.lin(x.reshape(self.w.shape[0], -1)) + self.w.size(0)
class Tr(torch.fx.Tracer):
    def __init__(self):
        super().__init__(param_shapes_constant=True)
try:
    g = Tr().trace(M())
    print(g)
except Exception as e:
    print(type(e).__name__, e)
g = torch.fx.Tracer().trace(M())
print(g)
def half(x):
    return int(x) // 2
def f(x):
    return half(x.shape[0]) + 1
try:
    print(torch.fx.Tracer(autowrap_functions=(half,)).trace(f))
except Exception as e:
    print(type(e).__name__, e)
class Names(torch.fx.Tracer):
    def create_node(self, kind, target, args, kwargs, name=None, type_expr=None):
        n = super().create_node(kind, target, args, kwargs, name, type_expr)
        n.tag = kind
        return n
    def call_module(self, m, forward, args, kwargs):
        print("call_module", type(m).__name__, self.path_of_module(m))
        return super().call_module(m, forward, args, kwargs)
    def create_arg(self, a):
        return super().create_arg(a)
    def to_bool(self, obj):
        print("to_bool", obj)
        return True
    def iter(self, obj):
        print("iter", obj)
        return iter([obj[0], obj[1]])
def k(x):
    if x.sum() > 0:
        a, b = x
        return a - b
    return x
t = Names()
g = t.trace(k)
print(g, [n.tag for n in g.nodes])
g = Names().trace(M())
print([(n.name, n.tag) for n in g.nodes])
