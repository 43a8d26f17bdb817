# torch.ops.aten: packets of overloads, callable by their arguments or one by one.
import torch
import torch._C._aten as _aten


def _handler(values):
    """The class of the first argument that is no tensor and wants to see the call (a proxy of torch.fx)."""
    for value in values:
        if isinstance(value, (list, tuple)):
            found = _handler(value)
            if found is not None:
                return found
        elif not isinstance(value, torch.Tensor) and hasattr(type(value), "__torch_function__"):
            return type(value)
    return None


class OpOverload:
    """aten.add.Tensor: an operator by name and overload."""

    def __init__(self, packet, name, overload, namespace):
        self.overloadpacket = packet
        self._overloadname = overload
        self._opname = name
        self.namespace = namespace
        self.__name__ = f"{name}.{overload}"
        self.__qualname__ = self.__name__
        self.__module__ = "torch._ops." + namespace

    def __str__(self):
        return f"{self.namespace}.{self.__name__}"

    def __repr__(self):
        return f"<OpOverload(op='{self.namespace}.{self._opname}', overload='{self._overloadname}')>"

    @property
    def _overloadpacket(self):
        return self.overloadpacket

    @property
    def _schema(self):
        from torch._function_schema import schemas_of
        wanted = "" if self._overloadname == "default" else self._overloadname
        found = [schema for schema in schemas_of(self.overloadpacket) if schema.overload_name == wanted]
        if not found:
            raise AttributeError(f"The schema of '{self}' is not known")
        return found[0]

    def name(self):
        return f"{self.namespace}::{self._opname}" + ("" if self._overloadname == "default" else f".{self._overloadname}")

    def __call__(self, *args, **kwargs):
        handler = _handler(args) or _handler(list(kwargs.values()))
        if handler is not None:
            return handler.__torch_function__(self, (handler,), args, kwargs)
        return self.overloadpacket._op(*args, **kwargs)

    def __deepcopy__(self, memo):
        return self


class OpOverloadPacket:
    """aten.add: every overload of an operator."""

    def __init__(self, name, op, namespace):
        self.namespace = namespace
        self.__name__ = name
        self.__qualname__ = name
        self.__module__ = "torch._ops." + namespace
        self._op = op
        self._overloads = {}

    def __str__(self):
        return f"{self.namespace}.{self.__name__}"

    def __repr__(self):
        return f"<OpOverloadPacket(op='{self.namespace}.{self.__name__}')>"

    def __call__(self, *args, **kwargs):
        handler = _handler(args) or _handler(list(kwargs.values()))
        if handler is not None:
            return handler.__torch_function__(self, (handler,), args, kwargs)
        return self._op(*args, **kwargs)

    def overloads(self):
        from torch._function_schema import schemas_of
        return [schema.overload_name or "default" for schema in schemas_of(self)]

    def __getattr__(self, key):
        if key.startswith("__"):
            raise AttributeError(key)
        known = self._overloads.get(key)
        if known is None:
            known = OpOverload(self, self.__name__, key, self.namespace)
            self._overloads[key] = known
        return known

    def __deepcopy__(self, memo):
        return self


# Operators whose signature differs from the function of that name.
def _sym_size(tensor, dim):
    return tensor.size(dim)


def _batch_norm(input, weight, bias, mean, var, training, momentum, eps, cudnn_enabled=True):
    return torch.nn.functional.batch_norm(input, mean, var, weight, bias, training, momentum, eps)


def _select(input, dim, index):
    return input[(slice(None),) * (dim % input.dim()) + (index,)]


def _slice(input, dim=0, start=None, end=None, step=1):
    if end is not None and end >= 9223372036854775807:
        end = None
    return input[(slice(None),) * (dim % input.dim()) + (slice(start, end, step),)]


def _layer_norm(input, shape, weight=None, bias=None, eps=1e-05, cudnn_enable=True):
    return torch.nn.functional.layer_norm(input, shape, weight, bias, eps)


def _embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    return torch.nn.functional.embedding(indices, weight)


def _dropout(input, p, train):
    return torch.nn.functional.dropout(input, p, train)


def _softmax(input, dim, half_to_float=False):
    return _aten._softmax(input, dim)


def _log_softmax(input, dim, half_to_float=False):
    return _aten._log_softmax(input, dim)


def _vector_norm(input, ord=2, dim=None, keepdim=False, dtype=None):
    return torch.linalg.vector_norm(input, ord, dim, keepdim, dtype=dtype)


_REDUCTIONS = ("none", "mean", "sum")


def _reducing(op, position):
    """`op`, whose reduction at `position` is a number in ATen and a word here."""
    def call(*args):
        if len(args) > position:
            args = args[:position] + (_REDUCTIONS[args[position]],) + args[position + 1:]
        return op(*args)
    return call


def _masked(op):
    """`op`, whose last argument is a list of bools in ATen and of 0 and 1 here."""
    def call(*args):
        return op(*args[:-1], [int(wanted) for wanted in args[-1]])
    return call


def _pooling_backward(op):
    """`op`, whose stride at position 3 is an empty list in ATen where it is the kernel's size."""
    def call(*args):
        return op(*args[:3], args[3] or None, *args[4:])
    return call


def _lift_fresh_copy(input):
    return input.clone()


_DTYPES = {0: "uint8", 1: "int8", 2: "int16", 3: "int32", 4: "int64", 5: "float16", 6: "float32", 7: "float64", 11: "bool", 15: "bfloat16"}


def _number_dtype(number):
    return getattr(torch, _DTYPES[number])


def _assert_tensor_metadata(a, size=None, stride=None, dtype=None, *, device=None, layout=None):
    if dtype is not None and a.dtype != dtype:
        raise RuntimeError(f"Tensor dtype mismatch! Expected: {dtype}, Got: {a.dtype}")


def _to(input, dtype=None, *rest, **kwargs):
    if isinstance(dtype, int):
        dtype = _number_dtype(dtype)
    return input.to(dtype) if dtype is not None else input


def _numpy_T(input):
    return input.T


def _mT(input):
    return input.mT


def _matrix_H(input):
    return input.H


def _mH(input):
    return input.mH


def _check_scalar(condition, message):
    if not condition:
        raise RuntimeError(message)


_OTHERS = {"_assert_scalar": _check_scalar, "_assert_tensor_metadata": _assert_tensor_metadata, "batch_norm": _batch_norm, "select": _select, "slice": _slice, "layer_norm": _layer_norm, "embedding": _embedding,
           "dropout": _dropout, "to": _to, "sym_size": _sym_size, "_softmax": _softmax, "_log_softmax": _log_softmax, "linalg_vector_norm": _vector_norm,
           "lift_fresh_copy": _lift_fresh_copy, "new_zeros": torch.Tensor.new_zeros, "numpy_T": _numpy_T, "mT": _mT, "matrix_H": _matrix_H, "mH": _mH,
           "mse_loss": _reducing(_aten.mse_loss_base, 2), "smooth_l1_loss": _reducing(_aten.smooth_l1_loss_base, 2),
           "huber_loss": _reducing(_aten.huber_loss_base, 2), "binary_cross_entropy": _reducing(_aten.bce_base, 3),
           "binary_cross_entropy_with_logits": _reducing(_aten.bce_with_logits_base, 4),
           "nll_loss_forward": _reducing(_aten.nll_loss_forward, 3), "nll_loss2d_forward": _reducing(_aten.nll_loss2d_forward, 3)}
_OTHERS.update({name: _reducing(getattr(_aten, name), position) for name, position in
                (("mse_loss_backward", 3), ("smooth_l1_loss_backward", 3), ("huber_loss_backward", 3),
                 ("binary_cross_entropy_backward", 4), ("nll_loss_backward", 4))})
_OTHERS.update({name: _masked(getattr(_aten, name)) for name in
                ("native_layer_norm_backward", "native_batch_norm_backward", "native_group_norm_backward", "convolution_backward")})
_OTHERS.update({name: _pooling_backward(getattr(_aten, name)) for name in
                ("avg_pool2d_backward", "avg_pool3d_backward", "max_pool2d_with_indices_backward")})


def _masks(indices):
    return any([index is not None and index.dtype in (torch.bool, torch.uint8) for index in indices])


def _key(indices):
    return tuple([slice(None) if index is None else index for index in indices])


def _index(input, indices):
    return input[_key(indices)] if _masks(indices) else _aten.index(input, indices)


def _lift_fresh(input):
    return input


def _local_scalar_dense(input):
    return input.item()


_OTHERS.update({"index": _index, "lift_fresh": _lift_fresh, "_local_scalar_dense": _local_scalar_dense})


def _fma(a, b, c):
    return c + a * b


def _as_list(op):
    """`op`, whose tensors come as a list in ATen and as a tuple here."""
    def call(*args, **kwargs):
        result = op(*args, **kwargs)
        return list(result) if isinstance(result, tuple) else result
    return call


_OTHERS.update({name: _as_list(getattr(torch, name)) for name in
                ("chunk", "dsplit", "hsplit", "split", "split_with_sizes", "tensor_split", "unbind", "unsafe_chunk",
                 "unsafe_split", "vsplit")})


def _function_of(name):
    special = _OTHERS.get(name)
    if special is not None:
        return special
    for owner in (_aten, torch, torch.Tensor, torch.nn.functional):
        found = getattr(owner, name, None)
        if found is not None:
            return found


class _Namespace:
    def __init__(self, name, find):
        self.name = name
        self._find = find

    def __getattr__(self, key):
        if key.startswith("__"):
            raise AttributeError(key)
        op = self._find(key)
        if op is None:
            raise AttributeError(f"'_OpNamespace' '{self.name}' object has no attribute '{key}'")
        packet = OpOverloadPacket(key, op, self.name)
        setattr(self, key, packet)
        return packet

    def __repr__(self):
        return f"<module 'torch.ops.{self.name}' from 'torch.ops'>"


aten = _Namespace("aten", _function_of)
prims = _Namespace("prims", {"fma": _fma}.get)


def _overload(name, overload):
    return getattr(getattr(aten, name), overload)


_assert_scalar = aten._assert_scalar.default
