import builtins
import collections
import copy
import inspect
import math

import torch
from torch.nn import Module
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule, _wrapped
from torch.fx.proxy import Attribute, ParameterProxy, Proxy, Scope, TracerBase, TraceError
import torch.utils._pytree as pytree
from torch.fx._functional_signatures import normalized, recorded as recorded_functions
import torch._tensor_library as _library
from torch.fx.graph import _PyTreeCodeGen, _PyTreeInfo
from _vitrine_dynamo import set_tracer
from _vitrine_fx import call_with_slots, caller_is_module, function_parameters, patch_globals

_is_fx_tracing = [False]


def is_fx_tracing():
    return _is_fx_tracing[0]


class PHBase:
    def __repr__(self):
        return "PH"


PH = PHBase()


class PHWithMeta(PHBase):
    """A placeholder whose attributes its node gets."""

    def __init__(self, ph_key=None):
        super().__init__()
        self.ph_key = ph_key


def _transfer_attrs(fr, to):
    for name, value in vars(fr).items():
        if not callable(value) and not name.startswith("__") and not hasattr(to, name):
            setattr(to, name, value)


# Classes whose instances may be made from proxies while a trace runs.
_proxyable_classes = set()


class ProxyableClassMeta(type):
    """Metaclass: a call of the class with proxies is recorded as a node instead of carried out."""

    def __init__(cls, name, bases, attrs):
        _proxyable_classes.add(cls)
        super().__init__(name, bases, attrs)

    def __call__(cls, *args, **kwargs):
        proxy = _contains_proxy([*args, *kwargs.values()]) if is_fx_tracing() else None
        if proxy is not None:
            return proxy.tracer.create_proxy("call_function", cls, args, kwargs)
        instance = cls.__new__(cls)
        cls.__init__(instance, *args, **kwargs)
        return instance


def _assert_is_none(value, msg):
    assert value is None, msg


def _contains_proxy(args):
    for a in args:
        if isinstance(a, Proxy):
            return a
        if isinstance(a, (list, tuple)):
            found = _contains_proxy(a)
            if found is not None:
                return found
        if isinstance(a, dict):
            found = _contains_proxy(list(a.values()))
            if found is not None:
                return found
    return None


def _recorded(orig_fn, wrapped=True):
    def recorded(*args, **kwargs):
        proxy = _contains_proxy(args)
        if proxy is None:
            proxy = _contains_proxy(list(kwargs.values()))
        if proxy is not None:
            result = proxy.tracer.create_proxy("call_function", orig_fn, args, kwargs)
            if wrapped:
                result.node.meta["is_wrapped"] = True
            return result
        return orig_fn(*args, **kwargs)

    recorded.__name__ = getattr(orig_fn, "__name__", "recorded")
    return recorded


def _recorded_functional(name, orig_fn):
    """A function of torch.nn.functional while a trace runs: one node, with its defaults."""
    def recorded(*args, **kwargs):
        proxy = _contains_proxy(args)
        if proxy is None:
            proxy = _contains_proxy(list(kwargs.values()))
        if proxy is None:
            return orig_fn(*args, **kwargs)
        args, kwargs = normalized(name, args, kwargs)
        return proxy.tracer.create_proxy("call_function", orig_fn, args, kwargs)

    return recorded


def wrap(fn_or_name):
    if not callable(fn_or_name) and not isinstance(fn_or_name, str):
        raise RuntimeError("Unsupported type for global function! Must be either a callable or string name")
    if not caller_is_module():
        raise NotImplementedError("wrap must be called at the top level of a module")
    fn_name = fn_or_name if isinstance(fn_or_name, str) else fn_or_name.__name__
    _wrapped.append((patch_globals(), fn_name))
    return fn_or_name


class Tracer(TracerBase):
    # None until trace() runs: a Transformer's tracer has no modules to tell.
    node_name_to_scope = None
    module_stack = None

    def __init__(self, autowrap_modules=(math,), autowrap_functions=(), param_shapes_constant=False):
        self._autowrap_functions = list(autowrap_functions)
        for module in autowrap_modules:
            for name in dir(module):
                value = getattr(module, name)
                if not name.startswith("_") and callable(value):
                    self._autowrap_functions.append(value)
        self._autowrap_search = list(autowrap_modules)
        self.param_shapes_constant = param_shapes_constant
        self.submodule_paths = None
        self.root_module_name = ""
        self.tensor_attrs = {}
        self.traced_func_name = "forward"

    def __deepcopy__(self, memo):
        made = Tracer.__new__(type(self))
        for name, value in self.__dict__.items():
            # Modules are searched, not owned.
            made.__dict__[name] = list(value) if name == "_autowrap_search" else copy.deepcopy(value, memo)
        return made

    def create_arg(self, a):
        if isinstance(a, torch.nn.Parameter):
            for n, p in self.root.named_parameters():
                if a is p:
                    return self.create_node("get_attr", n, (), {})
            raise NameError("parameter is not a member of this module")
        elif isinstance(a, torch.Tensor):
            for n, p in self.root.named_buffers():
                if a is p:
                    return self.create_node("get_attr", n, (), {})
            for t, name in self.tensor_attrs.values():
                if t is a:
                    return self.create_node("get_attr", name, (), {})
            name = self.get_fresh_qualname("_tensor_constant")
            self.tensor_attrs[id(a)] = (a, name)
            setattr(self.root, name, a)
            return self.create_node("get_attr", name, (), {})
        elif type(a) in _proxyable_classes:
            name = self.get_fresh_qualname(f"_{type(a).__name__}_constant_")
            setattr(self.root, name, a)
            return self.create_node("get_attr", name, (), {})
        elif isinstance(a, tuple) and hasattr(a, "_fields"):
            return self.create_node("call_function", type(a), tuple([self.create_arg(elem) for elem in a]), {})
        return super().create_arg(a)

    def get_fresh_qualname(self, prefix):
        """A name with this beginning that the root module does not have yet."""
        i = 0
        while hasattr(self.root, f"{prefix}{i}"):
            i += 1
        return f"{prefix}{i}"

    def is_leaf_module(self, m, module_qualified_name):
        name = type(m).__module__
        return (name.startswith("torch.nn") or name.startswith("torch.ao.nn")) and not isinstance(m, torch.nn.Sequential)

    def path_of_module(self, mod):
        for n, p in self.root.named_modules():
            if mod is p:
                return n
        raise NameError("module is not installed as a submodule")

    def call_module(self, m, forward, args, kwargs):
        path = self.path_of_module(m)
        if self.module_stack is None:
            return self.create_proxy("call_module", path, args, kwargs) if self.is_leaf_module(m, path) else forward(*args, **kwargs)
        calls = self.num_calls.get(path, 0)
        self.num_calls[path] = calls + 1
        outer = self.scope
        self.scope = Scope(path, type(m))
        self.module_stack[f"{path}@{calls}" if calls else path] = (path, type(m))
        try:
            if not self.is_leaf_module(m, path):
                return forward(*args, **kwargs)
            return self.create_proxy("call_module", path, args, kwargs)
        finally:
            self.scope = outer
            self.module_stack.popitem()

    def create_node(self, kind, target, args, kwargs, name=None, type_expr=None):
        node = super().create_node(kind, target, args, kwargs, name, type_expr)
        if self.node_name_to_scope is not None:
            self.node_name_to_scope[node.name] = (self.scope.module_path, self.scope.module_type)
        if self.module_stack:
            node.meta["nn_module_stack"] = collections.OrderedDict(self.module_stack)
        return node

    def getattr(self, attr, attr_val, parameter_proxy_cache):
        if isinstance(attr_val, torch.nn.Parameter):
            for n, p in self.root.named_parameters():
                if attr_val is p:
                    if n not in parameter_proxy_cache:
                        made = (lambda node: ParameterProxy(self, node, n, attr_val)) if self.param_shapes_constant else None
                        parameter_proxy_cache[n] = self.create_proxy("get_attr", n, (), {}, proxy_factory_fn=made)
                    return parameter_proxy_cache[n]
        if self.proxy_buffer_attributes and isinstance(attr_val, torch.Tensor):
            for n, p in self.root.named_buffers():
                if attr_val is p:
                    if n not in parameter_proxy_cache:
                        parameter_proxy_cache[n] = self.create_proxy("get_attr", n, (), {})
                    return parameter_proxy_cache[n]
        return attr_val

    def _placeholder(self, name, kind, default, concrete_args, counts, type_expr):
        if kind == "*":
            return self.create_proxy("placeholder", "*" + name, default, {})
        if kind == "**":
            return self.create_proxy("placeholder", "**" + name, default, {})
        if concrete_args is not None and name in concrete_args:
            return pytree.tree_map(lambda leaf: self._concrete(name, default, leaf, counts), concrete_args[name])
        return self.create_proxy("placeholder", name, default, {}, type_expr=type_expr)

    def _concrete(self, name, default, x, counts):
        counts[name] = counts.get(name, 0) + 1
        out = self.create_proxy("placeholder", f"{name}_{counts[name]}", default, {})
        if isinstance(x, PHBase):
            _transfer_attrs(x, out.node)
            return out
        if isinstance(x, (bool, int, float, str)):
            message = f"{name} has been specialized to have value {x} but got another value"
            self.create_proxy("call_function", torch._assert, (out == x, message), {})
        elif x is None:
            message = f"{name} has been specialized to have value None but got another value"
            self.create_proxy("call_function", _assert_is_none, (out, message), {})
        return x

    def create_args_for_root(self, root_fn, is_module, concrete_args=None):
        """A function and the arguments to call it with: proxies, with the root module in front."""
        parameters = function_parameters(inspect.unwrap(root_fn))
        bound = inspect.ismethod(root_fn)  # its first parameter is not among them
        if is_module and bound:
            parameters = [("self", "", False, None)] + parameters
        names = [p[0] for p in parameters if p[1] in ("", "keyword")]
        if is_module and not names:
            raise RuntimeError("``self`` argument cannot be part of *args expansion!")
        if isinstance(concrete_args, tuple) and concrete_args and len(names) == 1 < len(parameters):
            return root_fn, ([self.root] if is_module else []) + [
                self._placeholder(f"input_{i}", "", (), None, {}, None) for i in range(len(concrete_args))]
        if isinstance(concrete_args, tuple):
            expected = names[1:] if is_module else names
            if len(expected) != len(concrete_args):
                raise RuntimeError(f"Tracing expected {len(expected)} arguments but got {len(concrete_args)} concrete arguments")
            concrete_args = dict(zip(expected, concrete_args))
        annotations = getattr(root_fn, "__annotations__", {})
        args = [self.root] if is_module else []
        counts = {}
        keyword_only = []
        star = double_star = None
        for name, kind, has_default, default in parameters[1:] if is_module else parameters:
            proxy = self._placeholder(name, kind, (default,) if has_default else (), concrete_args, counts, annotations.get(name))
            if kind == "*":
                star = proxy
            elif kind == "**":
                double_star = proxy
            else:
                args.append(proxy)
                if kind == "keyword":
                    keyword_only.append(name)
        count = len(args) - len(keyword_only) - (is_module and bound)

        def call(*values):
            values = values[1:] if is_module and bound else values
            keywords = dict(zip(keyword_only, values[count:]))
            if star is None and double_star is None:
                return root_fn(*values[:count], **keywords)
            return call_with_slots(root_fn, list(values[:count]), keywords, star, double_star)

        leaves, in_spec = pytree.tree_flatten(tuple(args))
        if all([child.type is None for child in in_spec.children_specs]):
            return call, args
        # Structured concrete_args: the graph has the leaves, forward() takes the structures.
        self.graph._codegen = _PyTreeCodeGen(_PyTreeInfo((["self"] if is_module and names[0] != "self" else []) + names, in_spec, None))

        def flattened(*values):
            out = call(*pytree.tree_unflatten(list(values), in_spec))
            out_leaves, out_spec = pytree.tree_flatten(out)
            self.graph._codegen.pytree_info = self.graph._codegen.pytree_info._replace(out_spec=out_spec)
            return out_leaves

        return flattened, leaves

    def trace(self, root, concrete_args=None):
        old = _is_fx_tracing[0]
        _is_fx_tracing[0] = True
        tracer = set_tracer("symbolically trace")
        try:
            if isinstance(root, Module):
                self.root = root
                if not hasattr(type(root), self.traced_func_name):
                    raise AssertionError(f"traced_func_name={self.traced_func_name} doesn't exist in {type(root).__name__}")
                fn = getattr(type(root), self.traced_func_name)
                self.root_module_name = root._get_name()
            else:
                self.root = Module()
                fn = root
            self.graph = Graph()
            self.graph._tracer_cls = type(self)
            if hasattr(fn, "__code__"):
                self.graph._traced_place = f" from {fn.__code__.co_filename}:{fn.__code__.co_firstlineno} in {fn.__code__.co_name}"
            self.scope = Scope("", None)
            self.module_stack = collections.OrderedDict()
            self.num_calls = {}
            self.node_name_to_scope = {}
            self.tensor_attrs = {}
            for module_name, module in self.root.named_modules():
                for k, v in module.__dict__.items():
                    if isinstance(v, torch.Tensor):
                        self.tensor_attrs[id(v)] = (v, (module_name + "." if module_name else "") + k)
            call, args = self.create_args_for_root(fn, isinstance(root, Module), concrete_args)
            result = self._run_patched(lambda: call(*args), getattr(fn, "__globals__", {}))
            plain = getattr(self.graph, "_codegen", None) is None and all([p[1] == "" for p in function_parameters(fn)])
            returned = getattr(fn, "__annotations__", {}).get("return") if plain else None
            self.create_node("output", "output", (self.create_arg(result),), {}, type_expr=returned)
        finally:
            _is_fx_tracing[0] = old
            set_tracer(tracer)
        return self.graph

    def _run_patched(self, run, fn_globals):
        orig_call = Module.__call__
        orig_getattr = Module.__getattr__
        cache = {}

        def module_getattr(mod, attr):
            return self.getattr(attr, orig_getattr(mod, attr), cache)

        def module_call(mod, *args, **kwargs):
            def forward(*args, **kwargs):
                return orig_call(mod, *args, **kwargs)

            return self.call_module(mod, forward, args, kwargs)

        undo = []
        try:
            Module.__call__ = module_call
            Module.__getattr__ = module_getattr
            functional = torch.nn.functional
            for name in recorded_functions:
                if hasattr(functional, name):
                    orig = getattr(functional, name)
                    undo.append((functional.__dict__, name, orig))
                    setattr(functional, name, _recorded_functional(name, orig))
            for name in _library.__all__:
                orig = getattr(torch, name, None)
                if callable(orig) and not isinstance(orig, type):
                    undo.append((torch.__dict__, name, orig))
                    setattr(torch, name, _recorded(orig, wrapped=False))
            patched = set()
            for namespace, name in _wrapped:
                if (id(namespace), name) in patched:
                    continue
                patched.add((id(namespace), name))
                orig = namespace[name] if name in namespace else getattr(builtins, name)
                undo.append((namespace, name, namespace.get(name, undo)))
                namespace[name] = _recorded(orig)
            automatic = {id(f) for f in self._autowrap_functions}
            for namespace in [module.__dict__ for module in self._autowrap_search] + [fn_globals]:
                for name, value in list(namespace.items()):
                    if id(value) in automatic and not name.startswith("_"):
                        undo.append((namespace, name, value))
                        namespace[name] = _recorded(value)
            return run()
        finally:
            Module.__call__ = orig_call
            Module.__getattr__ = orig_getattr
            for namespace, name, value in reversed(undo):
                if value is undo:
                    del namespace[name]
                else:
                    namespace[name] = value


def symbolic_trace(root, concrete_args=None):
    tracer = Tracer()
    graph = tracer.trace(root, concrete_args)
    name = root.__class__.__name__ if isinstance(root, Module) else root.__name__
    return GraphModule(tracer.root, graph, name)
