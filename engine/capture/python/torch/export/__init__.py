# torch.export: one graph of ATen operators for given inputs, sizes fixed. The graph is the
# recorded run of the module (torch.jit's tracer), written as an fx graph.
import contextlib
import operator

import torch
import torch.fx as fx
import torch.utils._pytree as pytree
from torch.export.graph_signature import (
    ConstantArgument, ExportGraphSignature, InputKind, InputSpec, OutputKind, OutputSpec, TensorArgument)
from torch._ops import _overload
from torch.export._decompose import _decomposed
from torch.export._serialize import load, save
from torch.nn import Module
from _vitrine_fx import function_parameters


class UserError(RuntimeError):
    pass


def _dtype(value):
    return torch.jit._number_dtype(value) if isinstance(value, int) else value


class _DimHint:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"DimHint({self.name})"


class Dim:
    AUTO = _DimHint("AUTO")
    STATIC = _DimHint("STATIC")
    DYNAMIC = _DimHint("DYNAMIC")

    def __init__(self, name, *, min=None, max=None):
        if max is not None and min is not None and max <= min:
            raise AssertionError(f"Cannot create Dim with inconsistent min={min}, max={max}")
        if not name.isidentifier():
            raise AssertionError(f"Dim name must be a valid identifier, got {name}")
        self.__name__ = name
        self.min, self.max = min, max

    def __repr__(self):
        return f"Dim('{self.__name__}', min={0 if self.min is None else self.min}" + (f", max={self.max})" if self.max is not None else ")")


def dims(*names, min=None, max=None):
    return tuple([Dim(name, min=min, max=max) for name in names])


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
        return self._constants

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

    def _ordered(self, args, kwargs):
        """The arguments as the example had them: given by position, then given by name."""
        given = list(args) + [kwargs[name] for name in self._names[len(args):] if name in kwargs]
        return given[:self._positional], given[self._positional:]

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
        return _decomposed(self)


def _check_range(name, dim, size, wanted):
    least, most = getattr(wanted, "min", None), getattr(wanted, "max", None)
    if least is not None and size < least:
        raise AssertionError(f"Guard failed: {name}.size()[{dim}] >= {least}")
    if most is not None and size > most:
        raise AssertionError(f"Guard failed: {name}.size()[{dim}] <= {most}")


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
        leaves, in_spec = pytree.tree_flatten(program._ordered(args, kwargs))
        if in_spec != program._in_spec:
            raise ValueError("Trying to flatten user inputs with exported input tree spec: \n" + repr(program._in_spec) +
                             "\nbut actually got inputs with tree spec of: \n" + repr(in_spec))
        for node, leaf in zip(program._user_inputs, leaves):
            expected = node.meta["val"].shape if isinstance(node.meta.get("val"), torch.Tensor) else ()
            for dim, size in enumerate(expected):
                if leaf.dim() != len(expected):
                    continue
                dynamic = program._dynamic.get(node.name, {})
                if dim in dynamic:
                    _check_range(node.name, dim, leaf.shape[dim], dynamic[dim])
                elif leaf.shape[dim] != size:
                    raise AssertionError(f"Guard failed: {node.name}.size()[{dim}] == {size}")
        state = [program._state[name] for name in program._parameters + program._buffers]
        outputs = program.graph_module(*state, *program._constants.values(), *leaves)
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
    kwargs = kwargs or {}
    names = _bound_names(mod, args, kwargs)
    leaves, spec = pytree.tree_flatten((args, kwargs))
    caller = _Caller(mod, spec, leaves)
    tensors = tuple([leaf for leaf in leaves if isinstance(leaf, torch.Tensor)])
    dynamic = _dynamic_dims(dynamic_shapes, names, list(args) + list(kwargs.values()))
    # Tracing and following its graph run the module; its buffers stay what they were.
    before = [(buffer, buffer.clone()) for buffer in mod.buffers()]
    torch.jit._trace._plain_sizes[0] = not any(dynamic)
    try:
        with _Refuse():
            traced = torch.jit.trace_module(caller, {"forward": tensors}, check_trace=False, strict=False)
        program = _Builder(mod, traced.inlined_graph, names, args, kwargs, caller, dynamic).program()
        _check_dynamic(program)
        return program
    finally:
        torch.jit._trace._plain_sizes[0] = False
        with torch.no_grad():
            for buffer, value in before:
                buffer.copy_(value)


def _check_dynamic(program):
    """Runs the graph with other sizes: a dimension that it does not allow to vary was specialised."""
    values = [program._state[name] for name in program._parameters + program._buffers] + list(program._constants.values())
    nodes = program._user_inputs
    groups = {}
    for node in nodes:
        for dim, wanted in program._dynamic[node.name].items():
            key = wanted.__name__ if isinstance(wanted, Dim) else f"{node.name}.size()[{dim}]"
            groups.setdefault(key, []).append((node, dim))

    def works(varied):
        inputs = []
        for node in nodes:
            value = node.meta.get("val")
            for dim in [d for n, d in varied if n is node]:
                value = torch.cat([value, value.narrow(dim, 0, 1)], dim)
            inputs.append(value)
        try:
            with torch.no_grad():
                program.graph_module(*values, *inputs)
            return True
        except (RuntimeError, IndexError, ValueError):
            return False

    for key, members in groups.items():
        node, dim = members[0]
        size = node.meta["val"].shape[dim]
        wanted = program._dynamic[node.name][dim]
        if works(members):
            continue
        if not isinstance(wanted, Dim):
            # Dimensions of one size may have to vary together.
            same = [(n, d) for others in groups.values() for n, d in others if n.meta["val"].shape[d] == size]
            if len(same) > 1 and works(same):
                continue
            if wanted is Dim.AUTO:
                del program._dynamic[node.name][dim]
                continue
        hint = f"Suggested fixes:\n  {key} = {size}\n\n" if isinstance(wanted, Dim) else ""
        raise UserError(
            f"Constraints violated ({key})! For more information, run with TORCH_LOGS=\"+dynamic\".\n  - You marked {key} as dynamic but your "
            f"code specialized it to be a constant ({size}). If you're using mark_dynamic, either remove it or use maybe_mark_dynamic. "
            f"If you're using Dim.DYNAMIC, replace it with either Dim.STATIC or Dim.AUTO.\n{hint}"
            "The error above occurred when calling torch.export.export. If you would like to view some more information about this error, "
            "and get a list of all other errors that may occur in your export call, you can replace your `export()` call with `draft_export()`.")


def _dynamic_dims(dynamic_shapes, names, inputs):
    """For each leaf of the inputs, its dimensions that may vary, with their bounds."""
    if isinstance(dynamic_shapes, dict):
        given = [dynamic_shapes.get(name) for name in names]
    else:
        given = list(dynamic_shapes or []) + [None] * (len(names) - len(dynamic_shapes or []))
    found = []

    def walk(value, shapes):
        if isinstance(value, (list, tuple)):
            for i, item in enumerate(value):
                walk(item, shapes[i] if shapes is not None else None)
        elif isinstance(value, dict):
            for key in value:
                walk(value[key], shapes.get(key) if shapes is not None else None)
        else:
            dims = {}
            pairs = shapes.items() if isinstance(shapes, dict) else enumerate(shapes or ())
            for dim, wanted in pairs:
                if isinstance(wanted, Dim) or wanted is Dim.DYNAMIC or wanted is Dim.AUTO:
                    dims[dim] = wanted
            found.append(dims)

    for value, shapes in zip(inputs, given):
        walk(value, shapes)
    return found


class _Caller(Module):
    """The module called with the tensors of a structure of arguments."""

    def __init__(self, mod, spec, leaves):
        super().__init__()
        self.training = mod.training
        self._exported = mod
        self.__dict__["_call"] = (spec, leaves)

    def forward(self, *tensors):
        spec, leaves = self._call
        remaining = iter(tensors)
        args, kwargs = pytree.tree_unflatten([next(remaining) if isinstance(leaf, torch.Tensor) else leaf for leaf in leaves], spec)
        self.__dict__["_results"] = pytree.tree_flatten(self._exported(*args, **kwargs))
        return tuple([leaf for leaf in self._results[0] if isinstance(leaf, torch.Tensor)])


def _bound_names(mod, args, kwargs):
    """The names of the arguments, positional ones first, then those that are given by name."""
    parameters = function_parameters(mod.forward)
    names = [p[0] for p in parameters if p[1] == ""][:len(args)]
    star = [p[0] for p in parameters if p[1] == "*"]
    if len(names) < len(args) and not star:
        raise TypeError("too many positional arguments")
    names += [f"{star[0]}_{i}" for i in range(len(args) - len(names))] if star else []
    for name, kind, has_default, _ in parameters:
        if kind in ("", "keyword") and not has_default and name not in names and name not in kwargs:
            raise TypeError(f"missing a required argument: '{name}'")
    return names + list(kwargs)


def _leaf_names(name, value):
    """The placeholders' names for the leaves of one argument."""
    if isinstance(value, (list, tuple)):
        keys = getattr(value, "_fields", range(len(value)))
        return [found for key, item in zip(keys, value) for found in _leaf_names(f"{name}_{key}", item)]
    if isinstance(value, dict):
        return [found for key in value for found in _leaf_names(f"{name}_{key}", value[key])]
    return [name]


class _Builder:
    def __init__(self, mod, source, names, args, kwargs, caller, dynamic):
        self.mod, self.source, self.names, self.args, self.kwargs = mod, source, names, args, kwargs
        self.caller, self.dynamic = caller, dynamic
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
        self.paths = {values[0].debugName(): None}
        remaining = iter(values[1:])
        user, specs = [], []
        inputs = list(self.args) + list(self.kwargs.values())
        leaf_names = [leaf for name, value in zip(self.names, inputs) for leaf in _leaf_names(name, value)]
        for name, leaf in zip(leaf_names, pytree.tree_leaves(inputs)):
            user.append(self.placeholder(name))
            if isinstance(leaf, torch.Tensor):
                self.put(next(remaining), user[-1], leaf)
                specs.append(InputSpec(InputKind.USER_INPUT, TensorArgument(name), None))
            else:
                user[-1].meta["val"] = leaf
                specs.append(InputSpec(InputKind.USER_INPUT, ConstantArgument(name, leaf), None))
        self.user, self.constants, self.sizes = user, {}, {}
        self.held = held
        for node in self.source.nodes():
            self.step(node)
        results, out_spec = self.caller._results
        tensors = iter(pytree.tree_leaves([self.env[value.debugName()] for value in self.source.outputs()]))
        leaves = [next(tensors) if isinstance(leaf, torch.Tensor) else leaf for leaf in results]
        self.graph.output(tuple(leaves))
        made = ExportedProgram(_GraphHolder(self.graph), {k: v for k, v in state.items()}, parameters, buffers, list(self.names))
        made._out_spec = out_spec
        made._in_spec = pytree.tree_flatten((list(self.args), list(self.kwargs.values())))[1]
        made._positional, made._user_inputs = len(self.args), user
        made._dynamic = {node.name: dims for node, dims in zip(user, self.dynamic)}
        made._constants = {target: value for target, (_, value) in self.constants.items()}
        made._example_inputs = (tuple(self.args), self.kwargs)
        persistent = set(state)
        inputs = [InputSpec(InputKind.PARAMETER, TensorArgument(held[path].name), path) for path in parameters]
        inputs += [InputSpec(InputKind.BUFFER, TensorArgument(held[path].name), path, path in persistent) for path in buffers]
        inputs += [InputSpec(InputKind.CONSTANT_TENSOR, TensorArgument(node.name), target) for target, (node, _) in self.constants.items()]
        inputs += specs
        made._signature = ExportGraphSignature(inputs, [
            OutputSpec(OutputKind.USER_OUTPUT, TensorArgument(leaf.name) if isinstance(leaf, fx.Node) else ConstantArgument("", leaf), None)
            for leaf in leaves])
        return made

    def placeholder(self, base):
        node = self.graph.placeholder(self.name(base))
        return node

    def size_node(self, node, value, dim):
        dims = {input: dims for input, dims in zip(self.user, self.dynamic)}.get(node)
        if dims is not None and dim not in dims or node in self.held.values():
            return value.shape[dim]
        if (node, dim) not in self.sizes:
            # Sizes of the inputs stand before everything else.
            first = next((n for n in self.graph.nodes if n.op != "placeholder"), None) if dims is not None else None
            with self.graph.inserting_before(first) if first is not None else contextlib.nullcontext():
                made = self.call(_overload("sym_size", "int"), (node, dim), "sym_size_int_1" if not self.sizes else "sym_size_int")
            made.meta["val"] = value.shape[dim]
            self.sizes[node, dim] = made
        return self.sizes[node, dim]

    def lift(self, output, value):
        """A tensor that is neither a parameter nor a buffer: an attribute, or made on the way."""
        for prefix, module in self.mod.named_modules():
            for name, held in module.__dict__.items():
                if isinstance(held, torch.Tensor) and held.data_ptr() == value.data_ptr():
                    return self.put(output, self.constant(prefix + "." + name if prefix else name, held), held)
        count = len([target for target in self.constants if target.startswith("lifted_tensor_")])
        node = self.constant(f"lifted_tensor_{count}", value)
        node = self.call(_overload("lift_fresh_copy", "default"), (node,), "lift_fresh_copy")
        node.meta["val"] = value
        self.put(output, self.call(_overload("detach_", "default"), (node,), "detach_"), value)

    def constant(self, target, value):
        if target not in self.constants:
            # Attributes first, then what was made on the way.
            made = [n for name, (n, _) in self.constants.items() if name.startswith("lifted_tensor_")]
            later = self.user if target.startswith("lifted_tensor_") or not made else made
            with self.graph.inserting_before(later[0]) if later else contextlib.nullcontext():
                node = self.placeholder("c_" + target.replace(".", "_"))
            node.meta["val"] = value.detach()
            self.constants[target] = (node, value)
            if later is made:
                self.constants = dict(sorted(self.constants.items(), key=lambda item: item[0].startswith("lifted_tensor_")))
        return self.constants[target][0]

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
            path = "" if base is None else base + "." + node.s("name") if base else node.s("name")
            if path in self.held:
                self.put(outputs[0], self.held[path], dict(self.mod.state_dict(keep_vars=True))[path])
                return
            *owner, name = path.split(".")
            attribute = getattr(self.mod.get_submodule(".".join(owner)), name) if path else None
            if isinstance(attribute, torch.Tensor):
                self.put(outputs[0], self.constant(path, attribute), attribute)
            else:
                self.paths[outputs[0].debugName()] = path
            return
        if kind == "prim::Constant":
            value = outputs[0].toIValue()
            if isinstance(value, torch.Tensor):
                # Numbers of the source are of 64 bits; other tensors become inputs.
                if value.dim() > 0 or value.dtype not in (torch.int64, torch.float64, torch.bool):
                    return self.lift(outputs[0], value)
                value = value.item()
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
        # Sizes are numbers that the example inputs have, or nodes if some of them may vary.
        if any(self.dynamic) and kind == "aten::size" and len(args) > 1 and isinstance(args[0], fx.Node):
            return self.put(outputs[0], self.size_node(args[0], real[0], real[1]), real[0].shape[real[1]])
        arithmetic = {"aten::mul": operator.mul, "aten::add": operator.add, "aten::sub": operator.sub, "aten::floor_divide": operator.floordiv}
        if kind in arithmetic and all([isinstance(value, int) for value in real]):
            compute = arithmetic[kind]
            made = self.call(compute, tuple(args[:2]), compute.__name__) if any([isinstance(a, fx.Node) for a in args[:2]]) else compute(*args[:2])
            return self.put(outputs[0], made, compute(*real[:2]))
        if kind == "aten::size":
            size = real[0].shape[real[1]] if len(real) > 1 else list(real[0].shape)
            return self.put(outputs[0], size, size)
        if kind in ("prim::NumToTensor", "aten::Int"):
            return self.put(outputs[0], args[0], real[0])
        if kind == "aten::slice" and len(real) > 4 and real[2] in (0, None) and real[3] in (None, (1 << 63) - 1) and real[4] == 1:
            return self.put(outputs[0], args[0], real[0])  # the whole of it
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
        return self.graph.create_node("call_function", target, args, kwargs or {}, name=self.name(base))


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
