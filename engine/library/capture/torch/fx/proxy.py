import copy
import dataclasses
import enum
import operator
import sys

import torch
import torch.fx.traceback as fx_traceback
from _vitrine_fx import Graph, Node, map_leaves, unpack_count, qualified_torch_method
from torch.fx._functional_signatures import normalized, parameters_of


class TraceError(ValueError):
    pass


class Scope:
    def __init__(self, module_path, module_type):
        self.module_path = module_path
        self.module_type = module_type


# What a node takes over from the node that is being run (Transformer, preserve_node_meta).
_COPY_META_FIELDS = (
    "nn_module_stack", "torch_fn", "source_fn_stack", "original_aten", "recompute", "ac_graph_id", "has_backward_hook",
    "from_node", "quantization_tag", "_numeric_debug_handle", "custom", "partitioner_tag", "arg_kwarg_vals")


class TracerBase:
    record_stack_traces = False
    check_mutable_operations = False
    trace_asserts = False
    proxy_buffer_attributes = False

    def create_node(self, kind, target, args, kwargs, name=None, type_expr=None):
        if kind == "call_function" and self.check_mutable_operations:
            from torch.fx.operator_schemas import check_for_mutable_operation
            check_for_mutable_operation(target, args, kwargs)
        node = self.graph.create_node(kind, target, args, kwargs, name, type_expr)
        if fx_traceback.has_preserved_node_meta():
            current = fx_traceback.get_current_meta()
            if current.get("stack_trace"):
                node.stack_trace = current["stack_trace"]
            for field in _COPY_META_FIELDS:
                if field in current:
                    node.meta[field] = copy.copy(current[field])
        return node

    def proxy(self, node):
        return Proxy(node, self)

    def create_proxy(self, kind, target, args, kwargs, name=None, type_expr=None, proxy_factory_fn=None):
        args_ = self.create_arg(args)
        kwargs_ = self.create_arg(kwargs)
        node = self.create_node(kind, target, args_, kwargs_, name, type_expr)
        if proxy_factory_fn is not None:
            return proxy_factory_fn(node)
        return self.proxy(node)

    def create_arg(self, a):
        if isinstance(a, Proxy):
            return a.node
        if hasattr(a, "__fx_create_arg__"):
            return a.__fx_create_arg__(self)
        if isinstance(a, tuple):
            if hasattr(a, "_fields"):
                return type(a)(*[self.create_arg(e) for e in a])
            return tuple([self.create_arg(e) for e in a])
        if isinstance(a, list):
            return [self.create_arg(e) for e in a]
        if isinstance(a, dict):
            for k in a:
                if isinstance(k, Proxy):
                    raise RuntimeError("Keys for dictionaries used as an argument cannot contain a Node. Got key: " + str(k.node))
            return {k: self.create_arg(v) for k, v in a.items()}
        if isinstance(a, slice):
            return slice(self.create_arg(a.start), self.create_arg(a.stop), self.create_arg(a.step))
        if isinstance(a, range):
            return range(self.create_arg(a.start), self.create_arg(a.stop), self.create_arg(a.step))
        if a is None or a is ... or isinstance(a, (str, int, float, bool, complex, torch.dtype, torch.device, torch.memory_format, torch.layout, torch.Tensor, Node, enum.Enum)) or _is_operator(a):
            return a
        if dataclasses.is_dataclass(a) and not isinstance(a, type):
            fields = {field.name: self.create_arg(getattr(a, field.name)) for field in dataclasses.fields(a)}
            return self.create_node("call_function", type(a), (), fields)
        raise NotImplementedError("argument of type: " + str(type(a)))

    def to_bool(self, obj):
        raise TraceError("symbolically traced variables cannot be used as inputs to control flow")

    def iter(self, obj):
        raise TraceError(
            "Proxy object cannot be iterated. This can be attempted when the Proxy is used in a loop or as a *args or **kwargs "
            "function argument. See the torch.fx docs on pytorch.org for a more detailed explanation of what types of control "
            "flow can be traced, and check out the Proxy docstring for help troubleshooting Proxy iteration errors")

    def keys(self, obj):
        return Attribute(obj, "keys")()


def _is_operator(a):
    return type(a).__name__ in ("OpOverload", "OpOverloadPacket") or isinstance(a, torch.nn.Module)


class GraphAppendingTracer(TracerBase):
    def __init__(self, graph):
        self.graph = graph


class Proxy:
    def __init__(self, node, tracer=None):
        if tracer is None:
            tracer = GraphAppendingTracer(node.graph)
        self.tracer = tracer
        self.node = node

    def __repr__(self):
        return f"Proxy({self.node.name})"

    def __getattr__(self, k):
        if k.startswith("__") and k.endswith("__"):
            raise AttributeError(f"'Proxy' object has no attribute '{k}'")
        return Attribute(self, k)

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", "__call__", (self,) + args, kwargs)

    def __iter__(self):
        count = unpack_count()
        if count >= 0:
            return iter([self[i] for i in range(count)])
        return self.tracer.iter(self)

    def __bool__(self):
        return self.tracer.to_bool(self)

    def __len__(self):
        raise RuntimeError("'len' is not supported in symbolic tracing by default. If you want this call to be recorded, please call torch.fx.wrap('len') at module scope")

    def __divmod__(self, other):
        raise TypeError(f"unsupported operand type(s) for divmod(): '{type(self).__name__}' and '{type(other).__name__}'")

    def keys(self):
        return self.tracer.keys(self)

    @classmethod
    def __torch_function__(cls, orig_method, types, args=None, kwargs=None):
        args = args if args else ()
        kwargs = kwargs if kwargs else {}
        found = []

        def look(a):
            if isinstance(a, Proxy):
                found.append(a)
            return a

        map_leaves(args, look)
        map_leaves(kwargs, look)
        tracer = found[0].tracer
        if "torch.jit._script" in sys.modules and isinstance(orig_method, torch.jit.ScriptFunction):
            for path, module in tracer.root.named_modules() if orig_method.owner is not None else ():
                if getattr(module, "_c", None) is orig_method.owner:
                    owner = tracer.create_proxy("get_attr", f"{path}._c" if path else "_c", (), {})
                    return tracer.create_proxy("call_method", orig_method.name, (owner,) + tuple(args), kwargs)
            return tracer.create_proxy("call_function", orig_method, args, kwargs)
        if orig_method.__module__ == "torch.nn.functional" and parameters_of(orig_method.__name__):
            args, kwargs = normalized(orig_method.__name__, args, kwargs)
        if qualified_torch_method(orig_method):
            return tracer.create_proxy("call_method", orig_method.__name__, args, kwargs)
        return tracer.create_proxy("call_function", orig_method, args, kwargs)

    def _call(self, target, *args):
        return self.tracer.create_proxy("call_function", target, (self,) + args, {})

    def _reflect(self, target, name, other):
        # A tensor on the left asks __torch_function__ first, as a method of Tensor.
        if isinstance(other, torch.Tensor):
            return self.tracer.create_proxy("call_method", name, (other, self), {})
        return self.tracer.create_proxy("call_function", target, (other, self), {})

    def __eq__(self, other):
        return self._call(operator.eq, other)

    def __ne__(self, other):
        return self._call(operator.ne, other)

    def __lt__(self, other):
        return self._call(operator.lt, other)

    def __gt__(self, other):
        return self._call(operator.gt, other)

    def __le__(self, other):
        return self._call(operator.le, other)

    def __ge__(self, other):
        return self._call(operator.ge, other)

    def __hash__(self):
        return id(self)

    def __pos__(self):
        return self._call(operator.pos)

    def __neg__(self):
        return self._call(operator.neg)

    def __invert__(self):
        return self._call(operator.invert)

    def __abs__(self):
        return self._call(operator.abs)

    def __add__(self, other):
        return self._call(operator.add, other)

    def __radd__(self, other):
        return self._reflect(operator.add, "add", other)

    def __sub__(self, other):
        return self._call(operator.sub, other)

    def __rsub__(self, other):
        return self._reflect(operator.sub, "sub", other)

    def __mul__(self, other):
        return self._call(operator.mul, other)

    def __rmul__(self, other):
        return self._reflect(operator.mul, "mul", other)

    def __truediv__(self, other):
        return self._call(operator.truediv, other)

    def __rtruediv__(self, other):
        return self._reflect(operator.truediv, "div", other)

    def __floordiv__(self, other):
        return self._call(operator.floordiv, other)

    def __rfloordiv__(self, other):
        return self._reflect(operator.floordiv, "floor_divide", other)

    def __mod__(self, other):
        return self._call(operator.mod, other)

    def __rmod__(self, other):
        return self._reflect(operator.mod, "remainder", other)

    def __pow__(self, other):
        return self._call(operator.pow, other)

    def __rpow__(self, other):
        return self._reflect(operator.pow, "pow", other)

    def __matmul__(self, other):
        return self._call(operator.matmul, other)

    def __rmatmul__(self, other):
        return self._reflect(operator.matmul, "matmul", other)

    def __and__(self, other):
        return self._call(operator.and_, other)

    def __rand__(self, other):
        return self._reflect(operator.and_, "bitwise_and", other)

    def __or__(self, other):
        return self._call(operator.or_, other)

    def __ror__(self, other):
        return self._reflect(operator.or_, "bitwise_or", other)

    def __xor__(self, other):
        return self._call(operator.xor, other)

    def __rxor__(self, other):
        return self._reflect(operator.xor, "bitwise_xor", other)

    def __lshift__(self, other):
        return self._call(operator.lshift, other)

    def __rshift__(self, other):
        return self._call(operator.rshift, other)

    def __getitem__(self, key):
        return self._call(operator.getitem, key)

    def __setitem__(self, key, value):
        raise TypeError(f"'{type(self).__name__}' object does not support item assignment")

    def __delitem__(self, key):
        raise TypeError(f"'{type(self).__name__}' object doesn't support item deletion")


class ParameterProxy(Proxy):
    """A parameter whose shape is known while it is traced: Tracer(param_shapes_constant=True)."""

    def __init__(self, tracer, node, name, param):
        super().__init__(node, tracer)
        self.param = param
        self.name = name

    def __repr__(self):
        return f"ParameterProxy({self.name})"

    @property
    def shape(self):
        return self.param.shape

    def size(self):
        return self.param.size()

    def dim(self):
        return self.param.dim()

    @property
    def ndim(self):
        return self.param.ndim

    def numel(self):
        return self.param.numel()

    def nelement(self):
        return self.param.nelement()


class Attribute(Proxy):
    def __init__(self, root, attr):
        self.root = root
        self.attr = attr
        self.tracer = root.tracer
        self._node = None

    @property
    def node(self):
        if self._node is None:
            self._node = self.tracer.create_proxy("call_function", getattr, (self.root, self.attr), {}).node
        return self._node

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", self.attr, (self.root,) + args, kwargs)
