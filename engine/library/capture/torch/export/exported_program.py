# What torch.export gives: the graph, its state, and what its inputs and outputs are.
import torch
import torch.fx as fx
import torch.utils._pytree as pytree
from torch.export._decompose import _decomposed
from torch.export._module import unlifted
from _vitrine_fx import note_graph


class GraphHolder(torch.nn.Module):
    """The lifted graph: state and constants are arguments; branches of torch.cond are modules of it."""

    def __init__(self, graph, branches={}):
        super().__init__()
        self.graph = graph
        for name, branch in branches.items():
            self.add_module(name, branch)

    def _get_name(self):
        return "GraphModule"

    @property
    def code(self):
        return self.graph.python_code("self").src

    def print_readable(self, print_output=True, **kwargs):
        text = self._readable("GraphModule")
        if print_output:
            print(text)
        return text

    def _readable(self, name):
        text = fx.graph_module.readable_code(self.graph, name)
        return fx.graph_module._with_inner(text, [child._readable(child_name) for child_name, child in self.named_children()])

    def forward(self, *args):
        values = {}
        remaining = iter(args)
        for node in self.graph.nodes:
            if node.op == "placeholder":
                values[node] = next(remaining)
            elif node.op == "get_attr":
                values[node] = getattr(self, node.target)
            elif node.op == "output":
                return fx.node.map_arg(node.args[0], lambda n: values[n])
            else:
                given = fx.node.map_arg(node.args, lambda n: values[n])
                named = fx.node.map_arg(node.kwargs, lambda n: values[n])
                values[node] = node.target(*given, **named)


GraphHolder.__name__ = GraphHolder.__qualname__ = "GraphModule"


class CallSpec:
    def __init__(self, in_spec, out_spec):
        self.in_spec, self.out_spec = in_spec, out_spec

    def __repr__(self):
        return f"CallSpec(in_spec={self.in_spec!r}, out_spec={self.out_spec!r})"


class ModuleCallSignature:
    def __init__(self, inputs, outputs, in_spec, out_spec, forward_arg_names=None):
        self.inputs, self.outputs, self.in_spec, self.out_spec, self.forward_arg_names = inputs, outputs, in_spec, out_spec, forward_arg_names

    def __repr__(self):
        return (f"ModuleCallSignature(inputs={self.inputs!r}, outputs={self.outputs!r}, in_spec={self.in_spec!r}, "
                f"out_spec={self.out_spec!r}, forward_arg_names={self.forward_arg_names!r})")


class ModuleCallEntry:
    def __init__(self, fqn, signature=None):
        self.fqn, self.signature = fqn, signature

    def __repr__(self):
        return f"ModuleCallEntry(fqn={self.fqn!r}, signature={self.signature!r})"


class ExportedProgram:
    dialect = "TRAINING"

    def __init__(self, graph_module, state, parameters, buffers, names):
        self._graph_module = graph_module
        note_graph(graph_module.graph, "ExportedProgram")
        self._state = state
        self._parameters = parameters
        self._buffers = buffers
        self._names = names

    @property
    def graph_signature(self):
        return self._signature

    @property
    def range_constraints(self):
        return self._range_constraints

    @property
    def constants(self):
        return self._constants

    @property
    def tensor_constants(self):
        return self._constants

    @property
    def example_inputs(self):
        return self._example_inputs

    @property
    def call_spec(self):
        return CallSpec(self._in_spec, self._out_spec)

    @property
    def module_call_graph(self):
        whole = ModuleCallSignature([], [], self._in_spec, self._out_spec, list(self._names))
        return [ModuleCallEntry(path, whole if path == "" else None) for path, _ in self._modules]

    def __call__(self, *args, **kwargs):
        raise RuntimeError("Unable to call ExportedProgram directly. You should use `exported_program.module()` instead.")

    def __str__(self):
        code = self._graph_module._readable("GraphModule").rstrip("\n") + "\n"
        indented = "\n".join(["    " + line for line in code.split("\n")])
        signature = str(self._signature).strip("\n").replace("\n", "\n    ")
        return f"ExportedProgram:\n{indented}\nGraph signature:\n    {signature}\n    \nRange constraints: {self.range_constraints}\n"

    __repr__ = __str__

    @property
    def graph_module(self):
        return self._graph_module

    @property
    def graph(self):
        return self._graph_module.graph

    @property
    def state_dict(self):
        return self._state

    def parameters(self):
        for name in self._parameters:
            yield self._state[name]

    def named_parameters(self):
        for name in self._parameters:
            yield name, self._state[name]

    def buffers(self):
        for name in self._buffers:
            yield self._state[name]

    def named_buffers(self):
        for name in self._buffers:
            yield name, self._state[name]

    def module(self, check_guards=True):
        return unlifted(self, check_guards)

    def run_decompositions(self, decomp_table=None):
        return _decomposed(self)
