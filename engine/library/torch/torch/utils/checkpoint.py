# Recomputation: the forward of a region runs again in backward instead of keeping its values.
import contextlib
import functools
import warnings

import torch
from torch.autograd.graph import saved_tensors_hooks


_TIP = """

Tip: To see a more detailed error message, either pass `debug=True` to
`torch.utils.checkpoint.checkpoint(...)` or wrap the code block
with `with torch.utils.checkpoint.set_checkpoint_debug_enabled(True):` to
enable checkpoint‑debug mode globally.

If this error occurs under torch.compile with automatic_dynamic_shapes enabled,
it may be because the recomputation selected a different compiled graph than the
forward pass (e.g., a dynamic graph instead of the original static graph).
To fix this, either:
  - Use torch._dynamo.mark_dynamic() to explicitly mark varying dimensions as
    dynamic upfront, avoiding the static-to-dynamic transition.
  - Call torch._C._dynamo.eval_frame._set_lru_cache(False) to disable LRU cache
    reordering, which can change which graph is checked first between forward
    and recompute.
See https://github.com/pytorch/pytorch/issues/166926 for more details and
workaround examples.
"""

_early_stop = None  # what set_checkpoint_early_stop says, if it is open


class _Setting:
    def __init__(self, enable):
        self.enable = enable


class set_checkpoint_early_stop(_Setting):
    """Whether recomputation ends with the last value that is needed."""

    def __enter__(self):
        global _early_stop
        self.prev = _early_stop
        _early_stop = self.enable

    def __exit__(self, *args):
        global _early_stop
        _early_stop = self.prev


class set_checkpoint_debug_enabled(_Setting):
    """Accepted; the message of an error is the short one."""

    def __enter__(self):
        pass

    def __exit__(self, *args):
        pass


class DefaultDeviceType:
    _device = "cuda"

    @staticmethod
    def set_device_type(device="cuda"):
        DefaultDeviceType._device = device

    @staticmethod
    def get_device_type():
        return DefaultDeviceType._device


def noop_context_fn():
    return contextlib.nullcontext(), contextlib.nullcontext()


def check_backward_validity(inputs):
    if not any(isinstance(i, torch.Tensor) and i.requires_grad for i in inputs):
        warnings.warn("None of the inputs have requires_grad=True. Gradients will be None", stacklevel=2)


def detach_variable(inputs):
    if not isinstance(inputs, tuple):
        raise RuntimeError("Only tuple of tensors is supported. Got Unsupported input type: ", type(inputs).__name__)
    return tuple(i.detach().requires_grad_(i.requires_grad) if isinstance(i, torch.Tensor) else i for i in inputs)


def _autocast_now():
    """Makes contexts with the settings of autocast that hold now."""
    settings = [(device, torch.is_autocast_enabled(device), torch.get_autocast_dtype(device)) for device in ("cpu", "cuda")]
    cache = torch.is_autocast_cache_enabled()

    def entered():
        stack = contextlib.ExitStack()
        for device, enabled, dtype in settings:
            if enabled != torch.is_autocast_enabled(device) or enabled and dtype != torch.get_autocast_dtype(device):
                stack.enter_context(torch.amp.autocast(device, dtype=dtype, enabled=enabled, cache_enabled=cache))
        return stack
    return entered


class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, run_function, preserve, *args):
        ctx.run_function = run_function
        check_backward_validity(args)
        ctx.preserve = preserve
        ctx.autocast = _autocast_now()
        if preserve:
            ctx.rng_state = torch.get_rng_state()
        ctx.others = [None if isinstance(a, torch.Tensor) else a for a in args]
        ctx.is_tensor = [isinstance(a, torch.Tensor) for a in args]
        ctx.save_for_backward(*[a for a in args if isinstance(a, torch.Tensor)])
        return run_function(*args)

    @staticmethod
    def backward(ctx, *grads):
        if not torch._C._is_checkpoint_valid():
            raise RuntimeError("When use_reentrant=True, torch.utils.checkpoint is incompatible with .grad() or passing an `inputs` parameter to .backward(). "
                               "To resolve this error, you can either set use_reentrant=False, or call .backward() without passing the `inputs` argument.")
        saved = list(ctx.saved_tensors)
        inputs = []
        for is_tensor, other in zip(ctx.is_tensor, ctx.others):
            if is_tensor:
                t = saved.pop(0)
                inputs.append(t.detach().requires_grad_(t.requires_grad))
            else:
                inputs.append(other)
        now = torch.get_rng_state()
        if ctx.preserve:
            torch.set_rng_state(ctx.rng_state)
        with torch.enable_grad(), ctx.autocast():
            outputs = ctx.run_function(*inputs)
        torch.set_rng_state(now)
        outputs = outputs if isinstance(outputs, (tuple, list)) else (outputs,)
        pairs = [(o, g) for o, g in zip(outputs, grads) if isinstance(o, torch.Tensor) and o.requires_grad]
        if not pairs:
            raise RuntimeError("none of output has requires_grad=True, this checkpoint() is not necessary")
        torch.autograd.backward([o for o, _ in pairs], [g for _, g in pairs])
        return (None, None) + tuple(i.grad if isinstance(i, torch.Tensor) else None for i in inputs)


class CheckpointError(RuntimeError):
    pass


class _Stop(Exception):
    pass


def _metadata(tensor):
    return {"shape": tensor.shape, "dtype": tensor.dtype, "device": tensor.device}


class _Frame:
    """What a region saved in its forward, by number; the first use runs the region again to have the values."""

    def __init__(self, run, preserve, early_stop, context, check):
        self.run = run
        self.rng_state = torch.get_rng_state() if preserve else None
        self.autocast = _autocast_now()
        self.early_stop = early_stop
        self.context = context
        self.check = check
        self.saved = []  # what is known of each tensor
        self.values = {}  # of the backward pass of that number: the values, each used once

    def pack(self, tensor):
        self.saved.append(_metadata(tensor))
        return len(self.saved) - 1

    def unpack(self, number):
        task = torch._C._current_graph_task_id()
        if task not in self.values or task == -1:
            self.values = {task: self.recompute()}
        values = self.values[task]
        if number not in values:
            raise CheckpointError("torch.utils.checkpoint: Unpack is being triggered for a tensor that was already unpacked once. If you are calling "
                                  "ctx.saved_tensors in backward, make sure to do so only once. Otherwise please open an issue with details on your use case.")
        return values.pop(number)

    def recompute(self):
        values = {}

        def keep(tensor):
            if len(values) >= len(self.saved):
                if self.check == "none":
                    return tensor
                raise CheckpointError("torch.utils.checkpoint: trying to save more tensors during recomputation than during the original forward pass." + _TIP)
            values[len(values)] = tensor.detach()
            if self.early_stop and len(values) == len(self.saved):
                raise _Stop()
            return tensor

        now = torch.get_rng_state()
        if self.rng_state is not None:
            torch.set_rng_state(self.rng_state)
        try:
            with self.context, self.autocast(), saved_tensors_hooks(keep, lambda tensor: tensor), torch.enable_grad():
                self.run()
        except _Stop:
            pass
        finally:
            torch.set_rng_state(now)
        self.compare(values)
        return values

    def compare(self, values):
        if len(values) != len(self.saved):
            raise CheckpointError("torch.utils.checkpoint: A different number of tensors was saved during the original forward and recomputation.\n"
                                  f"Number of tensors saved during forward: {len(self.saved)}\n"
                                  f"Number of tensors saved during recomputation: {len(values)}.{_TIP}")
        if self.check == "none":
            return
        text = ""
        for i, saved in enumerate(self.saved):
            found = _metadata(values[i])
            if found != saved:
                text += f"tensor at position {i}:\nsaved metadata: {saved}\nrecomputed metadata: {found}\n"
        if text:
            raise CheckpointError("torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than during the forward pass.\n"
                                  f"{text}.{_TIP}")


def _warn_of_default(name, when):
    warnings.warn(f"torch.utils.{name}: the use_reentrant parameter should be passed explicitly. {when} "
                  "use_reentrant=False is recommended, but if you need to preserve the current default behavior, you can pass use_reentrant=True. "
                  "Refer to docs for more details on the differences between the two variants.", stacklevel=3)


def checkpoint(function=None, *args, use_reentrant=None, context_fn=noop_context_fn, determinism_check="default", debug=False, early_stop=True, **kwargs):
    if function is None:  # a decorator with options
        def decorate(fn):
            @functools.wraps(fn)
            def checkpointed(*args, **more):
                return checkpoint(fn, *args, use_reentrant=use_reentrant, context_fn=context_fn, determinism_check=determinism_check, debug=debug,
                                  early_stop=early_stop, **kwargs, **more)
            return checkpointed
        return decorate
    if use_reentrant is None:
        _warn_of_default("checkpoint", "Starting in PyTorch 2.9, calling checkpoint without use_reentrant will raise an exception.")
        use_reentrant = True
    preserve = kwargs.pop("preserve_rng_state", True)
    if kwargs and use_reentrant:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    if use_reentrant:
        if context_fn is not noop_context_fn or debug:
            raise ValueError("Passing `context_fn`, `debug`, or `respect_saved_tensors_hooks` is only supported when use_reentrant=False.")
        return CheckpointFunction.apply(function, preserve, *args)
    if determinism_check not in ("default", "none"):
        raise ValueError(f"determinism_check should be one of ['default', 'none'], but got {determinism_check}")
    forward_context, recompute_context = context_fn()
    if not torch.is_grad_enabled():
        with forward_context:
            return function(*args, **kwargs)
    stop = early_stop if _early_stop is None else _early_stop
    frame = _Frame(lambda: function(*args, **kwargs), preserve, stop, recompute_context, determinism_check)
    with saved_tensors_hooks(frame.pack, frame.unpack), forward_context:
        return function(*args, **kwargs)


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    if use_reentrant is None:
        _warn_of_default("checkpoint.checkpoint_sequential", "In version 2.9 we will raise an exception if use_reentrant is not passed.")
        use_reentrant = True
    preserve = kwargs.pop("preserve_rng_state", True)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    layers = list(functions.children()) if isinstance(functions, torch.nn.Sequential) else list(functions)
    size = len(layers) // segments

    def segment(first, last):
        def run(x):
            for layer in layers[first:last]:
                x = layer(x)
            return x
        return run

    for i in range(segments - 1):
        input = checkpoint(segment(i * size, (i + 1) * size), input, use_reentrant=use_reentrant, preserve_rng_state=preserve)
    return segment((segments - 1) * size, len(layers))(input)
