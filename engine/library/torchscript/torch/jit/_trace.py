# torch.jit.trace: one real run under the native tracer, then checks against the original.
import warnings

import _vitrine_script as _native
from _vitrine_dynamo import set_tracer
import torch
import torch._tensor_library as _library
import torch.jit._functional as _functional
import torch.jit._operators as _operators
from torch.nn.modules.module import Module
from torch.jit import _is_tracing, is_tracing
from torch.jit._script import ScriptModule, ScriptFunction, RecursiveScriptModule, check_module_initialized


class TracerWarning(Warning):
    @staticmethod
    def ignore_lib_warnings():
        pass


class TracingCheckError(Exception):
    def __init__(self, graph_diff_error, tensor_compare_error, extra_msg=None):
        self.message = "Tracing failed sanity checks!\n"
        if extra_msg is not None:
            self.message += extra_msg + "\n"
        if graph_diff_error is not None:
            self.message += "ERROR: Graphs differed across invocations!\n" + _indent(graph_diff_error) + "\n"
        if tensor_compare_error is not None:
            self.message += ("ERROR: Tensor-valued Constant nodes differed in value across invocations. This often indicates that "
                             "the tracer has encountered untraceable code.\n" + _indent(tensor_compare_error) + "\n")
        super().__init__(self.message)


def _indent(text):
    return "\n".join(["\t" + line for line in text.splitlines()])


def _warn(message):
    warnings.warn(message, category=TracerWarning, stacklevel=2)


def _map_tensors(value, fn):
    if isinstance(value, torch.Tensor):
        return fn(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[_map_tensors(item, fn) for item in value])
    if isinstance(value, tuple):
        return tuple([_map_tensors(item, fn) for item in value])
    if isinstance(value, list):
        return [_map_tensors(item, fn) for item in value]
    if isinstance(value, dict):
        return {key: _map_tensors(item, fn) for key, item in value.items()}
    return value


def _clone_inputs(args):
    def clone(value):
        copied = value.detach().clone()
        if value.requires_grad:
            copied.requires_grad_(True)
        return copied

    return _map_tensors(args, clone)


def _distinct_inputs(args, rows):
    """The inputs themselves, so that the trace changes them as a call does. One that is given twice, or that is a
    parameter too, is traced through a view of it: each value of the graph has a tensor of its own."""
    taken = {id(tensor) for tensor, _ in rows}

    def distinct(value):
        if id(value) in taken:
            return value.view(value.size())
        taken.add(id(value))
        return value

    return _map_tensors(args, distinct)


# --- what is patched while a trace runs ----------------------------------------------------
def _recorded(name, fn):
    def traced(*args, **kwargs):
        return _native.trace_call(name, fn, *args, **kwargs)

    return traced


# Functions of torch.nn.functional that PyTorch has no source in Python for.
_NATIVE_THERE = {"logsigmoid", "adaptive_avg_pool1d"}


def _naming(fn, names):
    """A function of torch.nn.functional: its parameters name the values that have no name yet."""
    def named(*args, **kwargs):
        if _native.trace_active():
            for name, value in list(zip(names, args)) + list(kwargs.items()):
                if isinstance(value, torch.Tensor):
                    _native.trace_name(value, name)
        return fn(*args, **kwargs)

    return named


def _constant_maker(name, make):
    """torch.tensor and torch.as_tensor: their results are constants of the trace."""
    def made(data, *args, **kwargs):
        if not _native.trace_active():
            return make(data, *args, **kwargs)
        _warn(f"torch.{name} results are registered as constants in the trace. You can safely ignore this warning if you "
              "use this function to create tensors out of constant variables that would be the same every time you call "
              "this function. In any other case, this might cause the trace to be incorrect.")
        _native.trace_suspend(True)
        try:
            result = make(data, *args, **kwargs)
        finally:
            _native.trace_suspend(False)
        if not isinstance(data, torch.Tensor) and name != "from_numpy":
            _native.trace_lift(result, name == "tensor")
        return result

    return made


def _broadcasting(loss):
    """A loss whose arguments are brought to one shape first, as PyTorch's source does."""
    def traced(input, target, *args, **kwargs):
        input, target = torch.broadcast_tensors(input, target)
        return loss(input, target, *args, **kwargs)

    return traced


def _normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    denom = input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)
    return torch.div(input, denom, out=out) if out is not None else input / denom


def _interpolated(interpolate):
    """F.interpolate as the operator of its mode."""
    def traced(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None, antialias=False):
        dims = input.dim() - 2
        kind = f"upsample_{mode}" if mode.endswith("linear") or mode == "bicubic" else f"upsample_{mode}{dims}d"
        kind = {"upsample_linear": "upsample_linear1d", "upsample_bilinear": "upsample_bilinear2d", "upsample_bicubic": "upsample_bicubic2d",
                "upsample_trilinear": "upsample_trilinear3d"}.get(kind, kind)
        run = getattr(_operators, kind + "_vec", None)
        if run is None or antialias or recompute_scale_factor or not _native.trace_active():
            return interpolate(input, size, scale_factor, mode, align_corners, recompute_scale_factor, antialias)
        if size is not None and not isinstance(size, (tuple, list)):
            size = [size] * dims
        if scale_factor is not None:
            scale_factor = [float(s) for s in (scale_factor if isinstance(scale_factor, (tuple, list)) else [scale_factor] * dims)]
        rest = {} if mode == "nearest" else {"align_corners": bool(align_corners)}
        return _native.trace_call(kind, run, input=input, output_size=size, **rest, scale_factors=scale_factor)

    return traced


class _Patches:
    """Functions of the library that are one op each, and calls of modules."""

    def __init__(self, paths):
        self.paths = paths
        self.saved = []

    def __enter__(self):
        for name in _library.__all__:
            fn = getattr(torch, name, None)
            if callable(fn):
                self.put(torch, name, _recorded(name, fn))
        self.methods = []
        for fn in _library._methods:
            name = fn.__name__
            if getattr(torch.Tensor, name, None) is fn:
                self.methods.append((name, fn))
                torch._C._add_tensor_method(name, _recorded(name, fn))
        for name in ("tensor", "as_tensor", "from_numpy"):
            self.put(torch, name, _constant_maker(name, getattr(torch, name)))
        functional = torch.nn.functional
        for name, written in _functional.__dict__.items():
            fn = getattr(functional, name, None)
            if fn is not None and hasattr(written, "__code__") and name not in _NATIVE_THERE:
                self.put(functional, name, _naming(fn, written.__code__.co_varnames[:written.__code__.co_argcount]))
        for name in ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss"):
            self.put(functional, name, _broadcasting(getattr(functional, name)))
        self.put(functional, "normalize", _normalize)
        self.put(functional, "interpolate", _interpolated(functional.interpolate))
        original, paths = Module._call_impl, self.paths

        def call(module, *args, **kwargs):
            path = paths.get(id(module))
            if path is None and isinstance(module, ScriptModule) and _native.trace_active():
                raise RuntimeError(f"Tried to trace <{_native.qualified_name(module._c)} object at {hex(id(module))}> but it is not part of the "
                                   "active trace. Modules that are called during a trace must be registered as submodules of the thing being traced.")
            if not path or not _native.trace_active():
                return original(module, *args, **kwargs)
            if isinstance(module, RecursiveScriptModule) and not kwargs:
                return _native.trace_method(path, module._method("forward"), args)
            _native.trace_enter(None, path)
            try:
                return original(module, *args, **kwargs)
            finally:
                _native.trace_leave()

        self.saved.append((Module, "_call_impl", original))
        Module._call_impl = call
        return self

    def put(self, owner, name, value):
        self.saved.append((owner, name, getattr(owner, name)))
        setattr(owner, name, value)

    def __exit__(self, *exc):
        for owner, name, value in reversed(self.saved):
            setattr(owner, name, value)
        for name, fn in self.methods:
            torch._C._add_tensor_method(name, fn)
        return False


def _parameter_rows(module):
    rows = []
    for path, child in module.named_modules():
        prefix = path + "." if path else ""
        for name, value in list(child._parameters.items()) + list(child._buffers.items()):
            if value is not None:
                rows.append((value, prefix + name))
        for name, value in child.__dict__.items():
            if isinstance(value, torch.Tensor):
                rows.append((value, prefix + name))
    return rows


_plain_sizes = [False]  # torch.export with fixed sizes


def _argument_names(fn):
    code = getattr(fn, "__code__", None)
    if code is None:
        code = getattr(getattr(fn, "__func__", None), "__code__", None)
    if code is None:
        return []
    names = list(code.co_varnames[:code.co_argcount])
    if hasattr(fn, "__self__") and names:
        names = names[1:]
    return names


def _record(fn, inputs, object, rows, paths, strict, name, names=None):
    names = list(_argument_names(fn) if names is None else names)[:len(inputs)]
    inputs = _distinct_inputs(inputs, rows)
    _native.trace_begin(names, list(inputs), object, rows)
    if _plain_sizes[0]:
        _native.trace_plain_sizes()
    _is_tracing[0] = True
    tracer = set_tracer("torch.jit.trace")
    try:
        with _Patches(paths):
            result = fn(*inputs)
            _is_tracing[0] = False
            return _native.trace_end(result, strict, name, names)
    except BaseException:
        _native.trace_abort()
        raise
    finally:
        _is_tracing[0] = False
        set_tracer(tracer)


# --- checks --------------------------------------------------------------------------------
_RANDOM = {"aten::dropout", "aten::rand", "aten::randn", "aten::rand_like", "aten::randn_like", "aten::randint", "aten::bernoulli",
           "aten::multinomial", "aten::randperm", "aten::normal", "aten::feature_dropout", "aten::alpha_dropout", "aten::randint_like"}


def _random_nodes(graph):
    found = []
    for node in graph.nodes():
        if node.kind() not in _RANDOM:
            continue
        if node.kind().endswith("dropout") and list(node.inputs())[2].toIValue() is False:
            continue
        found.append(node)
    return found


def _untyped(text):
    """Without the shapes of tensors and the numbers of classes, which differ from run to run."""
    import re
    return re.sub(r"___torch_mangle_\d+\.", "", re.sub(r"\b(Float|Double|Half|BFloat16|Long|Int|Short|Char|Byte|Bool)\([^()]*\)", "Tensor", text))


def _compared(first, second):
    import difflib
    return _indent("".join(difflib.ndiff(first.splitlines(True), second.splitlines(True))))


def _difference(first, second):
    text = "Graph diff:\n" + _compared(_untyped(str(first)), _untyped(str(second))) + "\n"
    for a, b in zip(first.nodes(), second.nodes()):
        left, right = _untyped(str(a)), _untyped(str(b))
        if left != right:
            return text + "First diverging operator:\nNode diff:\n" + _compared(left, right) + "\n"
    return text


def _constant_differences(first, second):
    for a, b in zip(first.nodes(), second.nodes()):
        if a.kind() != "prim::Constant":
            continue
        x, y = a.output().toIValue(), b.output().toIValue()
        if isinstance(x, torch.Tensor) and isinstance(y, torch.Tensor):
            try:
                torch.testing.assert_close(x, y, equal_nan=True)
            except AssertionError as error:
                return f"Node:\n{_indent(_untyped(str(a)))}\nComparison exception: {_indent(str(error))}"
    return None


def _top_tensors(value):
    """The tensors that a function returns, not those inside its containers: a check compares these."""
    return [each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, torch.Tensor)]


def _graph_errors(first, second):
    """How two traces of one function differ, as text: their graphs, and their constants."""
    graph_error = _difference(first, second) if _untyped(str(first)) != _untyped(str(second)) else None
    return graph_error, _constant_differences(first, second)


def _agree(outputs, expected, tolerance, graph):
    same = True
    for i, (a, b) in enumerate(zip(outputs, expected)):
        try:
            torch.testing.assert_close(a.double() if a.dtype.is_floating_point else a,
                                       b.double() if b.dtype.is_floating_point else b, rtol=tolerance, atol=1e-5, equal_nan=True)
        except AssertionError as error:
            nodes = _random_nodes(graph)
            if nodes and same:
                text = "".join(["\t" + str(node) for node in nodes[:20]])
                _warn("Trace had nondeterministic nodes. Did you forget to call .eval() on your model? Nodes:\n" + text +
                      "This may cause errors in trace checking. To disable trace checking, pass check_trace=False to torch.jit.trace()")
            _warn(f"Output nr {i + 1}. of the traced function does not match the corresponding output of the Python function. "
                  f"Detailed error:\n{error}")
            same = False
    return same


def _check(traced, graph_of, fn, run, check_inputs, tolerance, record):
    for inputs in check_inputs:
        if isinstance(inputs, torch.Tensor):
            inputs = (inputs,)
        again = record(inputs)
        first, second = graph_of(traced).inlined_graph, again.inlined_graph

        def outputs_of(call, what):
            try:
                return _top_tensors(call())
            except Exception as error:
                message = f"encountered an exception while running the {what} with test inputs.\nException:\n{_indent(str(error))}"
                raise TracingCheckError(*_graph_errors(first, second), message) from error

        left = outputs_of(lambda: run(traced, _clone_inputs(inputs)), "trace")
        right = outputs_of(lambda: fn(*_clone_inputs(inputs)), "Python function")
        if _agree(left, right, tolerance, graph_of(traced).graph):
            run(traced, _clone_inputs(inputs))  # PyTorch compares with a second trace as well
        errors = _graph_errors(first, second)
        if errors != (None, None):
            raise TracingCheckError(*errors)


# --- the entries ---------------------------------------------------------------------------
def trace(func, example_inputs=None, optimize=None, check_trace=True, check_inputs=None, check_tolerance=1e-5, strict=True,
          _force_outplace=False, _module_class=None, _compilation_unit=None, example_kwarg_inputs=None, _store_inputs=True):
    if isinstance(func, (ScriptModule, ScriptFunction)):
        warnings.warn("The input to trace is already a ScriptModule, tracing it is a no-op. Returning the object as is.", stacklevel=2)
        return func
    if example_kwarg_inputs is not None:
        names = _argument_names(func.forward if isinstance(func, Module) else func)
        example_inputs = tuple([example_kwarg_inputs[name] for name in names if name in example_kwarg_inputs])
    if isinstance(func, Module):
        return trace_module(func, {"forward": example_inputs}, None, check_trace, None if check_inputs is None else
                            [{"forward": inputs} for inputs in check_inputs], check_tolerance, strict)
    if hasattr(func, "__self__") and isinstance(func.__self__, Module) and getattr(func, "__name__", "") == "forward":
        return trace(func.__self__, example_inputs, None, check_trace, check_inputs, check_tolerance, strict)
    inputs = _as_tuple(example_inputs)
    if not hasattr(func, "__name__"):
        raise RuntimeError("Could not get name of python class object")
    name = func.__name__
    if name == "<lambda>":
        name = "_lambda"
    paths, rows = {}, []
    traced = _record(func, inputs, None, rows, paths, strict, name)
    if check_trace:
        sets = check_inputs if check_inputs is not None else [inputs]
        _check(traced, lambda t: t, func, lambda t, given: t(*given), sets, check_tolerance,
               lambda given: _record(func, _clone_inputs(_as_tuple(given)), None, rows, paths, strict, name))
    traced._torchdynamo_inline = func
    return traced


def _as_tuple(inputs):
    if isinstance(inputs, (torch.Tensor, dict)):
        return (inputs,)
    if isinstance(inputs, tuple):
        return inputs
    if isinstance(inputs, str):
        return (inputs,)
    return tuple(inputs)


def _traced_object(module):
    """A module's structure without its methods: those come from the trace."""
    check_module_initialized(module, "torch.jit._trace.TracedModule.__init__.<locals>.QualnameWrapper")
    rows = [("training", "attribute", module.training, None)]
    for name, value in module._parameters.items():
        if value is not None:
            rows.append((name, "parameter", value, None))
    for name, value in module._buffers.items():
        if value is not None:
            rows.append((name, "buffer", value, None))
    for name, child in module._modules.items():
        if child is not None:
            rows.append((name, "module", child._c if isinstance(child, RecursiveScriptModule) else _traced_object(child), None))
    for name, value in module.__dict__.items():
        if isinstance(value, torch.Tensor):
            rows.append((name, "attribute", value, None))
    cls = type(module)
    qualified = "__torch__." + (cls.__name__ if cls.__module__ == "__main__" else f"{cls.__module__}.{cls.__name__}")
    return _native.new_module(qualified, None, rows, {}, {}, None)


class TracedModule(RecursiveScriptModule):
    def _get_name(self):
        return self.original_name

    def _wrapped_child(self, name):
        inner = _native.get_slot(self._c, name)
        known = self._wrappers.get(name)
        if known is None or known._c is not inner:
            known = TracedModule(inner)
            self._wrappers[name] = known
        return known


class TopLevelTracedModule(TracedModule):
    pass


for _cls in (TracedModule, TopLevelTracedModule):
    _cls.__module__ = "torch.jit._trace"


def trace_module(mod, inputs, optimize=None, check_trace=True, check_inputs=None, check_tolerance=1e-5, strict=True,
                 _force_outplace=False, _module_class=None, _compilation_unit=None, example_inputs_is_kwarg=False, _store_inputs=True):
    if not isinstance(mod, Module):
        raise AttributeError("expected torch.nn.Module as the first argument")
    if not isinstance(inputs, dict):
        raise AttributeError("expected a dictionary of (method_name, input) pairs")
    object = _traced_object(mod)
    rows = _parameter_rows(mod)
    paths = {id(child): path for path, child in mod.named_modules() if path}
    made = TopLevelTracedModule(object)
    for name, given in inputs.items():
        given = _as_tuple(given)
        call = _forward_of(mod) if name == "forward" else getattr(mod, name)
        names = _argument_names(getattr(mod, name))
        _record(call, given, object, rows, paths, strict, name, names)
        if check_trace:
            sets = [each[name] for each in check_inputs] if check_inputs is not None else [given]
            _check(made, lambda t: getattr(t, name) if name != "forward" else t._method("forward"), call,
                   lambda t, values: getattr(t, name)(*values), sets, check_tolerance,
                   lambda values: _record(call, _clone_inputs(_as_tuple(values)), _traced_object(mod), rows, paths, strict, name, names))
    return made


def _forward_of(mod):
    def forward(*args):
        return mod(*args)

    return forward
