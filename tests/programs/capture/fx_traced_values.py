# What a trace takes as arguments of nodes: enums, dataclasses, objects that say so themselves;
# wrapped functions and decorated methods; what a Transformer keeps; errors of hand-made nodes.
import contextlib
import copy
import dataclasses
import enum
import functools
import inspect

import torch
import torch.fx as fx
from torch.fx import Graph, GraphModule, PH, Tracer, Transformer, symbolic_trace


class Mode(enum.Enum):
    SUM = 1
    MEAN = 2


class Level(enum.IntEnum):
    LOW = 1


@dataclasses.dataclass
class Pair:
    left: torch.Tensor
    count: int = 3


class Told:
    def __init__(self, x):
        self.x = x

    def __fx_create_arg__(self, tracer):
        return tracer.create_node("call_function", Told, args=(tracer.create_arg(self.x),), kwargs={})


class Held(metaclass=fx.ProxyableClassMeta):
    def __init__(self, a, b):
        self.a, self.b = a, b

    def joined(self):
        return self.a + self.b


@torch.fx.wrap
def leaf(x, other):
    return x


@fx.has_side_effect
@torch.fx.wrap
def shown(x):
    return None


def tried(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, e)


def code(f, **options):
    return symbolic_trace(f, **options).code.strip()


tried("enum", lambda: code(lambda x: leaf(x, Mode.SUM)))
tried("int enum", lambda: code(lambda x: leaf(x, Level.LOW)))
tried("enum graph", lambda: symbolic_trace(lambda x: leaf(x, Mode.MEAN)).graph)
tried("dataclass", lambda: code(lambda x: Pair(x + 1)))
tried("told", lambda: code(lambda x: leaf(x, Told(x))))
tried("held", lambda: code(lambda x: Held(x, x).joined()))
tried("held constant", lambda: code(lambda x: leaf(x, Held(1, 2))))
for value in (lambda y: y, object(), torch.relu, b"ab"):
    try:
        code(lambda x: leaf(x, value))
    except NotImplementedError as e:
        print("refused", str(e).split(" at 0x")[0])


class Decorated(torch.nn.Module):
    def doubled(fn):
        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            return fn(*args, **kwargs) * 2

        return wrapper

    @contextlib.contextmanager
    def nothing():
        yield

    @doubled
    def forward(self, x, w):
        return x @ w

    @nothing()
    def other(self, x):
        return x + 1


print(code(Decorated()))
tracer = Tracer()
tracer.traced_func_name = "other"
print(tracer.trace(Decorated()))
tracer.traced_func_name = "absent"
tried("absent", lambda: tracer.trace(Decorated()))
print(inspect.getfullargspec(symbolic_trace(Decorated()).forward).args)


class Quiet(torch.nn.ReLU):
    _is_impure = True


class Effects(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.quiet = Quiet()

    def forward(self, x):
        shown(x)
        self.quiet(x)
        torch.sin(x)
        return x


class Leaves(Tracer):
    def is_leaf_module(self, m, name):
        return True


model = Effects()
gm = GraphModule(model, Leaves().trace(model))
gm.graph.eliminate_dead_code()
print([node.name for node in gm.graph.nodes])

retraced = symbolic_trace(symbolic_trace(lambda x: leaf(x, 1) + 1))
print([node.name for node in retraced.graph.nodes], retraced.forward.__code__.co_filename.startswith("<eval_with_key>"))
gm = symbolic_trace(lambda x: torch.relu(x))
for node in gm.graph.nodes:
    node.meta["nn_module_stack"], node.meta["mine"] = {"": ("", "M")}, 1
print([node.meta["nn_module_stack"] for node in Transformer(gm).transform().graph.nodes if node.op == "call_function"])
with fx.traceback.preserve_node_meta(), fx.traceback.annotate({"stage": 1}):
    print([node.meta["custom"] for node in symbolic_trace(lambda x: x + 1).graph.nodes if node.op == "call_function"])

graph = Graph(tracer_cls=Leaves)
x = graph.placeholder("x")
print(graph._tracer_cls is Leaves, copy.deepcopy(graph)._tracer_cls is Leaves)
tried("list", lambda: graph.call_function(torch.relu, [x]))
tried("node", lambda: graph.call_function(torch.relu, x))
tried("kwargs", lambda: graph.create_node("call_function", torch.relu, (x,), [1]))
node = graph.call_function(torch.cat, ([1, 2],))
node.stack_trace = "here"
print(node.stack_trace, copy.deepcopy(node.args[0]) == node.args[0], copy.copy(node.kwargs))
tried("map", lambda: fx.map_arg(node.args, "no function"))
tried("star", lambda: code(lambda *args: args[0], concrete_args=(PH, PH)))
tried("star and one", lambda: code(lambda first, *rest: first + rest[0], concrete_args=(PH, PH)))
print(Tracer().get_fresh_qualname.__name__, type(copy.deepcopy(Tracer())).__name__)
