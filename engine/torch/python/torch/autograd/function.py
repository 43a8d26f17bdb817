# Custom functions: forward and backward written in the language, one node on the tape.
import functools
import inspect
import warnings

import torch._C as _C


class FunctionCtx:
    def __init__(self):
        self._saved = ()
        self._node = None
        self._dirty = ()
        self._non_differentiable = ()
        self._materialize = True
        self.needs_input_grad = ()

    def save_for_backward(self, *tensors):
        for tensor in tensors:
            if tensor is not None and not isinstance(tensor, _C.Tensor):
                raise TypeError(f"save_for_backward can only save variables, but argument {tensors.index(tensor)} is of type {type(tensor).__name__}")
        self._saved = tensors

    def save_for_forward(self, *tensors):
        self.saved_for_forward = tensors

    def mark_dirty(self, *args):
        self._dirty = args

    def mark_non_differentiable(self, *args):
        self._non_differentiable = args

    def set_materialize_grads(self, value):
        self._materialize = value

    @property
    def saved_tensors(self):
        if self._node is None:
            return tuple(self._saved)
        return _C._function_saved(self._node)

    @property
    def saved_variables(self):
        return self.saved_tensors


FunctionCtx.__module__ = "torch.autograd.function"


def _is_one_of(tensor, tensors):
    for other in tensors:
        if other is tensor:
            return True
    return False


class Function:
    generate_vmap_rule = False

    @staticmethod
    def forward(*args, **kwargs):
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError("You must implement either the backward or vjp method for your custom autograd.Function to use it with backward mode AD.")

    def __init__(self, *args, **kwargs):
        warnings.warn(f"{type(self)} should not be instantiated. Methods on autograd functions are all static, so you should invoke them on the class itself. "
                      "Instantiating an autograd function will raise an error in a future version of PyTorch.", DeprecationWarning, stacklevel=2)

    def __call__(self, *args, **kwargs):
        raise RuntimeError("Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd function with static forward method. "
                           "(Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)")

    @classmethod
    def apply(cls, *args, **kwargs):
        ctx = FunctionCtx()
        needs = tuple(isinstance(a, _C.Tensor) and a.requires_grad for a in args)
        recording = _C.is_grad_enabled() and any(needs)
        ctx.needs_input_grad = needs
        separate_context = cls._has_setup_context()
        previous = _C.is_grad_enabled()
        _C._set_grad_enabled(False)
        try:
            if separate_context:
                result = cls.forward(*args, **kwargs)
                cls.setup_context(ctx, _with_defaults(cls.forward, args, kwargs), result)
            else:
                result = cls.forward(ctx, *args, **kwargs)
        finally:
            _C._set_grad_enabled(previous)
        if cls.jvp is not Function.jvp:
            from torch.autograd import forward_ad
            tangents = forward_ad._tangents(args)
            if any(t is not None for t in tangents):
                return forward_ad._with_tangents(result, cls._own_tangents(ctx, args, tangents))
        single = not isinstance(result, (tuple, list))
        outputs = [result] if single else list(result)
        for tensor in ctx._dirty:
            _C._increment_version(tensor)
        if recording:
            outputs = cls._record(ctx, args, outputs)
        return outputs[0] if single else tuple(outputs)

    @staticmethod
    def jvp(ctx, *grad_inputs):
        raise NotImplementedError("You must implement the jvp function for custom autograd.Function to use it with forward mode AD.")

    @classmethod
    def _own_tangents(cls, ctx, args, tangents):
        """What jvp makes of the tangents; it reads what save_for_forward kept."""
        if ctx._materialize:
            tangents = [_C.zeros_like(a) if t is None and isinstance(a, _C.Tensor) else t for a, t in zip(args, tangents)]
        kept, ctx._saved = ctx._saved, getattr(ctx, "saved_for_forward", ctx._saved)
        result = cls.jvp(ctx, *tangents)
        ctx._saved = kept
        return result

    @classmethod
    def _has_setup_context(cls):
        return cls.setup_context is not Function.setup_context

    @staticmethod
    def setup_context(ctx, inputs, output):
        raise NotImplementedError("setup_context is not implemented.")

    @classmethod
    def _record(cls, ctx, args, outputs):
        def run_backward(context, *grads):
            own = cls.backward is not Function.backward
            if own and hasattr(cls, "vjp"):
                raise RuntimeError("Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You should only implement one of them.")
            method = cls.backward if own else getattr(cls, "vjp", cls.backward)
            return method(context, *grads)

        node = _C._function_node(ctx, run_backward, cls.__name__ + "Backward", args)
        _C._function_materialize(node, ctx._materialize)
        _C._function_reserve(node, len(outputs))
        results = []
        for i, output in enumerate(outputs):
            if not isinstance(output, _C.Tensor):
                _C._function_no_gradient(node, i)
                results.append(output)
                continue
            _C._function_describe(node, i, output)
            if _is_one_of(output, ctx._non_differentiable) or not output.is_floating_point():
                results.append(output)
                continue
            results.append(_C._function_output(node, output, i, _is_one_of(output, args), _is_one_of(output, ctx._dirty)))
        _C._function_save(node, tuple(ctx._saved), tuple(results))
        ctx._saved = ctx._dirty = ctx._non_differentiable = ()  # the node keeps the context, tensors keep the node
        return results


def _with_defaults(forward, args, kwargs):
    """What forward was called with, defaults of parameters that were left out included."""
    bound = inspect.signature(forward).bind(*args, **kwargs)
    bound.apply_defaults()
    return bound.args


class InplaceFunction(Function):
    pass


def once_differentiable(fn):
    @functools.wraps(fn)
    def wrapper(ctx, *args):
        previous = _C.is_grad_enabled()
        _C._set_grad_enabled(False)
        try:
            return fn(ctx, *args)
        finally:
            _C._set_grad_enabled(previous)
    return wrapper
