# Names of torch.autograd.graph.
import functools
from typing import NamedTuple

import torch._C as _C
from torch._C import Node

_disabled = []  # messages of the disable_saved_tensors_hooks that are open


class GradientEdge(NamedTuple):
    node: Node
    output_nr: int
    ownership_token: object = None


class saved_tensors_hooks:
    """Tensors that the graph saves inside are kept as pack_hook returns them."""

    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self):
        if _disabled:
            raise RuntimeError(_disabled[-1])
        _C._push_saved_tensors_hooks(self.pack_hook, self.unpack_hook)

    def __exit__(self, *args):
        _C._pop_saved_tensors_hooks()


class save_on_cpu(saved_tensors_hooks):
    def __init__(self, pin_memory=False, device_type="cuda"):
        super().__init__(lambda t: (t.device, t.cpu()), lambda packed: packed[1].to(packed[0]))


class _Mutable:
    """What allow_mutation_on_saved_tensors has kept: [the tensor, its version when saved, its copy at that time]."""

    def __init__(self):
        self._entries = []

    def clear(self):
        self._entries = []


class allow_mutation_on_saved_tensors:
    """Inside, a tensor that was saved and is then changed in place is remembered as it was."""

    _open = False

    def __init__(self):
        self._kept = _Mutable()
        self._hooks = saved_tensors_hooks(self._pack, self._unpack)

    def _pack(self, tensor):
        entry = [tensor, tensor._version, tensor.detach().clone()]
        self._kept._entries.append(entry)
        return entry

    def _unpack(self, entry):
        if not any(kept is entry for kept in self._kept._entries):
            raise AssertionError("Trying to backward outside of the 'allow_mutation_on_saved_tensors' context"
                                 "in which the graph was originally recorded.")
        return entry[0] if entry[0]._version == entry[1] else entry[2]

    def __enter__(self):
        if allow_mutation_on_saved_tensors._open:
            raise RuntimeError("allow_mutation_on_saved_tensors contexts cannot be nested")
        self._hooks.__enter__()
        allow_mutation_on_saved_tensors._open = True
        return self._kept

    def __exit__(self, *args):
        allow_mutation_on_saved_tensors._open = False
        self._kept.clear()
        self._hooks.__exit__(*args)


def increment_version(tensor):
    for t in (tensor,) if isinstance(tensor, _C.Tensor) else tensor:
        _C._increment_version(t)


class disable_saved_tensors_hooks:
    def __init__(self, error_message):
        self.error_message = error_message

    def __call__(self, fn):
        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            with self:
                return fn(*args, **kwargs)

        return wrapper

    def __enter__(self):
        _disabled.append(self.error_message)

    def __exit__(self, *args):
        _disabled.pop()


def get_gradient_edge(tensor):
    return GradientEdge(*_C._gradient_edge(tensor), None)


class _MultiHandle:
    def __init__(self, handles):
        self.handles = handles

    def remove(self):
        for handle in self.handles:
            handle.remove()

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.remove()


def register_multi_grad_hook(tensors, fn, *, mode="all"):
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    nodes = [get_gradient_edge(t).node for t in tensors]
    seen = {}  # of each backward pass: how many gradients it will bring, how many came, which

    def hook_of(i):
        def hook(grad):
            task = _C._current_graph_task_id()
            if task not in seen:
                seen.clear()
                seen[task] = [sum([_C._will_engine_execute_node(n) for n in nodes]), 0, [None] * len(nodes)]
            state = seen[task]
            state[1] += 1
            if mode == "any":
                if state[1] == 1:
                    fn(grad)
                return
            state[2][i] = grad
            if state[1] == state[0]:
                fn(state[2])
        return hook
    return _MultiHandle([t.register_hook(hook_of(i)) for i, t in enumerate(tensors)])
