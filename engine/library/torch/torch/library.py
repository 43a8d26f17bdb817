# Custom operators written in the language.
import torch._C as _C

_known = {}  # "namespace::name": the operator


class CustomOpDef:
    def __init__(self, name, fn, mutates_args):
        from torch._ops import OpOverloadPacket
        self._qualname = name
        self._namespace, _, self._name = name.partition("::")
        self._init_fn = fn
        self._fn = fn
        self._backward = None
        self._fake = None
        self._mutates = bool(mutates_args)
        self.__name__ = name
        packet = OpOverloadPacket(self._name, self._run, self._namespace)
        self._opoverload = packet.default
        packet._dynamo_example = self._opoverload._dynamo_example = self._example
        _known[name] = self
        _namespace(self._namespace)[self._name] = packet

    def __repr__(self):
        return f"<CustomOpDef({self._qualname})>"

    def register_fake(self, fn):
        self._fake = fn
        return fn

    def register_kernel(self, device_types, func=None):
        def add(fn):
            self._fn = fn
            return fn
        return add if func is None else add(func)

    def register_autograd(self, backward, *, setup_context=None):
        import torch
        fn = self._fn

        class Custom(torch.autograd.Function):
            @staticmethod
            def forward(ctx, *args):
                output = fn(*args)
                if setup_context is not None:
                    setup_context(ctx, args, output)
                return output

        Custom.backward = staticmethod(backward)
        self._backward = Custom

    def _run(self, *args, **kwargs):
        if self._backward is not None and not kwargs:
            return self._backward.apply(*args)
        return self._fn(*args, **kwargs)

    def _example(self, *args, **kwargs):
        """What a call gives on tensors without data."""
        if self._fake is not None:
            return self._fake(*args, **kwargs)
        if self._mutates and self._init_fn.__annotations__.get("return", self) is None:
            return None
        raise RuntimeError(f"There was no fake impl registered for {self!r}. This is necessary for torch.compile/export/fx tracing to work. Please use "
                           f"`{self._init_fn.__name__}.register_fake` to add an fake impl.")

    def __call__(self, *args, **kwargs):
        return self._opoverload(*args, **kwargs)


def _namespace(name):
    """The table of a namespace of torch.ops."""
    import torch.ops
    from torch._ops import _Namespace
    if not hasattr(torch.ops, name):
        setattr(torch.ops, name, _Namespace(name, {}.get))
    return vars(getattr(torch.ops, name))


def custom_op(name, fn=None, *, mutates_args=(), device_types=None, schema=None):
    if fn is None:
        return lambda f: CustomOpDef(name, f, mutates_args)
    return CustomOpDef(name, fn, mutates_args)


def _definition(op):
    return op if isinstance(op, CustomOpDef) else _known[op if isinstance(op, str) else op.namespace + "::" + op._opname]


def register_fake(op, func=None, *, lib=None):
    add = lambda f: _definition(op).register_fake(f)
    return add if func is None else add(func)


def register_kernel(op, device_types, func=None):
    return _definition(op).register_kernel(device_types, func)


def register_autograd(op, backward, *, setup_context=None):
    _definition(op).register_autograd(backward, setup_context=setup_context)
