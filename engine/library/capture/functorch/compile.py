# Ahead-of-time autograd: a function becomes a forward and a backward graph of ATen
# operators, each handed to a compiler that the program writes.
import torch
import torch.fx as fx
from torch.utils import _pytree as pytree


def make_boxed_func(f):
    def g(args):
        return f(*args)

    g._boxed_call = True
    return g


def make_boxed_compiler(compiler):
    def f(fx_g, inps):
        return make_boxed_func(compiler(fx_g, inps))

    return f


def nop(fx_g, _):
    return make_boxed_func(fx_g.forward)


def print_compile(fx_g, _):
    print(fx_g.code)
    return fx_g


def ts_compile(fx_g, inps):
    return make_boxed_func(torch.jit.trace(fx_g, tuple(inps), check_trace=False))


def default_partition(joint_module, _joint_inputs, *, num_fwd_outputs, **kwargs):
    raise NotImplementedError("default_partition is a choice for partition_fn=; the joint graph is cut by the compiler")


def min_cut_rematerialization_partition(joint_module, _joint_inputs, compiler="inductor", *, num_fwd_outputs, **kwargs):
    raise NotImplementedError("min_cut_rematerialization_partition is a choice for partition_fn=; the joint graph is cut by the compiler")


def get_decompositions(ops):
    return {op: None for op in ops}


def _compilers(fw_compiler=None, bw_compiler=None, inference_compiler=None, partition_fn=default_partition, decompositions=None, names=(), **kwargs):
    if fw_compiler is None:
        fw_compiler = nop
    if partition_fn not in (default_partition, min_cut_rematerialization_partition):
        raise NotImplementedError("partition_fn: default_partition or min_cut_rematerialization_partition")
    return (fw_compiler, bw_compiler or fw_compiler, inference_compiler or fw_compiler, partition_fn is min_cut_rematerialization_partition, tuple(names))


def _graph_of(fn, spec, count):
    """A graph module whose only operation is the call of `fn`."""
    graph = fx.Graph()
    flat = [graph.placeholder(f"arg{i}_1") for i in range(count)]

    def call(*leaves):
        args, kwargs = pytree.tree_unflatten(list(leaves), spec)
        return fn(*args, **kwargs)

    call.__name__ = getattr(fn, "__name__", "function")
    graph.output(graph.call_function(call, tuple(flat)))
    return fx.GraphModule(torch.nn.Module(), graph)


def _compile(fn, args, kwargs, compilers):
    from _vitrine_dynamo import compile_graph

    leaves, spec = pytree.tree_flatten((args, kwargs))
    return compile_graph(_graph_of(fn, spec, len(leaves)), leaves, "aot_autograd", None, {}, compilers)


def aot_function(fn, fw_compiler, bw_compiler=None, partition_fn=default_partition, decompositions=None, num_params_buffers=0, keep_inference_input_mutations=False, inference_compiler=None, *, static_argnums=None, dynamic=False):
    compilers = _compilers(fw_compiler, bw_compiler, inference_compiler, partition_fn, decompositions)
    cached = None

    def returned_function(*args, **kwargs):
        nonlocal cached
        if cached is None:
            cached = _compile(fn, args, kwargs, compilers)
        return cached(*pytree.tree_leaves((args, kwargs)))

    return returned_function


class AOTModule(torch.nn.Module):
    def __init__(self, mod, compilers):
        super().__init__()
        self.orig_module = mod
        self.__dict__["_compilers"] = compilers
        self.__dict__["_compiled"] = None

    def forward(self, *args, **kwargs):
        mod = self.orig_module
        state = dict(mod.named_parameters())
        state.update(dict(mod.named_buffers()))
        if self._compiled is None:
            def functional_call(named, *args, **kwargs):
                return torch.func.functional_call(mod, named, args, kwargs)

            self.__dict__["_compiled"] = _compile(functional_call, (state,) + args, kwargs, self._compilers)
        return self._compiled(*pytree.tree_leaves(((state,) + args, kwargs)))


def aot_module(mod, *args, **kwargs):
    return AOTModule(mod, _compilers(*args, **kwargs))


def aot_module_simplified(mod, args, fw_compiler, bw_compiler=None, partition_fn=default_partition, decompositions=None, **kwargs):
    from _vitrine_dynamo import compile_graph

    return compile_graph(mod, list(args), "aot_autograd", None, {}, _compilers(fw_compiler, bw_compiler, None, partition_fn))


def memory_efficient_fusion(fn, **kwargs):
    wrap = aot_module if isinstance(fn, torch.nn.Module) else aot_function
    return wrap(fn, nop, nop, min_cut_rematerialization_partition)


compiled_function = aot_function
compiled_module = aot_module
