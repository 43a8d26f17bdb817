# The text logs: which channels print on stderr. TORCH_LOGS turns them on from outside.
import os

from _vitrine_dynamo import set_log_channels as _set

# Names of PyTorch whose messages Vitrine has, and the wider names that include them.
_CHANNELS = ("graph_breaks", "recompiles", "guards", "graph", "graph_code", "bytecode", "aot_graphs",
             "aot_joint_graph", "fusion", "output_code", "perf_hints")
_GROUPS = {
    "dynamo": ("graph_breaks", "recompiles"),
    "aot": ("aot_graphs", "aot_joint_graph"),
    "inductor": ("fusion", "perf_hints"),
    "all": _CHANNELS,
    "recompiles_verbose": ("recompiles",),
    "post_grad_graphs": ("aot_graphs",),
    "schedule": ("fusion",),
    "kernel_code": ("output_code",),
}
_SILENT = ("dynamic", "distributed", "torch", "export", "cudagraphs", "autotuning", "autograd", "trace_source", "trace_call",
           "trace_bytecode", "trace_shape_events", "verbose_guards", "graph_sizes", "compiled_autograd", "ddp_graphs",
           "onnx", "sym_node", "benchmarking", "overlap", "cudagraph_static_inputs", "pre_grad_graphs",
           "joint_graph_passes", "loop_ordering", "loop_tiling", "side_effects", "hierarchical_compile", "modules",
           "graph_region_expansion", "inductor_metrics", "dtensor", "fsdp", "c10d", "dist_ddp", "dist_c10d", "dist_fsdp")


def _channels(names):
    on = []
    for name in names:
        on.extend(_GROUPS.get(name, (name,) if name in _CHANNELS else ()))
    return on


def set_logs(*, modules=None, **kwargs):
    names = []
    for name, value in kwargs.items():
        if name not in _CHANNELS and name not in _GROUPS and name not in _SILENT:
            raise TypeError(f"set_logs() got an unexpected keyword argument '{name}'")
        if value is True or (not isinstance(value, bool) and value is not None and value <= 20):
            names.append(name)
    _set(_channels(names))


def _from_environment():
    setting = os.environ.get("TORCH_LOGS", "")
    names = [word.strip().lstrip("+") for word in setting.split(",") if word.strip() and not word.strip().startswith("-")]
    for name in names:
        if name not in _CHANNELS and name not in _GROUPS and name not in _SILENT and "." not in name:
            raise ValueError(f"Invalid log settings: {setting}, must be a comma separated list of fully qualified module "
                             f"names, registered log names or registered artifact names.")
    if names:
        _set(_channels(names))


_from_environment()


def get_structured_logging_overhead():
    return None
