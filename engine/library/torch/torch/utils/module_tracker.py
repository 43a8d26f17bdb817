# ModuleTracker: which modules a program is inside of, forwards and backwards.
import torch
from torch.autograd.graph import register_multi_grad_hook
from torch.nn.modules.module_hooks import register_module_forward_hook, register_module_forward_pre_hook
from torch.utils._pytree import tree_leaves

_OUTSIDE = "Global"


def _differentiable(values):
    return [leaf for leaf in tree_leaves(values) if isinstance(leaf, torch.Tensor) and leaf.requires_grad]


class ModuleTracker:
    """While entered, `parents` holds the names of the modules around what runs, and "Global"; `is_bw` tells a backward
    pass. The module that is called first is named by its class, the modules below it by their paths from there."""

    def __init__(self):
        self.parents = {_OUTSIDE}
        self.is_bw = False
        self._names = {}

    def __enter__(self):
        self._handles = [register_module_forward_pre_hook(self._before), register_module_forward_hook(self._behind)]
        return self

    def __exit__(self, *args):
        for handle in self._handles:
            handle.remove()

    def _name_of(self, module):
        if module not in self._names:
            self._name_below(module, type(module).__name__)
        return self._names[module]

    def _name_below(self, module, name):
        self._names.setdefault(module, name)
        for part, child in module.named_children():
            self._name_below(child, f"{name}.{part}")

    # Backwards a module begins when the gradients of its results are there, and ends with those of its inputs.
    def _before(self, module, args):
        if torch.is_grad_enabled() and (inputs := _differentiable(args)):
            register_multi_grad_hook(inputs, lambda grads: self._leave(module))
        self.parents.add(self._name_of(module))

    def _behind(self, module, args, output):
        self._leave(module)
        if torch.is_grad_enabled() and (outputs := _differentiable(output)):
            register_multi_grad_hook(outputs, lambda grads: self._enter_backwards(module))

    def _leave(self, module):
        self.parents.discard(self._name_of(module))

    def _enter_backwards(self, module):
        if not self.is_bw:
            self.is_bw = True
            self.parents = {_OUTSIDE}
            torch.autograd.Variable._execution_engine.queue_callback(self._end_backwards)
        self.parents.add(self._name_of(module))

    def _end_backwards(self):
        self.is_bw = False
        self.parents = {_OUTSIDE}
