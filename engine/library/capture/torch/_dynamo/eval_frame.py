from collections import namedtuple

import torch
from _vitrine_dynamo import always_capture, break_records, clear_breaks, enter, enter_disabled, exclude, guard_records, leave
from _vitrine_dynamo import reset as _reset
from torch._dynamo import exc
from torch._dynamo.backends.registry import lookup_backend
from torch._dynamo.external_utils import wrap_inline
from torch.nn import Module
from traceback import FrameSummary


def _copy_names(wrapper, fn):
    for name in ("__name__", "__qualname__", "__doc__", "__module__"):
        value = getattr(fn, name, None)
        if value is not None:
            try:
                setattr(wrapper, name, value)
            except AttributeError:
                pass
    wrapper.__wrapped__ = fn
    wrapper._torchdynamo_orig_callable = fn
    wrapper._torchdynamo_inline = fn


GuardFail = namedtuple("GuardFail", ("reason", "orig_code"))
forced_backend = [None]  # torch.compiler.set_stance(force_backend=...)


def compile_fn(fn, backend, fullgraph=False, dynamic=None, guard_fail_fn=None):
    def compile_wrapper(*args, **kwargs):
        enter(forced_backend[0] or backend, fullgraph, dynamic, guard_fail_fn)
        try:
            return fn(*args, **kwargs)
        finally:
            leave()

    always_capture(fn if hasattr(fn, "__code__") or hasattr(fn, "__func__") else type(fn).__call__)
    _copy_names(compile_wrapper, fn)
    return compile_wrapper


def _has_library_forward(mod):
    """No frame of the program is entered when such a module is called: dynamo needs one around it."""
    return (getattr(type(mod).forward, "__module__", None) or "").startswith("torch.")


class OptimizedModule(Module):
    def __init__(self, mod, compile_it):
        super().__init__()
        object.__setattr__(self, "_compile_it", compile_it)
        self._modules["_orig_mod"] = mod
        self._initialize()

    def _initialize(self):
        mod = self._modules["_orig_mod"]
        object.__setattr__(self, "_call", self._compile_it(wrap_inline(mod) if _has_library_forward(mod) else mod.__call__))
        self.training = mod.training

    def forward(self, *args, **kwargs):
        return self._call(*args, **kwargs)

    def __getattr__(self, name):
        if name == "_orig_mod":
            return self._modules["_orig_mod"]
        return getattr(self._modules["_orig_mod"], name)

    def __setattr__(self, name, value):
        if name in ("training", "_orig_mod") or name in self.__dict__:
            if name == "training":
                self._modules["_orig_mod"].training = value
                self.__dict__[name] = value
                return
            return super().__setattr__(name, value)
        return setattr(self._modules["_orig_mod"], name, value)

    def __delattr__(self, name):
        return delattr(self._modules["_orig_mod"], name)

    def train(self, mode=True):
        self._modules["_orig_mod"].train(mode)
        self.__dict__["training"] = mode
        return self

    def eval(self):
        return self.train(False)

    def __dir__(self):
        return dir(self._modules["_orig_mod"])


def _innermost(fn):
    """What was wrapped, by torch.compile or by torch.compiler.disable: a function that is compiled itself is captured."""
    while (inner := getattr(fn, "_torchdynamo_orig_callable", None)) is not None:
        fn = inner
    return fn


def _wrap(model, backend, *options):
    if isinstance(model, OptimizedModule):
        model = model._orig_mod
    if isinstance(model, Module):
        return OptimizedModule(model, lambda fn: compile_fn(fn, backend, *options))
    if isinstance(model, type):
        model.__call__ = compile_fn(model.__call__, backend, *options)
        if issubclass(model, Module):
            model._call_impl = compile_fn(model._call_impl, backend, *options)
        return model
    if not callable(model):
        raise AssertionError(f"A callable function is expected, but {type(model)} is provided.")
    model = _innermost(model)
    if not hasattr(model, "__code__") and not hasattr(model, "__func__") and hasattr(type(model), "__call__"):
        module = getattr(type(model), "__module__", "")
        if isinstance(type(model).__call__, type(_wrap)) and not module.startswith("torch"):
            return compile_fn(model, backend, *options)
        return compile_fn(wrap_inline(model), backend, *options)
    if getattr(model, "__name__", None) == "_call_impl" and isinstance(getattr(model, "__self__", None), Module):
        return compile_fn(wrap_inline(model) if _has_library_forward(model.__self__) else model, backend, *options)
    if getattr(model, "__module__", None) is not None and str(model.__module__).startswith("torch."):
        return compile_fn(wrap_inline(model), backend, *options)
    return compile_fn(model, backend, *options)


def optimize(backend="inductor", *, nopython=False, guard_export_fn=None, guard_fail_fn=None, disable=False, dynamic=None, **kwargs):
    if disable:
        return lambda fn: fn
    compiler = lookup_backend(backend)
    return lambda fn: _wrap(fn, compiler, nopython, dynamic, guard_fail_fn)


def optimize_assert(backend="inductor", *, dynamic=None, **kwargs):
    return optimize(backend, nopython=True, dynamic=dynamic)


def compile(model=None, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, options=None, disable=False, name=None):
    if model is None:
        def fn(model):
            if model is None:
                raise RuntimeError("Model can't be None")
            return compile(model, fullgraph=fullgraph, dynamic=dynamic, backend=backend, mode=mode, options=options, disable=disable)

        return fn
    if mode is not None and options is not None:
        raise RuntimeError("Either mode or options can be specified, but both can't be specified at the same time.")
    if disable:
        return model
    if mode is None and options is None:
        mode = "default"
    if backend == "inductor":
        from torch._inductor.compile_fx import TorchCompileInductorWrapper
        compiler = TorchCompileInductorWrapper(mode, options, dynamic)
    else:
        compiler = lookup_backend(backend)
        if options is not None or (mode is not None and mode != "default"):
            compiler = _with_keywords(compiler, mode, options)
    return _wrap(model, compiler, fullgraph, dynamic)


def _with_keywords(compiler, mode, options):
    keywords = {}
    if mode is not None and mode != "default":
        keywords["mode"] = mode
    if options is not None:
        keywords["options"] = options

    def wrapped(gm, example_inputs):
        return compiler(gm, example_inputs, **keywords)

    wrapped.__name__ = getattr(compiler, "__name__", type(compiler).__name__)
    return wrapped


def _disabled(fn, reason=None):
    def disabled(*args, **kwargs):
        enter_disabled()
        try:
            return fn(*args, **kwargs)
        finally:
            leave()

    for attribute in ("__name__", "__qualname__", "__doc__", "__module__"):
        value = getattr(fn, attribute, None)
        if value is not None:
            setattr(disabled, attribute, value)
    disabled._torchdynamo_disable = True
    disabled._torchdynamo_disable_msg = reason
    disabled._torchdynamo_orig_callable = disabled.__wrapped__ = fn
    return disabled


def _excluded(fn, reason):
    exclude(fn)

    def skipped(*args, **kwargs):
        return fn(*args, **kwargs)

    _copy_names(skipped, fn)
    skipped._torchdynamo_disable = skipped._torchdynamo_disable_self_only = True
    skipped._torchdynamo_disable_msg = reason
    skipped._torchdynamo_orig_callable = fn
    return skipped


def disable(fn=None, recursive=True, *, reason=None, wrapping=True):
    if fn is None:
        return lambda f: disable(f, recursive, reason=reason)
    if not recursive and hasattr(fn, "__code__"):
        return _excluded(_innermost(fn), reason)
    if isinstance(fn, Module):
        fn.forward = _disabled(fn.forward, reason)
        return fn
    return _disabled(_innermost(fn), reason)


def run(fn=None):
    """What was compiled before runs compiled; nothing is compiled anew."""
    from torch._dynamo.decorators import set_stance
    if fn is None:
        return run
    ran = set_stance("eager_on_recompile")(fn)
    ran._torchdynamo_orig_callable = fn  # inside another compiled function it is traced
    return ran


def reset():
    _reset()


class GraphCompileReason:
    def __init__(self, reason, user_stack, graph_break=True):
        self.reason = reason
        self.user_stack = user_stack
        self.graph_break = graph_break

    def __repr__(self):
        return f"GraphCompileReason(reason={self.reason!r}, user_stack={self.user_stack!r}, graph_break={self.graph_break!r})"


class ExplainOutput:
    def __init__(self, graphs, graph_count, graph_break_count, break_reasons, op_count, ops_per_graph, out_guards, compile_times):
        self.graphs = graphs
        self.graph_count = graph_count
        self.graph_break_count = graph_break_count
        self.break_reasons = break_reasons
        self.op_count = op_count
        self.ops_per_graph = ops_per_graph
        self.out_guards = out_guards
        self.compile_times = compile_times

    def __str__(self):
        output = f"Graph Count: {self.graph_count}\n"
        output += f"Graph Break Count: {self.graph_break_count}\n"
        output += f"Op Count: {self.op_count}\n"
        output += "Break Reasons:\n"
        for idx, break_reason in enumerate(self.break_reasons):
            output += f"  Break Reason {idx + 1}:\n"
            output += f"    Reason: {break_reason.reason}\n"
            output += "    User Stack:\n"
            for frame_summary in break_reason.user_stack:
                output += f"      {frame_summary}\n"
        if self.ops_per_graph is not None:
            output += "Ops per Graph:\n"
            for idx, ops in enumerate(self.ops_per_graph):
                output += f"  Ops {idx + 1}:\n"
                for op in ops:
                    output += f"    {op}\n"
        if self.out_guards is not None:
            output += "Out Guards:\n"
            for i, guard in enumerate(self.out_guards):
                output += f"  Guard {i + 1}:\n"
                output += str(guard)
        if self.compile_times is not None:
            output += f"Compile Times: {self.compile_times}\n"
        return output


def explain(f, *extra_args, **extra_kwargs):
    def inner(*args, **kwargs):
        reset()
        graphs = []

        def collect(gm, example_inputs):
            graphs.append(gm)
            return gm.forward

        clear_breaks()
        optimized = _wrap(f, collect, False, None)
        optimized(*args, **kwargs)
        reasons = []
        for ident, reason, explanation, hints, file, line, context, places, ended_graph, cut in break_records():
            if not ended_graph:
                continue
            text = cut or _reason_text(ident, reason, context, explanation, hints)
            reasons.append(GraphCompileReason(text, _frames(places)))
        ops = [[n.target for n in gm.graph.nodes if n.op == "call_function"] for gm in graphs]
        op_count = sum([len(o) for o in ops])
        graph_count = len(graphs)
        from torch._dynamo.utils import compile_times
        from torch._guards import Guard
        guards = [Guard(*row) for row in guard_records()]
        reset()
        return ExplainOutput(graphs, graph_count, graph_count - 1, reasons, op_count, ops, guards, compile_times())

    if extra_args or extra_kwargs:
        return inner(*extra_args, **extra_kwargs)
    return inner


def _frames(places):
    frames = [FrameSummary(*place[:3], line=place[3]) for place in places]
    if len(frames) > 1 and frames[0].name.startswith("torch_dynamo_resume_in_"):
        frames[0].name = frames[0].name[len("torch_dynamo_resume_in_"):].rsplit("_at_", 1)[0]
    return frames


def _reason_text(ident, reason, context, explanation, hints):
    if ident == "GB0170":
        return "generic_jump TensorVariable()"
    text = f"{reason}\n  Explanation: {explanation}\n"
    for hint in hints:
        text += f"  Hint: {hint}\n"
    text += f"\n  Developer debug context: {context}\n"
    text += f"\n For more details about this graph break, please visit: https://meta-pytorch.github.io/compile-graph-break-site/gb/{ident.lower()}.html"
    return text
