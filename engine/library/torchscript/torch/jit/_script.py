# torch.jit.script: functions and modules become script functions and script modules. The
# compiler itself is native (_vitrine_script); modules are walked here.
import enum
import math
import types

import _vitrine_script as _native
import torch
from torch.jit._containers import ScriptDict, ScriptList, _Children, _Slots
from torch.jit._script_sources import _overload, _overloads_of
from torch.nn.modules.module import Module
from torch.nn.parameter import is_lazy
from _vitrine_script import ScriptFunction

_export = "export (compile this function even if nothing calls it)"
_INTERNAL = set(Module().__dict__)
_CONSTANTS = (bool, float, int, str, type(None), torch.device, torch.layout, torch.dtype)
_PLAIN = (int, float, bool, str, type(None), torch.device, torch.dtype)


class Use:
    """A place where a node of a script graph takes a value."""

    def __init__(self, user, offset):
        self.user = user
        self.offset = offset


class ConstMap:
    def __init__(self, const_mapping):
        self.const_mapping = const_mapping

    def __getattr__(self, attr):
        return self.const_mapping[attr]


class _ScriptMeta(type):
    """Compiles what `script_method` and `define` marked as soon as the outermost __init__ is done."""

    def __call__(cls, *args, **kwargs):
        made = super().__call__(*args, **kwargs)
        if isinstance(made, RecursiveScriptModule):
            return made
        methods = list(made.__dict__.pop("_defined", []))
        for base in cls.__mro__:
            for name, value in base.__dict__.items():
                if getattr(value, "_torchscript_modifier", None) == _export and name not in methods:
                    methods.append(name)
        object = module_object(made)
        for name in methods:
            _native.compile_method(object, name)
        for name, child in made._modules.items():
            if child is not None and not isinstance(child, ScriptModule):
                _compile_all(child, _native.get_slot(object, name))
        wrapped = _class_of_scripted(cls, "forward" in methods)(object)
        for name in methods:
            wrapped.__dict__[name] = wrapped._method(name)
        for name, value in made.__dict__.items():
            if name not in _INTERNAL and not _native.has_slot(object, name) and name not in _native.constants(object):
                wrapped.__dict__.setdefault(name, value)
        return wrapped


_scripted_classes = {}


def _class_of_scripted(cls, has_forward):
    """The class of the script modules that calling a class of ScriptModule gives: known by its name, with its methods."""
    made = _scripted_classes.get((cls, has_forward))
    if made is None:
        body = {"_get_name": lambda self: cls.__name__, "extra_repr": Module.extra_repr, "__module__": cls.__module__, "__qualname__": cls.__qualname__}
        body.update({name: getattr(Module, name) for name in _REFUSED if hasattr(Module, name)})
        if not has_forward and cls.forward is not Module.forward:
            body["forward"] = cls.forward
        made = _scripted_classes[cls, has_forward] = type(RecursiveScriptModule)(cls.__name__, (RecursiveScriptModule, cls), body)
    return made


class ScriptModule(Module, metaclass=_ScriptMeta):
    """A module written with `script_method` or `define`; calling the class gives a scripted module."""

    def __init__(self):
        super().__init__()

    def save(self, f, _extra_files=None, **kwargs):
        wrap_object(module_object(self)).save(f, _extra_files)

    def save_to_buffer(self, _extra_files=None):
        return wrap_object(module_object(self)).save_to_buffer(_extra_files)

    def define(self, src):
        namespace = _text_namespace()
        known = set(namespace)
        _native.run_text(_dedented(src), namespace)
        for name in [n for n in namespace if n not in known and n != "__builtins__"]:
            self.__dict__.setdefault("_defined", []).append(name)
            self.__dict__[name] = types.MethodType(namespace[name], self)


def _text_namespace():
    """The names that source given as text may use."""
    import typing
    names = {"torch": torch, "Tensor": torch.Tensor, "math": math}
    for name in ("List", "Dict", "Tuple", "Optional", "Union", "Any", "NamedTuple"):
        names[name] = getattr(typing, name)
    return names


def _dedented(src):
    lines = src.split("\n")
    used = [line for line in lines if line.strip()]
    margin = min([len(line) - len(line.lstrip()) for line in used]) if used else 0
    return "\n".join([line[margin:] for line in lines])


class CompilationUnit:
    """Script functions given as text."""

    def __init__(self, lang=None, _frames_up=0):
        self._namespace = _text_namespace()
        self._functions = {}
        if lang is not None:
            self.define(lang, _frames_up=1)

    def define(self, lang, rcb=None, _frames_up=0):
        known = dict(self._namespace)
        _native.run_text(_dedented(lang), self._namespace)
        for name, value in list(self._namespace.items()):
            if name != "__builtins__" and known.get(name) is not value:
                self._functions[name] = _native.compile_function(value)

    def __getattr__(self, name):
        found = self.__dict__.get("_functions", {}).get(name)
        if found is None:
            raise AttributeError(f"'CompilationUnit' has no attribute '{name}'")
        return found


class RecursiveScriptModule(ScriptModule):
    """A module whose methods are script functions; its state lives in the native object."""

    def __init__(self, object):
        Module.__init__(self)
        table = self.__dict__
        table["_c"] = object
        table["_wrappers"] = {}
        table["_parameters"] = _Slots(self, "parameter")
        table["_buffers"] = _Slots(self, "buffer")
        table["_modules"] = _Children(self, "module")
        table.pop("training", None)

    @property
    def training(self):
        if not _native.has_slot(self._c, "training"):  # frozen
            raise AttributeError(f"'{type(self).__name__}' object has no attribute 'training'")
        return _native.get_slot(self._c, "training")

    @training.setter
    def training(self, mode):
        if "_c" in self.__dict__ and _native.has_slot(self._c, "training"):
            _native.set_slot(self._c, "training", mode)

    def _wrapped_child(self, name):
        inner = _native.get_slot(self._c, name)
        if inner is None:
            return None
        known = self._wrappers.get(name)
        if known is None or known._c is not inner:
            original = self._original._modules.get(name) if "_original" in self.__dict__ else None
            if isinstance(original, RecursiveScriptModule) and original._c is inner:
                known = original
            else:
                known = wrap_object(inner)
                if "_original" in self.__dict__:
                    known.__dict__["_original"] = original
            self._wrappers[name] = known
        return known

    @property
    def original_name(self):
        return _native.class_name(self._c)

    def _get_name(self):
        return "RecursiveScriptModule"

    def extra_repr(self):
        return f"original_name={self.original_name}"

    @property
    def graph(self):
        return self._method("forward").graph

    @property
    def inlined_graph(self):
        return self._method("forward").inlined_graph

    @property
    def code(self):
        return self._method("forward").code

    @property
    def code_with_constants(self):
        return self._method("forward").code_with_constants

    @property
    def qualified_name(self):
        return _native.qualified_name(self._c)

    def _method(self, name):
        found = _native.get_method(self._c, name)
        if found is None:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return found

    def forward_magic_method(self, name, *args, **kwargs):
        return getattr(self, name)(*args, **kwargs)

    @property
    def forward(self):
        return self._method("forward")

    def define(self, src):
        namespace = _text_namespace()
        known = set(namespace)
        _native.run_text(_dedented(src), namespace)
        for name in [n for n in namespace if n not in known and n != "__builtins__"]:
            _native.define_method(self._c, name, namespace[name])

    def __getattr__(self, name):
        table = self.__dict__
        if "_c" not in table:
            raise AttributeError(name)
        object = table["_c"]
        if _native.has_slot(object, name):
            if name in table["_modules"]:
                return self._wrapped_child(name)
            return _native.get_slot(object, name)
        constants = _native.constants(object)
        if name in constants:
            return constants[name]
        method = _native.get_method(object, name)
        if method is not None:
            return method
        original = getattr(_native.python_type(object), name, None)
        if original is not None and _skips(original):
            return types.MethodType(original, self)  # what scripts leave to the language
        getter = _native.get_method(object, f"__{name}_getter")
        if getter is not None:
            return getter()
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        object = self.__dict__.get("_c")
        if object is None:
            return super().__setattr__(name, value)
        if _native.has_slot(object, name):
            if isinstance(value, RecursiveScriptModule):
                value = value._c
            elif name in self._modules:
                raise RuntimeError("Cannot re-assign modules in a ScriptModule with non-scripted module, "
                                   f"tried to replace existing module '{name}': {value}")
            return _native.set_slot(object, name, value)
        if name in _native.constants(object):
            raise RuntimeError(f"Can't set constant '{name}' which has value:{_native.constants(object)[name]}")
        self.__dict__[name] = value

    def __delattr__(self, name):
        if name in self.__dict__:
            del self.__dict__[name]
            return
        raise AttributeError(name)

    def __dir__(self):
        return sorted(set(list(dir(type(self))) + list(self.__dict__.keys())))

    def __bool__(self):
        return True

    def train(self, mode=True):
        if _native.has_slot(self._c, "training"):
            _native.set_slot(self._c, "training", mode)
        for child in self._modules.values():
            if child is not None:
                child.train(mode)
        return self

    def save(self, f, _extra_files=None, **kwargs):
        from torch.jit._serialization import save
        save(self, f, _extra_files)

    def save_to_buffer(self, _extra_files=None):
        import io
        buffer = io.BytesIO()
        self.save(buffer, _extra_files)
        return buffer.getvalue()

    def graph_for(self, *args, **kwargs):
        return self.inlined_graph

    def get_debug_state(self):
        raise RuntimeError("there is no debug state: script graphs are interpreted as they stand")

    def __reduce_ex__(self, protocol):
        raise RuntimeError(f"Tried to serialize object {self.qualified_name} which does not have a __getstate__ method defined!")

    def __copy__(self):
        return wrap_object(_native.copy_object(self._c))

    def __deepcopy__(self, memo):
        from torch.jit._serialization import copy_module
        return copy_module(self)


def _refuse(name):
    def fail(self, *args, **kwargs):
        raise RuntimeError(f"{name} is not supported on ScriptModules")

    setattr(RecursiveScriptModule, name, fail)


_REFUSED = ("_register_load_state_dict_pre_hook", "_register_state_dict_hook", "bfloat16", "compile", "get_buffer", "get_parameter", "get_submodule",
            "ipu", "mtia", "register_backward_hook", "register_forward_hook", "register_forward_pre_hook", "register_full_backward_hook",
            "register_full_backward_pre_hook", "register_load_state_dict_post_hook", "register_load_state_dict_pre_hook",
            "register_state_dict_post_hook", "register_state_dict_pre_hook", "requires_grad_", "set_submodule", "to_empty", "xpu")
for _name in _REFUSED:
    _refuse(_name)


def _forward_magic(name):
    """A special method of the language: that of the container which was scripted, or the scripted one."""
    def run(self, *args):
        original = self.__dict__.get("_original")
        if isinstance(original, _CONTAINERS):
            return getattr(original, name)(*args)
        method = _native.get_method(self._c, name)
        if method is None:
            raise NotImplementedError
        return method(*args)

    run.__name__ = name
    setattr(RecursiveScriptModule, name, run)


_CONTAINERS = (torch.nn.Sequential, torch.nn.ModuleList, torch.nn.ModuleDict)
for _name in ("__len__", "__iter__", "__getitem__", "__contains__"):
    _forward_magic(_name)


def wrap_object(object):
    return RecursiveScriptModule(object)


class LoadedFunction(RecursiveScriptModule):
    """A script function that was saved: a module whose forward it is."""

    def __init__(self, function):
        super().__init__(_native.new_module("__torch__.PlaceholderModule", None, [("training", "attribute", True, None)], {}, {}, None))
        self.__dict__["_loaded"] = function

    def _method(self, name):
        return self.__dict__["_loaded"] if name == "forward" else super()._method(name)

    @property
    def code(self):
        function = self._loaded
        return function.code.replace(f"def {function.name}(", "def forward(self,\n    ", 1)


LoadedFunction.__name__ = LoadedFunction.__qualname__ = "RecursiveScriptModule"


def _class_annotations(module):
    found = {}
    for cls in reversed(type(module).__mro__):
        if cls is object or cls is Module:
            continue
        found.update(cls.__dict__.get("__annotations__", {}))
    return found


def _is_final(annotation):
    return "Final" in repr(annotation).split("[")[0]


def _methods_to_compile(module):
    names = []
    if hasattr(type(module), "forward__0"):
        names.append("forward__0")  # the layer takes a tensor or a packed sequence
    elif type(module).forward is not Module.forward and not _overloads_of(type(module).forward) and not _skips(type(module).forward):
        names.append("forward")
    for name in dir(type(module)):
        method = type(module).__dict__.get(name)
        if method is None:
            for cls in type(module).__mro__:
                if name in cls.__dict__:
                    method = cls.__dict__[name]
                    break
        if getattr(method, "_torchscript_modifier", None) == _export and name not in names:
            names.append(name)
    return names


def _skips(method):
    modifier = getattr(method, "_torchscript_modifier", "")
    return modifier.startswith("ignore") or modifier.startswith("unused")


def _qualified_name(cls):
    module = cls.__module__
    return "__torch__." + (cls.__name__ if module == "__main__" else f"{module}.{cls.__name__}")


def _check_constant(module, name, value):
    if isinstance(value, (tuple, list)):
        for item in value:
            _check_constant(module, name, item)
    elif not isinstance(value, _CONSTANTS):
        raise TypeError(f"\n'{torch.typename(type(value))}' object in attribute '{type(module).__name__}.{name}' is not a valid constant.\n"
                        "Valid constants are:\n1. a nn.ModuleList\n2. a value of type {bool, float, int, str, NoneType, torch.device, "
                        "torch.layout, torch.dtype, torch.qscheme}\n3. a list or tuple of (2)\n")


def _may_be_scripted(value):
    """Whether what can be called is an attribute of a script: members of enums, tensors, objects of the program's classes."""
    kind = type(value)
    own = not isinstance(value, type) and hasattr(value, "__dict__") and kind.__module__.split(".")[0] not in ("torch", "builtins", "functools")
    return isinstance(value, (enum.Enum, torch.Tensor)) or own


def check_module_initialized(module, typename):
    if not hasattr(module, "_parameters"):
        raise RuntimeError(f"'{typename}' has not been initialized, did you forget to call 'super()'?")
    for kind, table in (("parameters", module._parameters), ("buffers", module._buffers)):
        for name, value in table.items():
            if is_lazy(value):
                raise RuntimeError(f"'{typename}' has uninitialized {kind} {name}. Did you forget to run a forward pass?")


def module_object(module, share=True, memo=None):
    """The native object for a module: parameters, buffers, children, then plain attributes."""
    if memo is None:
        memo = {}
    if id(module) in memo:
        return memo[id(module)]
    if isinstance(module, RecursiveScriptModule):
        return module._c
    check_module_initialized(module, torch.typename(module))
    annotations = _class_annotations(module)
    constant_names = set(getattr(module, "__constants__", ()))
    library = type(module).__module__.startswith("torch.nn.") or type(module).__module__.startswith("torch.ao.")
    rows, constants, refused = [], {}, {}
    rows.append(("training", "attribute", module.training, None))
    for name, value in module._parameters.items():
        if value is None:
            rows.append((name, "parameter", None, annotations.get(name)))
        else:
            rows.append((name, "parameter", value, None))
    for name, value in module._buffers.items():
        annotation = annotations.get(name)
        rows.append((name, "buffer", value, annotation if annotation is not None and value is None else None))
    for name, child in module._modules.items():
        if child is None:
            constants[name] = None
            continue
        annotation = annotations.get(name)
        declared = annotation if getattr(annotation, "__torch_script_interface__", False) else None
        rows.append((name, "module", module_object(child, share, memo), declared))
    if isinstance(module, torch.nn.RNNBase):
        weights = [getattr(module, name) for name in module._flat_weights_names]
        rows.append(("_flat_weights", "attribute", weights, list[torch.Tensor]))
    taken = {row[0] for row in rows}
    for name, value in module.__dict__.items():
        if name in taken or name in _INTERNAL:
            continue
        annotation = annotations.get(name)
        if name in constant_names or annotation is not None and _is_final(annotation):
            constants[name] = value
        elif isinstance(value, ScriptFunction) or callable(value) and not _may_be_scripted(value):
            continue
        elif library and (isinstance(value, _PLAIN) or isinstance(value, tuple)):
            constants[name] = value
        elif isinstance(value, torch.dtype):
            constants[name] = value
        else:
            rows.append((name, "attribute", value, annotation))
    for name, annotation in annotations.items():
        if name in constants or any(row[0] == name for row in rows) or not hasattr(type(module), name):
            continue
        if _is_final(annotation):
            constants[name] = getattr(module, name)
    for name in constant_names:
        if name not in constants and name not in taken and hasattr(module, name):
            constants[name] = getattr(module, name)
    for name, value in constants.items():
        _check_constant(module, name, value)
    shares = share and not any(_skips(getattr(type(module), name, None)) for name in dir(type(module)) if not name.startswith("__"))
    made = _native.new_module(_qualified_name(type(module)), module, rows, constants, refused, _hook_ids(module) if shares else None)
    memo[id(module)] = made
    return made


def _compile_all(module, object):
    for name in _methods_to_compile(module):
        _native.compile_method(object, name)
    for name, child in module._modules.items():
        if child is not None and not isinstance(child, RecursiveScriptModule):
            _compile_all(child, _native.get_slot(object, name))


def script_module(module):
    if isinstance(module, RecursiveScriptModule):
        return module
    made = module_object(module)
    _compile_all(module, made)
    wrapped = wrap_object(made)
    wrapped.__dict__["_original"] = module
    _script_hooks(module, wrapped)
    return wrapped


def _hook_ids(module):
    """Modules of one class with the same hooks share their script class."""
    tables = (module._forward_pre_hooks, module._forward_hooks)
    return "|".join([" ".join([str(id(hook)) for hook in table.values()]) for table in tables])


def _check_hook_inputs(module, hook, before):
    """A hook takes the module and the inputs, after forward its result too: a bound method has one more."""
    inputs = getattr(hook, "__func__", hook).__code__.co_argcount
    if inputs == 2 + (not before):
        return
    name, owner = hook.__name__, type(module).__name__
    kind, shown = ("Pre-hook", f"'{owner}'") if before else ("Hook", owner)
    expected = (f"Pre-hooks for module '{owner}' are expected to have the following signature: {name}(self, input: Tuple[Tensor]) "
                "with a return type of either 'None', 'Tensor', or 'Tuple[Tensor]'.") if before else (
        f"This hook was expected to have the following signature: {name}(self, input: Tuple[Tensor], output: Tensor). "
        "The type of the output arg is the returned type from either the forward method or the previous hook if it exists. "
        "Note that hooks can return anything, but if the hook is on a submodule the outer module is expecting the same return type as the submodule's forward.")
    raise RuntimeError(f"{kind} '{name}' on module '{owner}' was expected to only have exactly {2 + (not before)} inputs but it had {inputs} inputs. "
                       f"This error occurred while scripting the forward {'pre-hook' if before else 'hook'} '{name}' on module {shown}. "
                       f"If you did not want to script this {'pre-hook' if before else 'hook'} remove it from the original NN module before scripting. {expected}\n")


def _script_hooks(module, wrapped):
    """Hooks become methods, which run where the scripted module, or its child, is called from the language."""
    for name, child in module._modules.items():
        if child is not None and not isinstance(child, ScriptModule):
            _script_hooks(child, wrapped._wrapped_child(name))

    def compiled(hook, before):
        _check_hook_inputs(module, hook, before)
        _native.define_method(wrapped._c, hook.__name__, hook)
        return wrapped._method(hook.__name__)

    for hook in module._forward_pre_hooks.values():
        method = compiled(hook, True)
        Module.register_forward_pre_hook(wrapped, lambda _, args, method=method: method(args))
    for hook in module._forward_hooks.values():
        method = compiled(hook, False)
        Module.register_forward_hook(wrapped, lambda _, args, result, method=method: method(args, result))


def script(obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None):
    if isinstance(obj, (ScriptModule, ScriptFunction)):
        return obj
    if isinstance(obj, Module):
        return script_module(obj)
    if isinstance(obj, list):
        return ScriptList(obj)
    if isinstance(obj, dict):
        return ScriptDict(obj)
    if isinstance(obj, type):
        if issubclass(obj, Module):
            raise RuntimeError(f"Type '{obj}' cannot be compiled since it inherits from nn.Module, pass an instance instead")
        if issubclass(obj, enum.Enum):
            return obj
        return _native.compile_class(obj)
    if hasattr(obj, "__wrapped__") and not hasattr(obj, "__code__"):
        obj = obj.__wrapped__
    if not callable(obj) or isinstance(obj, type(print)):
        raise TypeError(f"{type(obj)} is a built-in class")
    if hasattr(obj, "__self__") and isinstance(obj.__self__, Module):
        object = module_object(obj.__self__)
        return _native.compile_method(object, obj.__name__)
    if not hasattr(obj, "__code__"):
        obj = type(obj).__call__
    if _overloads_of(obj):
        raise RuntimeError(f"Function __torch__.{obj.__name__} cannot be directly compiled because it is overloaded. It must be used in a "
                           "context of a function where its inputs can determine which overload to call.")
    made = _native.compile_function(obj)
    made.__name__ = "ScriptFunction"
    made.__qualname__ = "torch.jit.ScriptFunction"
    if obj.__doc__ is not None:
        made.__doc__ = obj.__doc__
    return made


def interface(obj):
    """Marks a class whose methods only declare what objects that stand for it have."""
    if not isinstance(obj, type):
        raise RuntimeError("interface must be applied to a class")
    obj.__torch_script_interface__ = True
    return obj
