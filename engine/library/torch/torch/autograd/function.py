# Custom functions: forward and backward written in the language, one node on the tape.
import collections
import functools
import inspect
import warnings

import torch._C as _C
from torch._functorch import levels

_EXTENDING = "For more details, please see https://pytorch.org/docs/main/notes/extending.func.html"


VmapInfo = collections.namedtuple("VmapInfo", ["batch_size", "randomness"])


class FunctionCtx:
    def __init__(self):
        self._saved = ()
        self._node = None
        self._dirty = ()
        self._non_differentiable = ()
        self._materialize = True
        self.needs_input_grad = ()

    def save_for_backward(self, *tensors):
        self._saved = tensors

    def _check_saved(self):
        for i, tensor in enumerate(self._saved):
            if tensor is not None and not isinstance(tensor, _C.Tensor):
                raise TypeError(f"save_for_backward can only save variables, but argument {i} is of type {type(tensor).__name__}")

    # With a setup_context of its own what is returned is what was given, not yet a result.
    def _check_returned(self, outputs, args):
        saved = list(self._saved) + list(getattr(self, "saved_for_forward", ()))
        for output in outputs:
            if _is_one_of(output, saved) and _is_one_of(output, args) and not _is_one_of(output, self._dirty) and isinstance(output, _C.Tensor):
                raise RuntimeError("An input that has been returned as-is as output is being saved for backward. This is not supported if you override "
                                   "setup_context. You should return and save a view of the input instead, e.g. with x.view_as(x) or setup ctx inside the "
                                   "forward function itself.")

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
    _node_name = None

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
        if (levels.vmaps[0] or levels.derivatives[0]) and not cls.__module__.startswith("torch."):
            cls._check_transforms()
            if levels.vmaps[0] and cls.vmap is not Function.vmap:
                return cls._apply_batched(args)
        separate_context = cls._has_setup_context()
        if kwargs and not separate_context:
            args, kwargs = _placed(cls.forward, args, kwargs), {}
        ctx = FunctionCtx()
        needs = tuple(isinstance(a, _C.Tensor) and a.requires_grad for a in args)
        recording = _C.is_grad_enabled() and any(needs)
        ctx.needs_input_grad = needs
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
        single = not isinstance(result, tuple)  # a list is one result, and no tensor
        outputs = [result] if single else list(result)
        if separate_context:
            ctx._check_returned(outputs, args)
        for tensor in ctx._dirty:
            _C._increment_version(tensor)
        if recording:
            ctx._check_saved()
            outputs = cls._record(ctx, args, outputs)
        else:
            for output in outputs:
                if not _is_one_of(output, args):
                    _C._function_view(output)
        return outputs[0] if single else tuple(outputs)

    @staticmethod
    def vmap(info, in_dims, *args):
        raise NotImplementedError("To use autograd.Function with vmap, you must either override the vmap staticmethod or set generate_vmap_rule=True.")

    @classmethod
    def _check_transforms(cls):
        if not cls._has_setup_context():
            raise RuntimeError("In order to use an autograd.Function with functorch transforms (vmap, grad, jvp, jacrev, ...), it must override the setup_context "
                               f"staticmethod. {_EXTENDING}")
        if not levels.vmaps[0]:
            return
        overrides = cls.vmap is not Function.vmap
        if cls.generate_vmap_rule and overrides:
            raise RuntimeError(f"You tried to vmap over {cls.__name__}, but it has both generate_vmap_rule=True and an overridden vmap staticmethod. Please set "
                               f"generate_vmap_rule=False or delete the overridden vmap staticmethod to avoid ambiguity. {_EXTENDING}")
        if not cls.generate_vmap_rule and not overrides:
            raise RuntimeError(f"You tried to vmap over {cls.__name__}, but it does not have vmap support. Please override and implement the vmap staticmethod or "
                               f"set generate_vmap_rule=True. {_EXTENDING}")

    @classmethod
    def _apply_batched(cls, args):
        """The function's own rule, of the one example that runs."""
        in_dims = tuple([0 if isinstance(a, _C.Tensor) else None for a in args])
        batched = [a.unsqueeze(0) if isinstance(a, _C.Tensor) else a for a in args]
        before, levels.vmaps[0] = levels.vmaps[0], 0
        reads, draws = _C._refuse_reads(False), _C._refuse_draws(False)
        try:
            result = cls.vmap(VmapInfo(1, "error"), in_dims, *batched)
        finally:
            levels.vmaps[0] = before
            _C._refuse_reads(reads)
            _C._refuse_draws(draws)
        if not isinstance(result, tuple) or len(result) != 2:
            raise RuntimeError("Expected the vmap staticmethod to have two returns, an output and out_dims with pytree structure compatible with the output. Got a "
                               f"{type(result)}.")
        outputs, dims = result
        if not isinstance(outputs, tuple):
            return outputs if dims is None else outputs.select(dims, 0)
        spread = dims if isinstance(dims, tuple) else (dims,) * len(outputs)
        return tuple([out if dim is None else out.select(dim, 0) for out, dim in zip(outputs, spread)])

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

        node = _C._function_node(ctx, run_backward, cls._node_name or cls.__name__ + "Backward", args)
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


def _placed(forward, args, kwargs):
    """The arguments after the context by place, those given by name among them."""
    parameters = list(inspect.signature(forward).parameters.values())[1:]
    places = [p.name for p in parameters if p.kind == p.POSITIONAL_OR_KEYWORD]
    for name in kwargs:
        if name not in places:
            raise TypeError(f"forward() got an unexpected keyword argument '{name}'")
        if places.index(name) < len(args):
            raise TypeError(f"forward() got multiple values for argument '{name}'")
    bound = inspect.signature(forward).bind(None, *args, **kwargs)
    bound.apply_defaults()
    return bound.args[1:]


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
            outputs = fn(ctx, *args)
        finally:
            _C._set_grad_enabled(previous)
        if not previous or not any([isinstance(a, _C.Tensor) and a.requires_grad for a in args]):
            return outputs
        refused = [_refused(out) for out in outputs] if isinstance(outputs, tuple) else [_refused(outputs)]
        return tuple(refused) if isinstance(outputs, tuple) else refused[0]
    return wrapper


class _Error(Function):
    """Stands for a gradient that was computed once and has no derivative."""
    _node_name = "Error"

    @staticmethod
    def forward(ctx, out):
        return out.detach()

    @staticmethod
    def backward(ctx, grad):
        raise RuntimeError("trying to differentiate twice a function that was marked with @once_differentiable")


def _refused(out):
    return out if out is None else _Error.apply(out.detach().requires_grad_())
