# Hooks of modules beside the modules themselves: those of all modules, and the nodes through which
# full backward hooks see gradients.
from collections import OrderedDict

import torch
from torch._C import Tensor
from torch.utils.hooks import RemovableHandle

_global_forward_hooks = OrderedDict()
_global_forward_pre_hooks = OrderedDict()


def register_module_forward_hook(hook, *, with_kwargs=False, always_call=False):
    handle = RemovableHandle(_global_forward_hooks)
    _global_forward_hooks[handle.id] = hook
    return handle


def register_module_forward_pre_hook(hook):
    handle = RemovableHandle(_global_forward_pre_hooks)
    _global_forward_pre_hooks[handle.id] = hook
    return handle


class _WithModule:
    def __init__(self, hook, module):
        self.hook = hook
        self.module = module

    def __call__(self, *args):
        return self.hook(self.module, *args)


class BackwardHookFunction(torch.autograd.Function):
    """Identity whose node marks where gradients enter or leave a module."""

    @staticmethod
    def forward(ctx, *tensors):
        return tuple(t.view_as(t) for t in tensors)

    @staticmethod
    def backward(ctx, *grads):
        return grads


class _BackwardHooks:
    """Runs a module's full backward hooks once the gradients of inputs and outputs are known."""

    def __init__(self, module):
        self.module = module
        self.grad_outputs = None

    def _watch(self, values):
        tensors = [v for v in values if isinstance(v, Tensor) and v.requires_grad]
        if len(tensors) == 0 or not torch.is_grad_enabled():
            return values, None
        passed = list(BackwardHookFunction.apply(*tensors))
        node = passed[0].grad_fn
        out = [passed.pop(0) if isinstance(v, Tensor) and v.requires_grad else v for v in values]
        return tuple(out), node

    def watch_inputs(self, args):
        positions = [i for i, a in enumerate(args) if isinstance(a, Tensor) and a.requires_grad]
        args, node = self._watch(args)
        self.count = len(args)
        self.has_input_node = node is not None
        if node is not None:
            def on_inputs(grad_inputs, grad_outputs):
                full = [None] * self.count
                for i, g in zip(positions, grad_inputs):
                    full[i] = g
                full = tuple(full)
                changed = False
                for hook in list(self.module._backward_hooks.values()):
                    result = hook(self.module, full, self.grad_outputs)
                    if result is not None:
                        full = result if isinstance(result, tuple) else (result,)
                        changed = True
                if changed:
                    return tuple(full[i] for i in positions)
                return None
            node.register_hook(on_inputs)
        return args

    def watch_outputs(self, result):
        single = isinstance(result, Tensor)
        values = (result,) if single else tuple(result) if isinstance(result, (tuple, list)) else None
        if values is None:
            return result
        values, node = self._watch(values)
        if node is not None:
            def on_outputs(grad_outputs):
                self.grad_outputs = tuple(grad_outputs)
                changed = False
                for hook in list(self.module._backward_pre_hooks.values()):
                    out = hook(self.module, self.grad_outputs)
                    if out is not None:
                        self.grad_outputs = out if isinstance(out, tuple) else (out,)
                        changed = True
                if not self.has_input_node:
                    for hook in list(self.module._backward_hooks.values()):
                        hook(self.module, (None,) * self.count, self.grad_outputs)
                return self.grad_outputs if changed else None
            node.register_prehook(on_outputs)
        return values[0] if single else values
