# Recomputation: the forward of a region runs again in backward instead of keeping its values.
import functools

import torch
from torch.autograd.graph import saved_tensors_hooks


class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, run_function, preserve, *args):
        ctx.run_function = run_function
        ctx.preserve = preserve
        if preserve:
            ctx.rng_state = torch.get_rng_state()
        ctx.others = [None if isinstance(a, torch.Tensor) else a for a in args]
        ctx.is_tensor = [isinstance(a, torch.Tensor) for a in args]
        ctx.save_for_backward(*[a for a in args if isinstance(a, torch.Tensor)])
        return run_function(*args)

    @staticmethod
    def backward(ctx, *grads):
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
        with torch.enable_grad():
            outputs = ctx.run_function(*inputs)
        torch.set_rng_state(now)
        outputs = outputs if isinstance(outputs, (tuple, list)) else (outputs,)
        pairs = [(o, g) for o, g in zip(outputs, grads) if isinstance(o, torch.Tensor) and o.requires_grad]
        torch.autograd.backward([o for o, _ in pairs], [g for _, g in pairs])
        return (None, None) + tuple(i.grad if isinstance(i, torch.Tensor) else None for i in inputs)


class _Stop(Exception):
    pass


class _Frame:
    """What a region saved in its forward, by number; the first use runs the region again to have the values."""

    def __init__(self, run, preserve, early_stop):
        self.run = run
        self.rng_state = torch.get_rng_state() if preserve else None
        self.early_stop = early_stop
        self.count = 0
        self.values = None

    def pack(self, tensor):
        self.count += 1
        return self.count - 1

    def unpack(self, number):
        if self.values is None:
            self.recompute()
        if number >= len(self.values):
            raise CheckpointError("torch.utils.checkpoint: A different number of tensors was saved during the original forward and recomputation.\n"
                                  f"Number of tensors saved during forward: {self.count}\nNumber of tensors saved during recomputation: {len(self.values)}")
        return self.values[number]

    def keep(self, tensor):
        self.values.append(tensor.detach())
        if self.early_stop and len(self.values) == self.count:
            raise _Stop()
        return tensor

    def recompute(self):
        self.values = []
        now = torch.get_rng_state()
        if self.rng_state is not None:
            torch.set_rng_state(self.rng_state)
        try:
            with saved_tensors_hooks(self.keep, lambda tensor: tensor), torch.enable_grad():
                self.run()
        except _Stop:
            pass
        finally:
            torch.set_rng_state(now)


class CheckpointError(RuntimeError):
    pass


def checkpoint(function=None, *args, use_reentrant=None, preserve_rng_state=True, context_fn=None, determinism_check="default", debug=False, early_stop=True, **kwargs):
    if function is None:  # a decorator with options
        def decorate(fn):
            @functools.wraps(fn)
            def checkpointed(*args, **kwargs):
                return checkpoint(fn, *args, use_reentrant=use_reentrant, preserve_rng_state=preserve_rng_state, early_stop=early_stop, **kwargs)
            return checkpointed
        return decorate
    if kwargs and use_reentrant is not False:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))

    def run(*inputs):
        return function(*inputs, **kwargs)

    if not torch.is_grad_enabled() or (use_reentrant is not False and not any([isinstance(a, torch.Tensor) and a.requires_grad for a in args])):
        return run(*args)
    if use_reentrant is not False:
        return CheckpointFunction.apply(run, preserve_rng_state, *args)
    frame = _Frame(lambda: run(*args), preserve_rng_state, early_stop)
    with saved_tensors_hooks(frame.pack, frame.unpack):
        return run(*args)


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    layers = list(functions.children()) if isinstance(functions, torch.nn.Sequential) else list(functions)
    size = len(layers) // segments

    def segment(first, last):
        def run(x):
            for layer in layers[first:last]:
                x = layer(x)
            return x
        return run

    for i in range(segments - 1):
        input = checkpoint(segment(i * size, (i + 1) * size), input, **kwargs)
    return segment((segments - 1) * size, len(layers))(input)
