# torch.export: one graph of ATen operators for given inputs, sizes fixed. The graph is the
# recorded run of the module (torch.jit's tracer), written as an fx graph.
import operator
import warnings

import torch
import torch.fx as fx
import torch.utils._pytree as pytree
from torch.export.graph_signature import (
    ConstantArgument, ExportGraphSignature, InputKind, InputSpec, OutputKind, OutputSpec, TensorArgument)
from torch._ops import _overload
from torch.nn import Module


class UserError(RuntimeError):
    pass


def _dtype(value):
    return torch.jit._number_dtype(value) if isinstance(value, int) else value


class Dim:
    def __init__(self, name, *, min=None, max=None):
        self.__name__ = name
        self.min, self.max = min, max


class ExportedProgram:
    def __init__(self, graph_module, state, parameters, buffers, names):
        self._graph_module = graph_module
        self._state = state
        self._parameters = parameters
        self._buffers = buffers
        self._names = names

    @property
    def graph_signature(self):
        return self._signature

    @property
    def range_constraints(self):
        return {}

    @property
    def constants(self):
        return {}

    @property
    def example_inputs(self):
        return self._example_inputs

    def __call__(self, *args, **kwargs):
        raise RuntimeError("Unable to call ExportedProgram directly. You should use `exported_program.module()` instead.")

    def __str__(self):
        code = fx.graph_module.readable_code(self.graph, "GraphModule").rstrip("\n") + "\n"
        indented = "\n".join(["    " + line if line.strip() else line for line in code.split("\n")])
        signature = str(self._signature).strip("\n").replace("\n", "\n    ")
        return f"ExportedProgram:\n{indented.rstrip(' ')}    \nGraph signature:\n    {signature}\n    \nRange constraints: {self.range_constraints}\n"

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

    def named_buffers(self):
        for name in self._buffers:
            yield name, self._state[name]

    def module(self, check_guards=True):
        return _ExportedModule(self)

    def run_decompositions(self, decomp_table=None):
        return self


class _GraphHolder(Module):
    def __init__(self, graph):
        super().__init__()
        self.graph = graph

    def forward(self, *args):
        values = {}
        remaining = iter(args)
        for node in self.graph.nodes:
            if node.op == "placeholder":
                values[node] = next(remaining)
            elif node.op == "output":
                return fx.node.map_arg(node.args[0], lambda n: values[n])
            else:
                given = fx.node.map_arg(node.args, lambda n: values[n])
                named = fx.node.map_arg(node.kwargs, lambda n: values[n])
                values[node] = node.target(*given, **named)


class _ExportedModule(Module):
    def __init__(self, program):
        super().__init__()
        self.__dict__["_program"] = program
        for name, value in program._state.items():
            owner = self
            *path, last = name.split(".")
            for part in path:
                if part not in owner._modules:
                    owner.add_module(part, Module())
                owner = owner._modules[part]
            if isinstance(value, torch.nn.Parameter):
                owner.register_parameter(last, value)
            else:
                owner.register_buffer(last, value)

    def forward(self, *args, **kwargs):
        program = self._program
        state = [program._state[name] for name in program._parameters + program._buffers]
        inputs = list(args) + [kwargs[name] for name in program._names[len(args):] if name in kwargs]
        outputs = program.graph_module(*state, *inputs)
        return pytree.tree_unflatten(list(outputs), program._out_spec)


class _Refuse:
    """Turning a tensor into a Python bool has no graph."""

    def __enter__(self):
        self.saved = torch.jit._trace._warn

        def refuse(message):
            if "Python boolean" in message or "Python number" in message or "Python integer" in message or "Python float" in message:
                raise UserError("Could not guard on data-dependent expression: the graph would depend on the data of a tensor.\n" + message)
        torch.jit._trace._warn = refuse
        return self

    def __exit__(self, *exc):
        torch.jit._trace._warn = self.saved
        return False


def export(mod, args, kwargs=None, *, dynamic_shapes=None, strict=False, preserve_module_call_signature=(), prefer_deferred_runtime_asserts_over_guards=False):
    if not isinstance(mod, Module):
        raise ValueError(f"Expected `mod` to be an instance of `torch.nn.Module`, got {type(mod)}.")
    if not isinstance(args, tuple):
        raise UserError(f"Expecting `args` to be a tuple of example positional inputs, got {type(args)}")
    names = torch.jit._trace._argument_names(mod.forward)
    inputs = list(args)
    for name in names[len(args):]:
        if kwargs and name in kwargs:
            inputs.append(kwargs[name])
    with _Refuse():
        traced = torch.jit.trace_module(mod, {"forward": tuple(inputs)}, check_trace=False, strict=False)
    return _Builder(mod, traced.inlined_graph, names, inputs).program()


class _Builder:
    def __init__(self, mod, source, names, inputs):
        self.mod, self.source, self.names, self.inputs = mod, source, names, inputs
        self.graph = fx.Graph()
        self.env = {}      # name of a value -> fx node, constant or list
        self.real = {}     # what it is for the example inputs
        self.taken = set()

    def name(self, base):
        name, i = base, 1
        while name in self.taken:
            name, i = f"{base}_{i}", i + 1
        self.taken.add(name)
        return name

    def program(self):
        state = self.mod.state_dict(keep_vars=True)
        parameters = [name for name, _ in self.mod.named_parameters()]
        buffers = [name for name, _ in self.mod.named_buffers()]
        held = {}
        for prefix, group in (("p_", parameters), ("b_", buffers)):
            for path in group:
                held[path] = self.placeholder(prefix + path.replace(".", "_"))
                held[path].meta["val"] = state[path].detach() if path in state else self.mod.get_buffer(path)
        values = list(self.source.inputs())
        self.paths = {values[0].debugName(): ""}
        user = []
        for i, value in enumerate(values[1:]):
            name = self.names[i] if i < len(self.names) else f"arg_{i}"
            user.append(self.placeholder(name))
            self.put(value, user[-1], self.inputs[i])
        self.held = held
        for node in self.source.nodes():
            self.step(node)
        outputs = [self.env[value.debugName()] for value in self.source.outputs()]
        leaves, out_spec = pytree.tree_flatten(outputs[0])
        self.graph.output(tuple(leaves))
        made = ExportedProgram(_GraphHolder(self.graph), {k: v for k, v in state.items()}, parameters, buffers, list(self.names))
        made._out_spec = out_spec
        made._example_inputs = (tuple(self.inputs), {})
        persistent = set(state)
        inputs = [InputSpec(InputKind.PARAMETER, TensorArgument(held[path].name), path) for path in parameters]
        inputs += [InputSpec(InputKind.BUFFER, TensorArgument(held[path].name), path, path in persistent) for path in buffers]
        inputs += [InputSpec(InputKind.USER_INPUT, TensorArgument(node.name), None) for node in user]
        made._signature = ExportGraphSignature(inputs, [
            OutputSpec(OutputKind.USER_OUTPUT, TensorArgument(leaf.name) if isinstance(leaf, fx.Node) else ConstantArgument("", leaf), None)
            for leaf in leaves])
        return made

    def placeholder(self, base):
        node = self.graph.placeholder(self.name(base))
        return node

    def put(self, value, made, real):
        if isinstance(made, fx.Node) and isinstance(real, torch.Tensor):
            made.meta["val"] = real.detach()
        self.env[value.debugName()] = made
        self.real[value.debugName()] = real

    def step(self, node):
        kind = node.kind()
        outputs, inputs = list(node.outputs()), list(node.inputs())
        if kind == "prim::GetAttr":
            base = self.paths[inputs[0].debugName()]
            path = base + "." + node.s("name") if base else node.s("name")
            if path in self.held:
                self.put(outputs[0], self.held[path], dict(self.mod.state_dict(keep_vars=True))[path])
            else:
                self.paths[outputs[0].debugName()] = path
            return
        if kind == "prim::Constant":
            value = outputs[0].toIValue()
            if isinstance(value, torch.Tensor):
                if value.dim() == 0:
                    value = value.item()
                else:
                    raise UserError("a tensor constant inside the exported module is not supported: register it as a buffer")
            self.put(outputs[0], value, value)
            return
        args = [self.env[v.debugName()] for v in inputs]
        real = [self.real[v.debugName()] for v in inputs]
        if kind in ("prim::ListConstruct", "prim::TupleConstruct"):
            make = list if kind == "prim::ListConstruct" else tuple
            return self.put(outputs[0], make(args), make(real))
        if kind == "prim::DictConstruct":
            return self.put(outputs[0], dict(zip(args[::2], args[1::2])), dict(zip(real[::2], real[1::2])))
        if kind in ("prim::ListUnpack", "prim::TupleUnpack"):
            for i, value in enumerate(outputs):
                if isinstance(args[0], (list, tuple)):
                    self.put(value, args[0][i], real[0][i])
                else:
                    self.put(value, self.call(operator.getitem, (args[0], i), "getitem"), real[0][i])
            return
        # Sizes are fixed: numbers that the example inputs have.
        if kind == "aten::size":
            size = real[0].shape[real[1]] if len(real) > 1 else list(real[0].shape)
            return self.put(outputs[0], size, size)
        if kind in ("prim::NumToTensor", "aten::Int"):
            return self.put(outputs[0], args[0], real[0])
        if kind == "prim::dtype" or kind == "prim::device":
            return self.put(outputs[0], getattr(real[0], kind[6:]), getattr(real[0], kind[6:]))
        self.operator(node, kind, outputs, args, real)

    def operator(self, node, kind, outputs, args, real):
        name = kind.split("::")[1]
        head = node.schema().split("(")[0]
        overload = head.split(".", 1)[1] if "." in head else "default"
        if name == "_convolution":
            rank = len(real[3])
            name, overload = f"conv{rank}d", "default"
            args, real = args[:3] + [args[3], args[4], args[5], args[8]], real[:3] + [real[3], real[4], real[5], real[8]]
            defaults = [None, None, None, [1] * rank, [0] * rank, [1] * rank, 1]
        else:
            defaults = _defaults(node.schema())
        if name == "to":
            args, real = [args[0], _dtype(args[1])], [real[0], _dtype(real[1])]
        names = _argument_names(node.schema())
        count = len(args)
        while count > 1 and count - 1 < len(defaults) and defaults[count - 1] is not _REQUIRED and _same(args[count - 1], defaults[count - 1]):
            count -= 1
        keyword_from = names.index("*") if "*" in names else len(args)
        names = [n for n in names if n != "*"]
        positional = args[:min(count, keyword_from)]
        keywords = {}
        for i in range(keyword_from, count):
            if not _same(args[i], defaults[i]):
                value = args[i]
                keywords[names[i]] = _dtype(value) if names[i] == "dtype" else value
        target = _overload(name, overload)
        made = self.call(target, tuple(positional), name, keywords)
        with torch.no_grad():
            real_keywords = {k: v for k, v in keywords.items() if not isinstance(v, fx.Node)}
            result = target(*real[:len(positional)], **real_keywords)
        if len(outputs) == 1:
            self.put(outputs[0], made, result)
            return
        for i, value in enumerate(outputs):
            self.put(value, self.call(operator.getitem, (made, i), "getitem"), result[i])

    def call(self, target, args, base, kwargs=None):
        return self.graph.create_node("call_function", target, args, kwargs or {}, name=self.name(base.rstrip("_")))


_REQUIRED = object()


def _split_arguments(schema):
    text = schema[schema.index("(") + 1:schema.rindex(") ->")]
    parts, depth, word = [], 0, ""
    for c in text:
        if c == "," and depth == 0:
            parts.append(word.strip())
            word = ""
            continue
        depth += (c in "([") - (c in ")]")
        word += c
    if word.strip():
        parts.append(word.strip())
    return parts


def _argument_names(schema):
    return [part if part == "*" else part.split("=")[0].split(" ")[-1] for part in _split_arguments(schema)]


def _defaults(schema):
    found = []
    for part in _split_arguments(schema):
        if part == "*":
            continue
        if "=" not in part:
            found.append(_REQUIRED)
            continue
        text = part.split("=", 1)[1]
        known = {"None": None, "True": True, "False": False}
        if text in known:
            found.append(known[text])
        elif text.startswith("["):
            found.append([int(item) for item in text[1:-1].split(",") if item.strip()])
        elif text.startswith('"'):
            found.append(text[1:-1])
        elif text == "Mean":
            found.append(1)
        else:
            try:
                found.append(int(text))
            except ValueError:
                try:
                    found.append(float(text))
                except ValueError:
                    found.append(None)
    return found


def _same(value, default):
    if default is _REQUIRED or isinstance(value, fx.Node):
        return False
    if isinstance(value, list) and isinstance(default, int) and not isinstance(default, bool):
        return all([item == default for item in value])
    if isinstance(value, list) != isinstance(default, list):
        return False
    if isinstance(value, list) and any([isinstance(item, fx.Node) for item in value]):
        return False
    return type(value) is type(default) and value == default or value is default
