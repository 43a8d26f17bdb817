# Hooks of modules beside the modules themselves: those of all modules, and the nodes through which
# full backward hooks see gradients.
import warnings
from collections import OrderedDict

import torch
from torch._C import Tensor
from torch.utils.hooks import RemovableHandle

_global_forward_hooks = OrderedDict()
_global_forward_hooks_with_kwargs = OrderedDict()
_global_forward_hooks_always_called = OrderedDict()
_global_forward_pre_hooks = OrderedDict()
_global_backward_hooks = OrderedDict()
_global_backward_pre_hooks = OrderedDict()
_global_backward_are_full = [None]


def _registered(hooks, hook, extra=None):
    handle = RemovableHandle(hooks, extra_dict=extra)
    hooks[handle.id] = hook
    return handle


def register_module_forward_hook(hook, *, with_kwargs=False, always_call=False):
    handle = _registered(_global_forward_hooks, hook, [_global_forward_hooks_with_kwargs, _global_forward_hooks_always_called])
    if with_kwargs:
        _global_forward_hooks_with_kwargs[handle.id] = True
    if always_call:
        _global_forward_hooks_always_called[handle.id] = True
    return handle


def register_module_forward_pre_hook(hook):
    return _registered(_global_forward_pre_hooks, hook)


def register_module_backward_hook(hook):
    if _global_backward_are_full[0] is True:
        raise RuntimeError("Cannot use both regular backward hooks and full backward hooks as a global Module hook. Please use only one of them.")
    _global_backward_are_full[0] = False
    return _registered(_global_backward_hooks, hook)


def register_module_full_backward_hook(hook):
    if _global_backward_are_full[0] is False:
        raise RuntimeError("Cannot use both regular backward hooks and full backward hooks as a global Module hook. Please use only one of them.")
    _global_backward_are_full[0] = True
    return _registered(_global_backward_hooks, hook)


def register_module_full_backward_pre_hook(hook):
    return _registered(_global_backward_pre_hooks, hook)


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


def _backward_hooks_of(module):
    """Full hooks, those before them, and hooks of the last node only, each the global ones first."""
    hooks, old = [], []
    for table, full in ((_global_backward_hooks, _global_backward_are_full[0]), (module._backward_hooks, module._is_full_backward_hook)):
        (hooks if full else old).extend(table.values())
    return hooks, list(_global_backward_pre_hooks.values()) + list(module._backward_pre_hooks.values()), old


def _hook_last_node(module, result, hooks):
    """Hooks that are not full see the gradients of the result's last node."""
    while not isinstance(result, Tensor):
        result = next(v for v in result.values() if isinstance(v, Tensor)) if isinstance(result, dict) else result[0]
    if result.grad_fn is not None:
        for hook in hooks:
            result.grad_fn.register_hook(_checked_hook(module, hook))


def _checked_hook(module, hook):
    def call(grad_inputs, grad_outputs):
        result = hook(module, grad_inputs, grad_outputs)
        if result is None:
            return None
        given = result if isinstance(result, tuple) else (result,)
        if len(given) != len(grad_inputs):
            raise RuntimeError(f"hook '{hook.__name__}' has returned an incorrect number of values (got {len(given)}, but expected {len(grad_inputs)})")
        return given
    return call


class _BackwardHooks:
    """Runs a module's full backward hooks once the gradients of inputs and outputs are known."""

    def __init__(self, module, hooks, pre_hooks):
        self.module = module
        self.hooks = hooks
        self.pre_hooks = pre_hooks
        self.grad_outputs = None

    def _watch(self, values):
        """The values passed through a node, the node, and the places of the tensors that it has."""
        places = [i for i, v in enumerate(values) if isinstance(v, Tensor) and v.requires_grad]
        if len(places) == 0 or not torch.is_grad_enabled():
            return values, None, places
        passed = BackwardHookFunction.apply(*[values[i] for i in places])
        values = list(values)
        for place, tensor in zip(places, passed):
            values[place] = tensor
        return tuple(values), passed[0].grad_fn, places

    def _spread(self, grads, places, count):
        full = [None] * count
        for place, grad in zip(places, grads):
            full[place] = grad
        return tuple(full)

    def watch_inputs(self, args):
        args, node, places = self._watch(args)
        self.count = len(args)
        self.has_input_node = node is not None
        if node is not None:
            def hook(grad_inputs, grad_outputs):
                if self.grad_outputs is None:  # what arrives here did not come through the module's result
                    return None
                full, changed = self._spread(grad_inputs, places, self.count), False
                for own in self.hooks:
                    result = own(self.module, full, self.grad_outputs)
                    if result is not None:
                        result = result if isinstance(result, tuple) else (result,)
                        if len(result) != len(full):
                            raise RuntimeError(f"Backward hook returned an invalid number of grad_input, got {len(result)}, but expected {len(full)}")
                        full, changed = result, True
                self.grad_outputs = None
                return tuple(full[i] for i in places) if changed else None
            node.register_hook(hook)
        return args

    def watch_outputs(self, result):
        if not isinstance(result, (Tensor, tuple)):
            warnings.warn(f"For backward hooks to be called, module output should be a Tensor or a tuple of Tensors but received {type(result)}", stacklevel=4)
            return result
        single = isinstance(result, Tensor)
        values, node, places = self._watch((result,) if single else result)
        if node is not None:
            count = len(values)  # the values themselves would keep their node, which keeps this function

            def hook(grad_outputs):
                full, changed = self._spread(grad_outputs, places, count), False
                for own in self.pre_hooks:
                    out = own(self.module, full)
                    if out is not None:
                        out = out if isinstance(out, tuple) else (out,)
                        if len(out) != len(full):
                            raise RuntimeError(f"Backward pre hook returned an invalid number of grad_output, got {len(out)}, but expected {len(full)}")
                        full, changed = out, True
                self.grad_outputs = full
                if not self.has_input_node:
                    warnings.warn("Full backward hook is firing when gradients are computed with respect to module outputs since no inputs require "
                                  "gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html#torch.nn.Module.register_full_backward_hook "
                                  "for more details.", stacklevel=5)
                    for own in self.hooks:
                        out = own(self.module, (None,) * self.count, full)
                        if out is not None and not (isinstance(out, tuple) and all(g is None for g in out)):
                            raise RuntimeError("Backward hook for Modules where no input requires gradient should always return None or None for all gradients.")
                return tuple(full[i] for i in places) if changed else None
            node.register_prehook(hook)
        return values[0] if single else values
