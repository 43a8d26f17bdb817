# fx: partitions in the order of the graph, copies, immutable containers, errors of bad graphs.
import copy
import operator
import torch
from torch import fx, nn
from torch.fx.immutable_collections import immutable_dict, immutable_list
from torch.fx.passes.infra.partitioner import CapabilityBasedPartitioner
from torch.fx.passes.operator_support import OperatorSupportBase
from torch.fx.experimental.optimization import fuse


def show(name, call):
    try:
        print(name, call())
    except Exception as error:
        print(name, type(error).__name__, str(error))


class Supported(OperatorSupportBase):
    def __init__(self, *targets):
        self.targets = targets

    def is_node_supported(self, submodules, node):
        return node.op == "call_function" and node.target in self.targets


def parts(function, *targets):
    graph = fx.symbolic_trace(function)
    partitioner = CapabilityBasedPartitioner(graph, Supported(*targets), allows_single_node_partition=True)
    found = partitioner.propose_partitions()
    print([(part.id, [node.name for node in part.nodes]) for part in found])
    fused = partitioner.fuse_partitions(found)
    print(fused.code, [child.code for _, child in fused.named_children()])
    print([node.meta for node in fused.graph.nodes if node.op == "call_module"])


parts(lambda x, y: torch.relu(x + y) * torch.sigmoid(x - y), operator.add, torch.relu, operator.sub)
parts(lambda x, y: (x - y) * torch.relu(x + y), operator.add, torch.relu, operator.sub)
parts(lambda x, y: (torch.cos(x), torch.sin(y), torch.cos(y), torch.relu(x)), torch.cos, torch.relu)

graph = fx.Graph()
a = graph.placeholder("a")
b = graph.placeholder("b", default_value=1)
total = graph.call_function(operator.add, (a, b))
graph.output(total)
other = fx.Graph()
other.output(other.call_function(torch.relu, (other.placeholder("x"),)))
print(graph.output_node(), graph.output_node().args)
graph.call_function(torch.relu, (list(other.nodes)[1],))
show("output", graph.output_node)
print(copy.deepcopy(graph))
broken = fx.Graph()
broken.call_function(torch.relu, (total,))
show("copy", lambda: fx.Graph().graph_copy(broken, {}))
for op, target in (("call_method", 3), ("call_function", 3), ("call_function", "relu"), ("get_attr", 3)):
    try:
        fx.Graph().create_node(op, target)
    except Exception as error:
        print(op, type(error).__name__, str(error).split("\n")[0])

for names in (("a", "b"), ("x", "x"), ("1b",)):
    made = fx.Graph()
    nodes = [made.placeholder(name, **({"default_value": 1} if name == "a" else {})) for name in names]
    made.output(nodes[-1])
    try:
        fx.GraphModule({}, made)
    except SyntaxError as error:
        print(names, error.msg)

print(hash(immutable_list([1, 2])) == hash(immutable_list([1, 2])),
      {immutable_list([1]): "list", immutable_dict({"a": 1}): "dict"})


class Normed(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.b = nn.BatchNorm1d(4)

    def forward(self, x):
        return self.b(self.a(x)).relu()


torch.manual_seed(0)
model = Normed().eval()
fused = fuse(model)
print(fused.code, torch.allclose(fused(torch.ones(2, 4)), model(torch.ones(2, 4))))
