# The steps that a captured transform is made of: each is one node of a graph, named as in
# PyTorch, and can run. captured.py puts them together. Values of a mapped dimension are kept
# as one tensor per example (Batched), so that any operator works on them.
import torch._C as _C

_levels = []  # of derivatives that are being taken: their variables; for forward mode pairs of a seed and its tangent
_blocked = [True]


def _node(module, example=None, constant=False):
    def mark(function):
        function.__module__ = module
        function.__qualname__ = function.__name__
        function._dynamo_allow_in_graph = True
        if example is not None:
            function._dynamo_example = example
        return function
    return mark


def _is_tensor(value):
    return isinstance(value, (_C.Tensor, Batched))


class Batched:
    """A tensor per example of a mapped dimension."""

    def __init__(self, examples, level):
        self.examples = examples
        self.level = level

    def __getattr__(self, name):
        first = getattr(self.examples[0], name)
        if _is_tensor(first):
            return Batched([getattr(v, name) for v in self.examples], self.level)
        if not callable(first):
            return first
        return lambda *args, **kwargs: each(lambda v, *rest, **named: getattr(v, name)(*rest, **named), (self,) + args, kwargs)

    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return each(function, args, kwargs or {})


def _operator(name):
    def method(self, *args):
        return each(lambda v, *rest: getattr(v, name)(*rest), (self,) + args, {})
    return method


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor", "lshift", "rshift"):
    for _prefix in ("__", "__r", "__i"):
        if _prefix != "__i" or _name != "matmul":
            setattr(Batched, _prefix + _name + "__", _operator(_prefix + _name + "__"))
for _name in ("neg", "abs", "invert", "pos", "eq", "ne", "lt", "le", "gt", "ge", "getitem", "setitem"):
    setattr(Batched, "__" + _name + "__", _operator("__" + _name + "__"))


def _level_of(tree):
    if isinstance(tree, Batched):
        return tree.level
    if isinstance(tree, (list, tuple)):
        return max([_level_of(v) for v in tree] + [0])
    if isinstance(tree, dict):
        return max([_level_of(v) for v in tree.values()] + [0])
    if isinstance(tree, slice):
        return max([_level_of(v) for v in (tree.start, tree.stop, tree.step)])
    return 0


def _pick(tree, level, i):
    if isinstance(tree, Batched):
        return tree.examples[i] if tree.level == level else tree
    if isinstance(tree, (list, tuple)):
        return type(tree)([_pick(v, level, i) for v in tree])
    if isinstance(tree, dict):
        return {k: _pick(v, level, i) for k, v in tree.items()}
    if isinstance(tree, slice):
        return slice(_pick(tree.start, level, i), _pick(tree.stop, level, i), _pick(tree.step, level, i))
    return tree


def _join(results, level):
    first = results[0]
    if _is_tensor(first):
        return Batched(results, level)
    if isinstance(first, (list, tuple)) and not isinstance(first, _C.Size):
        kind = list if isinstance(first, list) else tuple
        return kind([_join([r[k] for r in results], level) for k in range(len(first))])
    return first


def _size_of(tree, level):
    if isinstance(tree, Batched):
        return len(tree.examples) if tree.level == level else 0
    if isinstance(tree, (list, tuple)):
        return max([_size_of(v, level) for v in tree] + [0])
    if isinstance(tree, dict):
        return max([_size_of(v, level) for v in tree.values()] + [0])
    return 0


def each(function, args, kwargs):
    """The call for every example, innermost dimension first."""
    level = max(_level_of(args), _level_of(kwargs))
    if level == 0:
        return function(*args, **kwargs)
    size = max(_size_of(args, level), _size_of(kwargs, level))
    return _join([function(*_pick(args, level, i), **_pick(kwargs, level, i)) for i in range(size)], level)


def _per_example(function):
    def wrapper(*args, **kwargs):
        if max(_level_of(args), _level_of(kwargs)) == 0:
            return function(*args, **kwargs)
        return each(wrapper, args, kwargs)
    for name in ("__name__", "__qualname__", "__module__", "_dynamo_allow_in_graph", "_dynamo_example"):
        if hasattr(function, name):
            setattr(wrapper, name, getattr(function, name))
    return wrapper


@_node("torch._C._autograd")
def _saved_tensors_hooks_disable(message):
    pass


@_node("torch._C._autograd")
def _saved_tensors_hooks_enable():
    pass


@_node("torch._C._functorch", example=lambda: None)
def _grad_increment_nesting():
    _levels.append([])


@_node("torch._C._functorch", example=lambda: None)
def _grad_decrement_nesting():
    _levels.pop()


@_per_example
@_node("torch._C._functorch", example=lambda tensor, level: tensor.detach())
def _wrap_for_grad(tensor, level):
    return tensor.view_as(tensor) if tensor.requires_grad else tensor.detach()


@_node("torch._C._functorch")
def set_inplace_requires_grad_allowed(allowed):
    pass


@_per_example
@_node("torch._functorch.eager_transforms")
def _set_tensor_requires_grad(tensor):
    if not tensor.requires_grad:
        tensor.requires_grad_()
        tensor._transform_level = len(_levels)
        if _levels:
            _levels[-1].append(tensor)  # an attribute lives as long as its object
    return tensor


def _like(tensors):
    return tuple([_C.zeros_like(t) for t in tensors])


@_per_example
@_node("torch._functorch.eager_transforms", example=lambda outputs, inputs, *args, **kwargs: _like(inputs))
def _autograd_grad(outputs, inputs, grad_outputs=None, retain_graph=False, create_graph=True):
    given = [None] * len(outputs) if grad_outputs is None else grad_outputs
    pairs = [(o, g) for o, g in zip(outputs, given) if o.requires_grad]
    if not pairs:
        return _like(inputs)
    seeds = None if grad_outputs is None else [g for _, g in pairs]
    return tuple(_C._grad([o for o, _ in pairs], inputs, seeds, retain_graph=True, create_graph=create_graph, allow_unused=True, materialize_grads=True))


def leaf_variables(functions):
    """The tensors that gradients arrive at behind these gradient functions."""
    seen, todo, found = set(), list(functions), []
    while todo:
        node = todo.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        variable = getattr(node, "variable", None)
        if variable is not None:
            found.append(variable)
        todo.extend([n for n, _ in node.next_functions])
    return found


def _leaves(tensor):
    return leaf_variables([tensor.grad_fn]) if tensor.grad_fn is not None or not tensor.requires_grad else [tensor]


@_per_example
@_node("torch._functorch.predispatch", example=lambda tensor, level: tensor.detach())
def _unwrap_for_grad(tensor, level):
    if not _is_tensor(tensor) or not tensor.requires_grad:
        return tensor
    own = len(_levels)
    return tensor if any([getattr(leaf, "_transform_level", 0) < own for leaf in _leaves(tensor)]) else tensor.detach()


@_node("torch._functorch.predispatch", example=lambda: None)
def _jvp_increment_nesting():
    _levels.append([])


@_node("torch._functorch.predispatch", example=lambda: None)
def _jvp_decrement_nesting():
    _levels.pop()


@_node("torch._C")
def _set_fwd_grad_enabled(enabled):
    pass


@_node("torch._functorch.predispatch")
def _enter_dual_level():
    pass


@_node("torch._functorch.predispatch")
def _exit_dual_level(level):
    pass


@_node("torch.autograd.forward_ad")
def _maybe_load_decompositions():
    pass


def _seed(tensor):
    seed = _C.zeros_like(tensor).requires_grad_()
    seed._transform_level = len(_levels)
    return seed


@_node("torch._functorch.predispatch", example=lambda tensor, tangent, level: _C.zeros_like(tensor))
def _make_dual(tensor, tangent, level):
    """The derivative by a seed of zeros that is added is the derivative by the tensor."""
    seed = each(_seed, (tensor,), {})
    _levels[-1].append((seed, tangent))
    return tensor + seed


def _pushed(out, seeds, tangents):
    if not out.requires_grad:
        return _C.zeros_like(out)
    vector = _C.zeros_like(out).requires_grad_()
    pulled = _C._grad([out], seeds, [vector], retain_graph=True, create_graph=True, allow_unused=True, materialize_grads=True)
    kept = [i for i, g in enumerate(pulled) if g.requires_grad]
    if not kept:
        return _C.zeros_like(out)
    return _C._grad([pulled[i] for i in kept], [vector], [tangents[i] for i in kept], retain_graph=True, create_graph=True, allow_unused=True,
                    materialize_grads=True)[0]


def _push(out, seeds, tangents):
    if max(_level_of(out), _level_of(seeds), _level_of(tangents)) == 0:
        return _pushed(out, seeds, tangents)
    return each(_push, (out, seeds, tangents), {})


@_node("torch._functorch.predispatch", example=lambda tensor, level: (_C.zeros_like(tensor), _C.zeros_like(tensor)))
def _unpack_dual(tensor, level):
    pairs = _levels[-1]
    return tensor, _push(tensor, [s for s, _ in pairs], [t for _, t in pairs])


@_node("torch._functorch.predispatch")
def lazy_load_decompositions():
    pass


@_node("torch._functorch.predispatch", example=lambda size, randomness: None)
def _vmap_increment_nesting(size, randomness):
    pass


@_node("torch._functorch.predispatch", example=lambda: None)
def _vmap_decrement_nesting():
    pass


@_node("torch._functorch.predispatch", example=lambda tensor, dim, level: tensor.select(dim, 0))
def _add_batch_dim(tensor, dim, level):
    return Batched([tensor.select(dim, i) for i in range(tensor.shape[dim])], level)


def _whole(tensor, level, size, dim):
    dim = dim % (tensor.dim() + 1)
    return tensor.new_empty(list(tensor.shape[:dim]) + [size] + list(tensor.shape[dim:]))


@_node("torch._functorch.predispatch", example=_whole)
def _remove_batch_dim(tensor, level, size, dim):
    examples = tensor.examples if _level_of(tensor) == level else [tensor] * size
    return each(_C.stack, (examples, dim), {})


class _Namespace:
    pass


def _place(function):
    """Puts a node's function where the text of a graph names it."""
    import torch as at
    for part in function.__module__.split(".")[1:]:
        if not hasattr(at, part):
            setattr(at, part, _Namespace())
        at = getattr(at, part)
    if not hasattr(at, function.__name__):
        setattr(at, function.__name__, function)


for _function in [f for f in globals().values() if hasattr(f, "_dynamo_allow_in_graph")]:
    _place(_function)
