# Function transforms, and modules as functions of their parameters.
import torch._C as _C
from torch._functorch.derivatives import grad, grad_and_value, hessian, jacfwd, jacrev, jvp, linearize, vjp
from torch._functorch.rearrange import rearrange
from torch._functorch.vmap import vmap

__all__ = ["grad", "grad_and_value", "vmap", "replace_all_batch_norm_modules_", "functionalize", "hessian", "jacfwd", "jacrev", "jvp", "linearize", "vjp",
           "functional_call", "stack_module_state", "debug_unwrap"]


def functionalize(func, *, remove="mutations"):
    if remove not in ("mutations", "mutations_and_views"):
        raise RuntimeError(f"functionalize(f, remove='mutations'|'mutations_and_views'): expected remove to be either 'mutations' or 'mutations_and_views', got '{remove}'")
    return func


def debug_unwrap(tensor, *, recurse=True):
    return tensor


def replace_all_batch_norm_modules_(root):
    from torch.nn.modules.batchnorm import BatchNorm1d, BatchNorm2d, BatchNorm3d
    for module in root.modules():
        if isinstance(module, (BatchNorm1d, BatchNorm2d, BatchNorm3d)):
            module.running_mean = None
            module.running_var = None
            module.num_batches_tracked = None
            module.track_running_stats = False
    return root


def stack_module_state(models):
    if len(models) == 0:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if not (all(m.training for m in models) or all(not m.training for m in models)):
        raise RuntimeError("stack_module_state: Expected all models to have the same training/eval mode.")
    if not all(type(m) is type(models[0]) for m in models):
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")
    for m in models:
        for name, p in m.named_parameters():
            if p.requires_grad != dict(models[0].named_parameters())[name].requires_grad:
                raise RuntimeError(f"Expected {name} from each model to have the same .requires_grad")
    tables = [dict(m.named_parameters()) for m in models], [dict(m.named_buffers()) for m in models]
    params = {k: _C.stack([t[k].detach() for t in tables[0]]).requires_grad_(tables[0][0][k].requires_grad) for k in tables[0][0]}
    buffers = {k: _C.stack([t[k] for t in tables[1]]) for k in tables[1][0]}
    return params, buffers


def _check_names(module, tables):
    given = [name for table in tables for name in table]
    known = [name for name, _ in module.named_parameters()] + [name for name, _ in module.named_buffers()]
    problems = []
    for word, names in (("Unexpected", [n for n in given if n not in known]), ("Missing", [n for n in known if n not in given])):
        if names:
            problems.append(f"\n\t{word} key(s): " + ", ".join([f"'{n}'" for n in names]) + ".")
    if problems:
        raise RuntimeError(f"Error(s) in reparametrizing for {type(module).__name__}:" + "".join(problems))


def functional_call(module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True, strict=False):
    tables = parameters_and_buffers if isinstance(parameters_and_buffers, (tuple, list)) else [parameters_and_buffers]
    if not all(isinstance(table, dict) for table in tables):
        raise ValueError(f"Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got {type(parameters_and_buffers)}")
    if strict:
        _check_names(module, tables)
    saved = []
    for table in tables:
        for name, value in table.items():
            path, _, leaf = name.rpartition(".")
            owner = module.get_submodule(path)
            store = owner._parameters if leaf in owner._parameters else owner._buffers
            if leaf not in store:  # a name that the module does not have changes nothing
                continue
            saved.append((store, leaf, store[leaf]))
            store[leaf] = value
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    try:
        return module(*args, **(kwargs or {}))
    finally:
        for store, leaf, value in reversed(saved):
            store[leaf] = value
