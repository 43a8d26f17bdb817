# What the functions of torch.linalg refuse, in PyTorch's words.


def tensor_first(fn):
    """fn, refusing a first argument that is no tensor by the name of its parameter."""
    from torch._C import Tensor
    name = fn.__code__.co_varnames[0]
    if name == "tensors":
        return fn

    def call(*args, **kwargs):
        first = args[0] if args else kwargs.get(name)
        if first is not None and not isinstance(first, Tensor):
            raise TypeError(f"linalg_{fn.__name__}(): argument '{name}' (position 1) must be Tensor, not {type(first).__name__}")
        return fn(*args, **kwargs)
    call.__name__ = fn.__name__
    call.__qualname__ = fn.__qualname__
    call.__module__ = fn.__module__
    call.__doc__ = fn.__doc__
    return call


def type_word(t):
    """Float of a float32 tensor, as messages have it."""
    return t.type()[6:-6]


def check_dims(t, name, argument="A"):
    if t.dim() < 2:
        raise RuntimeError(f"{name}: The input tensor {argument} must have at least 2 dimensions.")


def check_floating(t, name):
    if not t.is_floating_point():
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {type_word(t)}")


def check_square(t, name):
    check_dims(t, name)
    m, n = t.shape[-2:]
    if m != n:
        raise RuntimeError(f"{name}: A must be batches of square matrices, but they are {m} by {n} matrices")


def check_solvable(A, B, left, name):
    """That the sides of A X = B, or of X A = B, meet."""
    if A.shape[-1] != B.shape[-2 if left else -1]:
        equation = "AX" if left else "XA"
        sizes = ["x".join(str(n) for n in t.shape[-2:]) for t in (A, B)]
        raise RuntimeError(f"{name}: Incompatible shapes of A and B for the equation {equation} = B ({sizes[0]} and {sizes[1]})")


def check_product(tensors):
    """The factors of multi_dot: matrices that meet, vectors at the ends only."""
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    for place, at in (("first", 0), ("last", -1)):
        if tensors[at].dim() not in (1, 2):
            raise RuntimeError(f"multi_dot(): the {place} tensor must be 1D or 2D but got {tensors[at].dim()}D")
    for i, t in enumerate(tensors[1:-1], 1):
        if t.dim() != 2:
            raise RuntimeError(f"multi_dot(): tensor {i} must be 2D but got {t.dim()}D")
    for i, t in enumerate(tensors[1:], 1):
        if t.dtype != tensors[0].dtype:
            raise RuntimeError(f"multi_dot(): all tensors must have be the same dtype but tensor 0 is {_c_name(tensors[0])} and tensor {i} {_c_name(t)}")
    shapes = [list(t.shape) for t in tensors]
    for i in range(len(shapes) - 1):
        if shapes[i][-1] != shapes[i + 1][0]:
            raise RuntimeError(f"multi_dot(): tensors {i} and {i + 1} with shapes {shapes[i]} and {shapes[i + 1]} cannot be multiplied")


def _c_name(t):
    return type_word(t).lower()
