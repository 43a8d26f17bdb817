# torch._dynamo.export: one captured graph as a module with the signature of the function. The
# graph is what fullgraph capture hands to a back end; here its tensors from outside become
# attributes, its sizes are read from the inputs, and inputs and results are structures again.
import inspect
import warnings
from typing import NamedTuple

import torch
import torch.fx as fx
import torch.utils._pytree as pytree
from torch._dynamo._config import config
from torch._dynamo.exc import Unsupported
from torch.fx.graph import _PyTreeCodeGen, _PyTreeInfo
from torch.nn import Module


class ExportResult(NamedTuple):
    graph_module: object
    guards: object


class _Captured:
    """The graph that one call of the function makes, with what went in and came out."""

    def __init__(self, f, args, kwargs, dynamic):
        from torch._dynamo.eval_frame import optimize_assert, reset

        self.graph, self.inputs, self.results = None, (), ()
        reset()
        with config.patch(specialize_int=True, specialize_float=True, automatic_dynamic_shapes=False, assume_static_by_default=not dynamic):
            self.value = optimize_assert(self._compiler, dynamic=dynamic)(f)(*args, **kwargs)
        reset()

    def _compiler(self, gm, example_inputs):
        if self.graph is not None:
            raise AssertionError("Tried to emit a second graph during export. Tracing through 'f' must produce a single graph.")
        self.graph = gm

        def run(*inputs):
            self.inputs = inputs
            self.results = gm(*[_copied(value) for value in inputs])  # nothing outside changes
            return self.results

        return run


def _copied(value):
    return value.detach().clone().requires_grad_(value.requires_grad) if isinstance(value, torch.Tensor) else value


def _outside_names(f):
    """(attribute, node name) of each tensor that the function reaches without its arguments."""
    names = {}

    def add(head, name, value):
        if isinstance(value, Module):
            rows = list(value.named_parameters(remove_duplicate=False)) + list(value.named_buffers(remove_duplicate=False))
            for path, module in value.named_modules():
                prefix = path + "." if path else ""
                rows += [(prefix + key, leaf) for key, leaf in module.__dict__.items() if isinstance(leaf, torch.Tensor)]
            for path, leaf in rows:
                names.setdefault(id(leaf), f"{head}__{name}___{path.replace('.', '_')}")
        elif isinstance(value, torch.Tensor):
            names.setdefault(id(value), name if head == "L" else name + "_0")

    if isinstance(f, Module):
        add("L", "self", f)
        f = type(f).forward
    if getattr(f, "__self__", None) is not None:
        add("L", "self", f.__self__)
    code = getattr(f, "__code__", None)
    for name, cell in zip(code.co_freevars if code else (), getattr(f, "__closure__", None) or ()):
        add("L", name, cell.cell_contents)
    for name in code.co_names if code else ():
        add("G", name, getattr(f, "__globals__", {}).get(name))
    return names


def _parameters(f):
    return inspect.signature(f.forward if isinstance(f, Module) else f).parameters


def _check_optional(f):
    """A tensor that came from nowhere is the default of a parameter."""
    for name, parameter in _parameters(f).items():
        if parameter.default is not inspect.Parameter.empty:
            raise Unsupported(
                f"rewrite_signature: cannot trace optional function input\n  Explanation: Parameter {name} is optional with a default value of "
                f"{parameter.default}. This is not supported yet.\n  Hint: It may be possible to write Dynamo tracing rules for this code. Please "
                "report an issue to PyTorch if you encounter this graph break often and it is causing performance issues.\n\n"
                "  Developer debug context: \n\n For more details about this graph break, please visit: "
                "https://meta-pytorch.github.io/compile-graph-break-site/gb/gb0353.html")


class _Flattened:
    """Builds the graph over the leaves of the arguments."""

    def __init__(self, f, captured, leaves):
        self.captured, self.leaves, self.f = captured, leaves, f
        self.outside = _outside_names(f)
        self.graph, self.root, self.environment = fx.Graph(), Module(), {}
        self.placeholders = {}

    def build(self, results, every_input):
        """`every_input`: inputs that the graph does not use are there too."""
        nodes = list(self.captured.graph.graph.nodes) if self.captured.graph is not None else []
        self.inputs = dict(zip([n for n in nodes if n.op == "placeholder"], self.captured.inputs))
        named = {}
        for node, value in self.inputs.items():
            named.setdefault(id(value), node)
        for i, leaf in enumerate(self.leaves):
            source = named.get(id(leaf)) if isinstance(leaf, torch.Tensor) else None
            if source is None and not every_input:
                continue
            node = self.graph.create_node("placeholder", f"arg{i}", (), {}, source.name if source is not None else self._unused(i, nodes))
            self.placeholders[i] = node
            if source is not None:
                node.meta = dict(source.meta)
                self.environment[source] = node
        for node in nodes:
            if node.op == "placeholder":
                if node not in self.environment and type(self.inputs[node]) is int and node.users:
                    self.environment[node] = self._size(node)
            elif node.op == "output":
                self.results = [self.environment_of(n) for n in node.args[0]]
            else:
                for used in node.all_input_nodes:
                    self.environment_of(used)
                self.environment[node] = self.graph.node_copy(node, self.environment_of)
                if node.op in ("get_attr", "call_module"):
                    _copy_attribute(self.captured.graph, self.root, node.target)
        return self

    def _unused(self, i, nodes):
        leaf = self.leaves[i]
        if nodes or not isinstance(leaf, torch.Tensor):
            return f"arg{i}"
        return list(_parameters(self.f))[i]

    def environment_of(self, node):
        if not isinstance(node, fx.Node):
            return node
        if node not in self.environment:
            self.environment[node] = self._attribute(node)
        return self.environment[node]

    def _attribute(self, node):
        value = self.inputs[node]
        if id(value) not in self.outside:
            _check_optional(self.f)
        name = self.outside.get(id(value), node.target)
        setattr(self.root, name, value) if isinstance(value, torch.nn.Parameter) else self.root.register_buffer(name, value)
        made = self.graph.create_node("get_attr", name, (), {}, name.lower())
        made.meta = dict(node.meta)
        return made

    def _size(self, node):
        """The symbol read from the first input that has it as a size."""
        for source, value in self.inputs.items():
            fake = source.meta.get("example_value")
            for dim, size in enumerate(fake.shape if isinstance(fake, torch.Tensor) else ()):
                if str(size) == node.name:
                    return self.graph.call_function(torch.ops.aten.sym_size.int, (self.environment_of(source), dim))
        # Of an input that nothing else is read from. Equal sizes share a symbol, so any place will do.
        for i, placeholder in self.placeholders.items():
            sizes = list(self.leaves[i].shape) if isinstance(self.leaves[i], torch.Tensor) else []
            if self.inputs[node] in sizes and placeholder not in self.environment.values():
                return self.graph.call_function(torch.ops.aten.sym_size.int, (placeholder, sizes.index(self.inputs[node])))
        return self.inputs[node]


def _copy_attribute(source, root, target):
    from torch.fx.graph_module import _copy_attr
    _copy_attr(source, root, target)


class _Input(NamedTuple):
    """A result that is an argument which the graph does not use."""

    place: int


def _result_leaves(captured, flattened):
    """What the graph returns for each leaf of the function's result, and their structure."""
    produced = {}
    for value, node in zip(captured.results, getattr(flattened, "results", ())):
        produced.setdefault(id(value), node)
    for i, leaf in enumerate(flattened.leaves):
        if isinstance(leaf, torch.Tensor):
            produced[id(leaf)] = flattened.placeholders.get(i, _Input(i))
    leaves, spec = pytree.tree_flatten(captured.value)
    found = []
    for leaf in leaves:
        if not isinstance(leaf, torch.Tensor):
            found.append(leaf)
        elif id(leaf) in produced:
            found.append(produced[id(leaf)])
        else:
            raise AssertionError(f"Unexpectedly found a {type(leaf)} in the outputs.\n"
                                 'Please file an issue along with a paste of the logs from TORCH_LOGS="+export"')
    return found, spec


def _paths(value, name):
    """What capture calls the leaves of an argument: x_, x_0_key_."""
    if isinstance(value, (list, tuple)):
        return [path for i, item in enumerate(value) for path in _paths(item, f"{name}{i}_")]
    if isinstance(value, dict):
        return [path for key, item in value.items() for path in _paths(item, f"{name}{key}_")]
    return [name]


def _name_returned(flattened, results, names, values):
    """Arguments that are only returned are inputs of the captured graph in PyTorch, with names of inputs."""
    paths = [path for name, value in zip(names, values) for path in _paths(value, f"l_{name}_")]
    used = list(flattened.environment.values())
    for i, placeholder in flattened.placeholders.items():
        if placeholder in results and placeholder not in used and len(paths) == len(flattened.leaves):
            placeholder._rename(paths[i])


def _argument_names(f, args, kwargs):
    names = []
    for name, parameter in _parameters(f).items():
        if parameter.kind == inspect.Parameter.VAR_POSITIONAL:
            names += [f"{name}_{i}" for i in range(len(args) - len(names))]
        elif parameter.kind in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD) and len(names) < len(args):
            names.append(name)
    return names + list(kwargs)


def _as_aten(flattened, results, decomposition_table, pre_dispatch):
    """The flattened graph with ATen operators."""
    from torch.fx.experimental.proxy_tensor import make_fx

    graph = flattened.graph
    graph.output([node for node in results if isinstance(node, fx.Node)])
    module = fx.GraphModule(flattened.root, graph)

    def interpret(*args):
        return fx.Interpreter(module).run(*args)

    order = sorted(flattened.placeholders)
    traced = make_fx(interpret, decomposition_table=decomposition_table, pre_dispatch=pre_dispatch)(*[_copied(flattened.leaves[i]) for i in order])
    made, known, placeholders = fx.Graph(), {}, {}
    sources = dict(zip(order, [n for n in traced.graph.nodes if n.op == "placeholder"]))
    for i in range(len(flattened.leaves)):
        placeholders[i] = made.create_node("placeholder", f"arg{i}", (), {}, sources[i].name if i in sources else f"arg{i}")
        if i in sources:
            known[sources[i]] = placeholders[i]
            placeholders[i].meta = dict(sources[i].meta)
    for node in traced.graph.nodes:
        if node.op == "output":
            returned = iter(pytree.tree_leaves(node.args[0]))
        elif node.op != "placeholder":
            known[node] = made.node_copy(node, lambda n: known[n])
    out = [known[next(returned)] if isinstance(result, fx.Node) else result for result in results]
    return traced, made, [placeholders[result.place] if isinstance(result, _Input) else result for result in out]


def export(f, *extra_args, aten_graph=False, pre_dispatch=False, decomposition_table=None, tracing_mode="symbolic", dynamic_shapes=None,
           specialize_float=True, assume_static_by_default=False, same_signature=True, disable_constraint_solver=False,
           prefer_deferred_runtime_asserts_over_guards=False, _log_export_usage=True, constraints=None, **extra_kwargs):
    def inner(*args, **kwargs):
        if decomposition_table is not None and not aten_graph:
            raise AssertionError("Specifying a decomposition_table table or tracing mode is illegal without setting aten_graph=True")
        if pre_dispatch and not aten_graph:
            raise AssertionError("pre_dispatch=True can only be used when aten_graph=True")
        function = getattr(f, "_torchdynamo_orig_callable", getattr(f, "_orig_mod", f))
        leaves, in_spec = pytree.tree_flatten((args, kwargs))
        captured = _Captured(function, args, kwargs, tracing_mode == "symbolic" and not assume_static_by_default)
        if captured.graph is None and not same_signature:
            raise AssertionError("Failed to produce a graph during tracing as no tensor operations were found and same_signature is False.")
        if not same_signature:
            return ExportResult(captured.graph, set())
        flattened = _Flattened(function, captured, leaves).build(captured, every_input=not aten_graph)
        results, out_spec = _result_leaves(captured, flattened)
        names = _argument_names(function, args, kwargs)
        _name_returned(flattened, results, names, list(args) + list(kwargs.values()))
        graph, root = flattened.graph, flattened.root
        if aten_graph:
            root, graph, results = _as_aten(flattened, results, decomposition_table, pre_dispatch)
        graph.output(results)
        graph._codegen = _PyTreeCodeGen(_PyTreeInfo(names, in_spec, out_spec))
        return ExportResult(fx.GraphModule(root, graph), set())

    if extra_args or extra_kwargs:
        warnings.warn(
            "export(f, *args, **kwargs) is deprecated, use export(f)(*args, **kwargs) instead.  If you don't migrate, we may break your export "
            "call in the future if your user defined kwargs conflict with future kwargs added to export(f).", FutureWarning, stacklevel=2)
        return inner(*extra_args, **extra_kwargs)
    return inner
