import copy

import torch
from torch.nn import Module
from _vitrine_fx import Graph, compile_forward, note_graph, readable_code, run_source
from torch.fx.graph import _PyTreeCodeGen, readable_text
from torch.fx.node import Node, map_aggregate

# Functions that stay one node when a trace meets them: (the globals that name them, the name).
_wrapped = []


def _copy_attr(from_module, to_module, target):
    *prefix, field = target.split(".")
    for item in prefix:
        f = getattr(from_module, item)
        t = getattr(to_module, item, None)
        if f is t:
            return
        if t is None:
            t = Module()
            setattr(to_module, item, t)
        from_module, to_module = f, t
    orig = getattr(from_module, field)
    if isinstance(orig, torch.Tensor) and not isinstance(orig, torch.nn.Parameter):
        to_module.register_buffer(field, orig)
    else:
        setattr(to_module, field, orig)


def _assign_attr(from_obj, to_module, target):
    *prefix, field = target.split(".")
    for item in prefix:
        t = getattr(to_module, item, None)
        if t is None:
            t = Module()
            setattr(to_module, item, t)
        to_module = t
    if isinstance(from_obj, torch.Tensor) and not isinstance(from_obj, torch.nn.Parameter):
        to_module.register_buffer(field, from_obj)
    else:
        setattr(to_module, field, from_obj)


class _Reference:
    """A node by its name, in a pickle."""

    def __init__(self, name):
        self.name = name


def _plain(value):
    """Arguments for a pickle: nodes by name, and containers that can be filled."""
    if isinstance(value, Node):
        return _Reference(value.name)
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, tuple):
        items = [_plain(item) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, slice):
        return slice(_plain(value.start), _plain(value.stop), _plain(value.step))
    return value


def _rebuilt(state, rows, codegen):
    """The module that a pickle describes: its attributes, and its nodes one by one."""
    holder = Module()
    holder.__dict__.update(state)
    graph, made = Graph(), {}

    def restored(value):
        return map_aggregate(value, lambda leaf: made[leaf.name] if isinstance(leaf, _Reference) else leaf)

    for op, name, target, args, kwargs, annotation in rows:
        made[name] = graph.create_node(op, target, restored(args), restored(kwargs), name, annotation)
    if codegen is not None:
        graph._codegen = codegen
    module = GraphModule(holder, graph)
    for name, value in state.items():
        if name not in module.__dict__:
            module.__dict__[name] = value
    for table in ("_parameters", "_buffers", "_modules"):
        for name, value in state[table].items():
            module.__dict__[table].setdefault(name, value)
    module.meta = state.get("meta", {})
    return module


def _readable(module, name, include_stride, include_device):
    text = readable_text(module._graph, name, include_stride, include_device)
    return _with_inner(text, [_readable(child, child_name, include_stride, include_device)
                              for child_name, child in module.named_children() if isinstance(child, GraphModule)])


def _with_inner(text, inner):
    """The text of a module's graph, and below it, further in, of the graphs that it holds."""
    lines = "\n".join(["", *inner]).split("\n")
    return text + "\n".join(["    " + line if line else line for line in lines])


class GraphModule(Module):
    def __new__(cls, *args, **kwargs):
        for t in cls.__mro__:
            if t.__qualname__.split(".")[-1] != "GraphModuleImpl":
                cls = t
                break

        class GraphModuleImpl(cls):
            pass

        return super().__new__(GraphModuleImpl)

    def __init__(self, root, graph, class_name="GraphModule"):
        super().__init__()
        self.__class__.__name__ = class_name
        if isinstance(root, Module):
            if hasattr(root, "training"):
                self.training = root.training
            for node in graph.nodes:
                if node.op in ("get_attr", "call_module"):
                    _copy_attr(root, self, node.target)
        elif isinstance(root, dict):
            targets = []
            for node in graph.nodes:
                if node.op in ("get_attr", "call_module"):
                    if node.target not in root:
                        raise RuntimeError("Node " + str(node) + " referenced target " + node.target + " but that target was not provided in ``root``!")
                    targets.append(node.target)
            targets.sort(key=lambda t: t.count("."))
            for target in targets:
                _assign_attr(root[target], self, target)
        else:
            raise RuntimeError("Unsupported type " + str(root) + " passed for root!")
        self.graph = graph
        self._tracer_cls = getattr(graph, "_tracer_cls", None)
        self._erase_node_hooks = []
        self.meta = {}

    @property
    def graph(self):
        return self._graph

    @graph.setter
    def graph(self, g):
        if not isinstance(g, Graph):
            raise AssertionError(f"Expected a Graph instance, but got {type(g)}")
        self._graph = g
        g.owning_module = self
        self.recompile()

    @property
    def code(self):
        if not hasattr(self, "_code"):
            raise RuntimeError("Code has not been generated! Please report a bug to PyTorch")
        return self._code

    def recompile(self):
        python_code = self._graph.python_code("self")
        self._code = python_code.src
        codegen = getattr(self._graph, "_codegen", None)
        for node in self._graph.nodes:
            if "is_wrapped" in node.meta:  # what was wrapped stays one node when this module is traced
                for name, value in python_code.globals.items():
                    if value is node.target:
                        _wrapped.append((python_code.globals, name))
        if codegen is None:
            type(self).forward = compile_forward(self._graph, python_code.src, python_code.globals)
        else:
            if isinstance(codegen, _PyTreeCodeGen):
                self._in_spec, self._out_spec = codegen.pytree_info.in_spec, codegen.pytree_info.out_spec
            type(self).forward = run_source(python_code.src, python_code.globals)
        note_graph(self._graph, type(self).__name__, self)
        return python_code

    def add_submodule(self, target, m):
        *prefix, field = target.split(".")
        mod = self
        for item in prefix:
            submod = getattr(mod, item, None)
            if submod is None:
                submod = Module()
                setattr(mod, item, submod)
            if not isinstance(submod, Module):
                return False
            mod = submod
        mod.add_module(field, m)
        return True

    def delete_submodule(self, target):
        *prefix, field = target.split(".")
        mod = self
        for item in prefix:
            if not hasattr(mod, item):
                return False
            mod = getattr(mod, item)
            if not isinstance(mod, Module):
                return False
        if not hasattr(mod, field) or not isinstance(getattr(mod, field), Module):
            return False
        delattr(mod, field)
        return True

    def delete_all_unused_submodules(self):
        used = []
        for node in self.graph.nodes:
            if node.op in ("call_module", "get_attr"):
                path = node.target.split(".")
                for i in range(1, len(path) + 1):
                    used.append(".".join(path[:i]))
                if node.op == "call_module":
                    try:
                        submodule = self.get_submodule(node.target)
                        for name, _ in submodule.named_modules():
                            if name != "":
                                used.append(node.target + "." + name)
                    except AttributeError:
                        pass
        used = set(used)
        for name in [name for name, _ in self.named_modules() if name not in used and name != ""]:
            self.delete_submodule(name)

    def print_readable(self, print_output=True, include_stride=False, include_device=False, colored=False, **kwargs):
        text = _readable(self, self._get_name(), include_stride, include_device)
        if print_output:
            print(text)
        return text

    def __str__(self):
        return "\n".join([super().__str__(), self._code, "# To see more debug info, please use `graph_module.print_readable()`"])

    def __reduce__(self):
        state = {name: value for name, value in self.__dict__.items() if name not in ("_graph", "_code")}
        rows = [(n.op, n.name, n.target, _plain(n.args), _plain(n.kwargs), n.type) for n in self._graph.nodes]
        return _rebuilt, (state, rows, getattr(self._graph, "_codegen", None))

    def __copy__(self):
        res = GraphModule(self, self.graph)
        res.meta = dict(self.meta)
        return res

    def __deepcopy__(self, memo):
        holder = Module()
        for name, value in self.__dict__.items():
            if name not in ("_graph", "_code"):
                holder.__dict__[name] = copy.deepcopy(value, memo)
        res = GraphModule(holder, copy.deepcopy(self.graph))
        res.meta = dict(self.meta)
        memo[id(self)] = res
        return res
