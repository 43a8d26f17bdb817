# make_fx: what a function does to its arguments as a graph of ATen operators. The graph is the
# forward half that the ahead-of-time compiler records (functorch.compile), so changes in place
# have become new values in it.
import inspect
import operator

import torch
import torch.fx as fx
import torch.utils._pytree as pytree
from torch._functorch import derivatives
from functorch.compile import _compilers
from torch.fx.passes.shape_prop import _extract_tensor_metadata
from torch.fx.graph import _PyTreeCodeGen, _PyTreeInfo
from _vitrine_fx import function_parameters


def _argument_names(f, args):
    f = inspect.unwrap(f)
    if isinstance(f, torch.nn.Module) or any([p[1] == "*" for p in function_parameters(f)]):
        return [f"arg{i}" for i in range(len(args))]
    names = [p[0] for p in function_parameters(f) if p[1] == ""]
    if len(names) != len(args):
        raise RuntimeError(f"Tracing expected {len(names)} arguments but got {len(args)} concrete arguments")
    return names


class _Recorder:
    """Calls the function on the tensors alone, and keeps what its result is made of."""

    def __init__(self, f, leaves, spec):
        self.f, self.leaves, self.spec = f, leaves, spec
        self.tensors = [i for i, leaf in enumerate(leaves) if isinstance(leaf, torch.Tensor)]
        self.__name__ = getattr(f, "__name__", "function")

    def __call__(self, *tensors):
        leaves = list(self.leaves)
        for i, tensor in zip(self.tensors, tensors):
            leaves[i] = self.given(leaves[i], tensor)
        self.out_leaves, self.out_spec = pytree.tree_flatten(self.called(pytree.tree_unflatten(leaves, self.spec)))
        return [self.returned(leaf) for leaf in self.out_leaves if isinstance(leaf, torch.Tensor)]

    def given(self, leaf, tensor):
        return tensor

    def called(self, args):
        return self.f(*args)

    def returned(self, leaf):
        return leaf


def _marked(tensor):
    """A leaf of one's own, which `_unmarked` finds in the graph: no function writes this by itself."""
    return torch.ops.aten.alias.default(tensor.detach()).detach()


class _GradientRecorder(_Recorder):
    """The function may ask for gradients of its arguments."""

    def given(self, leaf, tensor):
        return _marked(tensor).requires_grad_() if leaf.requires_grad else tensor

    def called(self, args):
        before, derivatives._detached[0] = derivatives._detached[0], _marked
        try:
            with torch.enable_grad():
                return self.f(*args)
        finally:
            derivatives._detached[0] = before

    def returned(self, leaf):
        return _marked(leaf) if leaf.requires_grad else leaf


def _is(node, name):
    return isinstance(node, fx.Node) and node.op == "call_function" and str(node.target) == name


def _unmarked(traced):
    """The graph without the marks of a recorder."""
    for node in list(traced.graph.nodes) if traced is not None else []:
        inner = node.args[0] if _is(node, "aten.detach.default") else None
        if _is(inner, "aten.alias.default") and _is(inner.args[0], "aten.detach.default"):
            node.replace_all_uses_with(inner.args[0].args[0])
            for mark in (node, inner, inner.args[0]):
                if not mark.users:
                    traced.graph.erase_node(mark)
    return traced


def _record(recorder, tensors):
    from _vitrine_dynamo import compile_graph

    found = []

    def keep(gm, example_inputs):
        found.append(gm)
        return gm

    graph = fx.Graph()
    inputs = [graph.placeholder(f"arg{i}_1") for i in range(len(tensors))]
    graph.output(graph.call_function(recorder, tuple(inputs)))
    module = fx.GraphModule(torch.nn.Module(), graph)
    with torch.no_grad():
        compile_graph(module, tensors, "aot_autograd", None, {}, _compilers(keep))(*tensors)
    return found[0] if found else None


class _Decomposing(fx.Interpreter):
    """Runs a graph with the functions of a table in place of the operators that it names."""

    def __init__(self, module, table):
        super().__init__(module)
        self.table, self.replaced = table, False

    def call_function(self, target, args, kwargs):
        if target in self.table:
            made = self.table[target](*args, **kwargs)
            if made is not NotImplemented:
                self.replaced = True
                return made
        return super().call_function(target, args, kwargs)


_MOST_ROUNDS = 50  # a function that calls its own operator would never end


def _decomposed(traced, table, tensors):
    """The recorded graph without the operators of the table; their functions may call others of it."""
    for _ in range(_MOST_ROUNDS):
        if traced is None or all([node.op != "call_function" or node.target not in table for node in traced.graph.nodes]):
            return traced
        interpreter = _Decomposing(traced, table)

        def run(*inputs):
            return interpreter.run(*inputs)

        leaves, spec = pytree.tree_flatten(tuple(tensors))
        simpler = _record(_Recorder(run, leaves, spec), tensors)
        if not interpreter.replaced:
            return traced
        traced = simpler
    raise RecursionError("maximum recursion depth exceeded")


def make_fx(f, decomposition_table=None, tracing_mode="real", _allow_non_fake_inputs=False, pre_dispatch=False, record_module_stack=False, **kwargs):
    if tracing_mode not in ("real", "fake", "symbolic"):
        raise AssertionError(f"Expected tracing_mode in ['real', 'fake', 'symbolic'], got {tracing_mode}")

    def wrapped(*args):
        names = _argument_names(f, args)
        leaves, spec = pytree.tree_flatten(args)
        recorder = _GradientRecorder(f, leaves, spec)
        tensors = [leaf.detach() if leaf.requires_grad and not leaf.is_leaf else leaf for leaf in leaves if isinstance(leaf, torch.Tensor)]
        traced = _decomposed(_unmarked(_record(recorder, tensors)), decomposition_table or {}, tensors)
        return _rewritten(f, _give_items(traced), recorder, names, args)

    return wrapped


def _count_of(node):
    """How many tensors a call gives, None where it gives one. Only lists need a run: over fakes."""
    returns = node.target._schema.returns if hasattr(node.target, "_schema") else ()
    if len(returns) != 1:
        return len(returns) or None
    if "List[Tensor]" not in str(returns[0].type):
        return None
    values = fx.map_arg((node.args, node.kwargs), lambda n: n.meta["val"])
    return len(node.target(*values[0], **values[1]))


def _give_items(traced):
    """All items of calls that give several tensors, whether used or not, in their order."""
    for node in list(traced.graph.nodes) if traced is not None else []:
        given = [user for user in node.users if user.target is operator.getitem and user.args[0] is node]
        count = _count_of(node) if given else None
        if count is None or any([user not in given for user in node.users]):
            continue
        known = {user.args[1]: user for user in given}
        for i in reversed(range(count)):
            with traced.graph.inserting_after(node):
                item = traced.graph.create_node("call_function", operator.getitem, (node, i), name="getitem")
            if i in known:
                item.meta = dict(known[i].meta)
                known[i].replace_all_uses_with(item)
                traced.graph.erase_node(known[i])
    return traced


def _rewritten(f, traced, recorder, names, args):
    """The recorded graph with the function's own arguments and result."""
    graph = fx.Graph()
    flat = all([not isinstance(arg, (list, tuple, dict)) for arg in args])
    defaults = {p[0]: p[3] for p in function_parameters(f) if p[2]} if not isinstance(f, torch.nn.Module) else {}
    inputs = []
    for name, arg in zip(names, args):
        for i, leaf in enumerate(pytree.tree_leaves(arg)):
            default = (defaults[name],) if flat and name in defaults else ()
            inputs.append(graph.create_node("placeholder", f"{name}_{i + 1}", default))
            if isinstance(leaf, torch.Tensor):
                inputs[-1].meta["val"] = leaf
    environment, held, root = {}, {}, torch.nn.Module()

    def made(node):
        # Tensors that the function holds are read where they are first needed.
        if node in environment:
            return environment[node]
        if node.op != "get_attr":
            return made(node.args[0])
        value = getattr(traced, node.target)
        kind = "param" if isinstance(value, torch.nn.Parameter) else "tensor"
        name = f"_{kind}_constant{held.get(kind, 0)}"
        held[kind] = held.get(kind, 0) + 1
        setattr(root, name, value)
        environment[node] = graph.get_attr(name)
        return environment[node]

    remaining = iter([inputs[i] for i in recorder.tensors])
    results = []
    for node in traced.graph.nodes if traced is not None else []:
        if node.op == "placeholder":
            environment[node] = next(remaining, None)
        elif node.op == "output":
            results = [made(n) if isinstance(n, fx.Node) else n for n in node.args[0]]
        elif node.op == "get_attr" or str(node.target) == "aten.lift_fresh_copy.default" and node.args[0].op == "get_attr":
            continue
        elif _is(node, "aten.detach.default"):
            environment[node] = graph.create_node("call_function", torch.ops.aten.alias.default, (made(node.args[0]),), name="alias")
            environment[node].meta = dict(node.meta)
        elif node.target is operator.getitem:
            environment[node] = graph.create_node("call_function", node.target, (made(node.args[0]), node.args[1]), name="getitem")
            environment[node].meta = dict(node.meta)
        else:
            environment[node] = graph.node_copy(node, made)
            environment[node].meta = dict(node.meta)
    # Inputs that the function changes come back first.
    tensors = iter(results[len(results) - len([leaf for leaf in recorder.out_leaves if isinstance(leaf, torch.Tensor)]):])
    out = [next(tensors) if isinstance(leaf, torch.Tensor) else leaf for leaf in recorder.out_leaves]
    if flat:
        graph.output(pytree.tree_unflatten(out, recorder.out_spec))
    else:
        graph.output(out)
        graph._codegen = _PyTreeCodeGen(_PyTreeInfo(list(names), recorder.spec, recorder.out_spec))
    for node in graph.nodes:
        if isinstance(node.meta.get("val"), torch.Tensor):
            node.meta["tensor_meta"] = _extract_tensor_metadata(node.meta["val"])
    return fx.GraphModule(root, graph, getattr(f, "__name__", type(f).__name__))
