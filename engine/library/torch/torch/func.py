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
    known = [name for name, _ in module.named_parameters(remove_duplicate=False)] + [name for name, _ in module.named_buffers(remove_duplicate=False)]
    problems = []
    for word, names in (("Unexpected", [n for n in given if n not in known]), ("Missing", [n for n in known if n not in given])):
        if names:
            problems.append(f"\n\t{word} key(s): " + ", ".join([f"'{n}'" for n in names]) + ".")
    if problems:
        raise RuntimeError(f"Error(s) in reparametrizing for {type(module).__name__}:" + "".join(problems))


def _with_tied(module, table):
    """The table, and what it gives to one name of a shared tensor for the other names too."""
    everything = dict(module.named_parameters(remove_duplicate=False))
    everything.update(module.named_buffers(remove_duplicate=False))
    names = {}
    for name, tensor in everything.items():
        names.setdefault(id(tensor), []).append(name)
    if len(names) == len(everything):
        return table
    table = dict(table)
    for group in names.values():
        given = [name for name in group if name in table]
        if len(given) > 1 and any(table[name] is not table[given[0]] for name in given):
            raise ValueError(f"functional_call got multiple values for keys {sorted(group)}, which are tied. Consider using tie_weights=False")
        if given:
            table.update({name: table[given[0]] for name in group})
    return table


def functional_call(module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True, strict=False):
    tables = [parameters_and_buffers]
    if isinstance(parameters_and_buffers, (tuple, list)):
        tables = parameters_and_buffers
        if not all(isinstance(table, dict) for table in tables):
            raise ValueError("Expected all elements of parameter_and_buffer_dicts to be dictionaries")
        names = [name for table in tables for name in table]
        twice = [name for i, name in enumerate(names) if name in names[:i]]
        if twice:
            raise ValueError(f"{twice} appeared in multiple dictionaries; behavior of functional call is ambiguous")
    elif not isinstance(parameters_and_buffers, dict):
        raise ValueError(f"Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got {type(parameters_and_buffers)}")
    if tie_weights:
        tables = [_with_tied(module, {name: value for table in tables for name, value in table.items()})]
    if strict:
        _check_names(module, tables)
    for table in tables:
        for value in table.values():
            if not isinstance(value, _C.Tensor):
                raise TypeError(f"{value} is not an instance of torch.Tensor")
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
