"""Questions about functions and classes, and signatures."""
import sys
from collections import OrderedDict, namedtuple

import _types
from _functools import partial as _partial

_CodeType = _types.CodeType

# What co_flags says.
CO_OPTIMIZED, CO_NEWLOCALS, CO_VARARGS, CO_VARKEYWORDS, CO_NESTED, CO_GENERATOR = 1, 2, 4, 8, 16, 32
CO_COROUTINE, CO_ITERABLE_COROUTINE, CO_ASYNC_GENERATOR = 0x80, 0x100, 0x200


def isfunction(obj):
    return isinstance(obj, _types.FunctionType)


def ismethod(obj):
    return isinstance(obj, _types.MethodType)


def isbuiltin(obj):
    return isinstance(obj, _types.BuiltinFunctionType)


def isroutine(obj):
    return isfunction(obj) or ismethod(obj) or isbuiltin(obj)


def isclass(obj):
    return isinstance(obj, type)


def ismodule(obj):
    return isinstance(obj, _types.ModuleType)


def isgenerator(obj):
    return isinstance(obj, _types.GeneratorType)


def _has_code_flag(obj, flag):
    while True:
        if ismethod(obj):
            obj = obj.__func__
        elif type(obj).__name__ == "partial" and hasattr(obj, "func"):
            obj = obj.func
        else:
            break
    return isfunction(obj) and bool(obj.__code__.co_flags & flag)


def isgeneratorfunction(obj):
    return _has_code_flag(obj, 0x20)


def iscoroutinefunction(obj):
    return _has_code_flag(obj, 0x80) or getattr(obj, "_is_coroutine_mark", False) is True


def markcoroutinefunction(func):
    getattr(func, "__func__", func)._is_coroutine_mark = True
    return func


def isasyncgenfunction(obj):
    return _has_code_flag(obj, 0x200)


def iscoroutine(obj):
    return isinstance(obj, _types.CoroutineType)


def isasyncgen(obj):
    return isinstance(obj, _types.AsyncGeneratorType)


def isawaitable(obj):
    if isinstance(obj, _types.CoroutineType) or hasattr(type(obj), "__await__"):
        return True
    return isgenerator(obj) and bool(obj.gi_code.co_flags & 0x100)


CORO_CREATED, CORO_RUNNING, CORO_SUSPENDED, CORO_CLOSED = "CORO_CREATED", "CORO_RUNNING", "CORO_SUSPENDED", "CORO_CLOSED"


def getcoroutinestate(coroutine):
    if coroutine.cr_running:
        return CORO_RUNNING
    if coroutine.cr_suspended:
        return CORO_SUSPENDED
    return CORO_CLOSED if coroutine.cr_frame is None else CORO_CREATED


def isabstract(obj):
    return isinstance(obj, type) and bool(getattr(obj, "__abstractmethods__", ()))


ArgInfo = namedtuple("ArgInfo", "args varargs keywords locals", module=__name__)


def getargvalues(frame):
    """The names of the arguments of a frame, and its variables."""
    code = frame.f_code
    count = code.co_argcount + code.co_kwonlyargcount
    names = list(code.co_varnames)
    varargs = keywords = None
    if code.co_flags & 0x04:
        varargs, count = names[count], count + 1
    if code.co_flags & 0x08:
        keywords = names[count]
    return ArgInfo(names[:code.co_argcount + code.co_kwonlyargcount], varargs, keywords, frame.f_locals)


def getdoc(obj):
    doc = getattr(obj, "__doc__", None)
    return cleandoc(doc) if doc is not None else None


def cleandoc(doc):
    lines = doc.expandtabs().split("\n")
    margin = min([len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()], default=0)
    lines = [lines[0].lstrip()] + [line[margin:] for line in lines[1:]]
    while lines and not lines[-1].strip():
        lines.pop()
    while lines and not lines[0].strip():
        lines.pop(0)
    return "\n".join(lines)


def getmembers(obj, predicate=None):
    out = []
    for name in dir(obj):
        value = getattr(obj, name, None)
        if predicate is None or predicate(value):
            out.append((name, value))
    return out


_nothing = object()


def getattr_static(obj, attr, default=_nothing):
    """What the class or the object holds under the name; no descriptor and no __getattr__ is asked."""
    if not isinstance(obj, type):
        for cls in type(obj).__mro__:
            found = cls.__dict__.get(attr, _nothing)
            if found is not _nothing and hasattr(type(found), "__get__") and hasattr(type(found), "__set__"):
                return found
        try:
            own = object.__getattribute__(obj, "__dict__")
        except AttributeError:
            own = {}
        if attr in own:
            return own[attr]
        places = type(obj).__mro__
    else:
        places = obj.__mro__ + type(obj).__mro__
    for cls in places:
        if attr in cls.__dict__:
            return cls.__dict__[attr]
    if default is _nothing:
        raise AttributeError(attr)
    return default


def getmro(cls):
    return cls.__mro__


def istraceback(obj):
    return isinstance(obj, _types.TracebackType)


def isframe(obj):
    return isinstance(obj, _types.FrameType)


def iscode(obj):
    return isinstance(obj, _CodeType)


def ismethoddescriptor(obj):
    return isbuiltin(obj)


def isdatadescriptor(obj):
    return hasattr(type(obj), "__set__") or hasattr(type(obj), "__delete__")


def unwrap(func, *, stop=None):
    first, seen = func, {id(func)}
    while hasattr(func, "__wrapped__") and not (stop is not None and stop(func)):
        func = func.__wrapped__
        if id(func) in seen:
            raise ValueError(f"wrapper loop when unwrapping {first!r}")
        seen.add(id(func))
    return func


class _empty:
    pass


class _ParameterKind:
    def __init__(self, order, name, description):
        self._order, self.name, self.description = order, name, description

    def __repr__(self):
        return f"<_ParameterKind.{self.name}: {self._order}>"

    def __str__(self):
        return self.name

    def __lt__(self, other):
        return self._order < other._order


class Parameter:
    empty = _empty
    POSITIONAL_ONLY = _ParameterKind(0, "POSITIONAL_ONLY", "positional-only")
    POSITIONAL_OR_KEYWORD = _ParameterKind(1, "POSITIONAL_OR_KEYWORD", "positional or keyword")
    VAR_POSITIONAL = _ParameterKind(2, "VAR_POSITIONAL", "variadic positional")
    KEYWORD_ONLY = _ParameterKind(3, "KEYWORD_ONLY", "keyword-only")
    VAR_KEYWORD = _ParameterKind(4, "VAR_KEYWORD", "variadic keyword")

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        if not isinstance(name, str):
            raise TypeError(f"name must be a str, not a {type(name).__name__}")
        if not name.isidentifier():
            raise ValueError(f"{name!r} is not a valid parameter name")
        if default is not _empty and kind in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD):
            raise ValueError(f"{kind.description} parameters cannot have default values")
        self._name, self._kind, self._default, self._annotation = name, kind, default, annotation

    name = property(lambda self: self._name)
    kind = property(lambda self: self._kind)
    default = property(lambda self: self._default)
    annotation = property(lambda self: self._annotation)

    def replace(self, *, name=_nothing, kind=_nothing, annotation=_nothing, default=_nothing):
        given = (name, kind, default, annotation)
        own = (self.name, self.kind, self.default, self.annotation)
        name, kind, default, annotation = (mine if each is _nothing else each for each, mine in zip(given, own))
        return type(self)(name, kind, default=default, annotation=annotation)

    def __eq__(self, other):
        if not isinstance(other, Parameter):
            return NotImplemented
        return (self.name, self.kind, self.default, self.annotation) == (other.name, other.kind, other.default, other.annotation)

    def __hash__(self):
        return hash((self.name, self.kind.name, self.annotation, self.default))

    def __str__(self):
        text = self.name
        if self.kind is Parameter.VAR_POSITIONAL:
            text = "*" + text
        elif self.kind is Parameter.VAR_KEYWORD:
            text = "**" + text
        if self.annotation is not _empty:
            text += ": " + formatannotation(self.annotation)
        if self.default is not _empty:
            text += (" = " if self.annotation is not _empty else "=") + repr(self.default)
        return text

    def __repr__(self):
        return f'<Parameter "{self}">'


def formatannotation(annotation, base_module=None):
    if isinstance(annotation, type) and not isinstance(annotation, _types.GenericAlias):
        if annotation.__module__ in ("builtins", base_module):
            return annotation.__qualname__
        return annotation.__module__ + "." + annotation.__qualname__
    shown = repr(annotation)
    return shown.replace("typing.", "") if getattr(annotation, "__module__", None) == "typing" else shown


class BoundArguments:
    def __init__(self, signature, arguments):
        self.signature, self.arguments = signature, arguments

    @property
    def args(self):
        out = []
        for p in self.signature.parameters.values():
            if p.kind in (Parameter.VAR_KEYWORD, Parameter.KEYWORD_ONLY) or p.name not in self.arguments:
                break
            if p.kind is Parameter.VAR_POSITIONAL:
                out.extend(self.arguments[p.name])
            else:
                out.append(self.arguments[p.name])
        return tuple(out)

    @property
    def kwargs(self):
        out = {}
        for p in self.signature.parameters.values():
            if p.name not in self.arguments:
                continue
            if p.kind is Parameter.KEYWORD_ONLY:
                out[p.name] = self.arguments[p.name]
            elif p.kind is Parameter.VAR_KEYWORD:
                out.update(self.arguments[p.name])
        return out

    def __eq__(self, other):
        if not isinstance(other, BoundArguments):
            return NotImplemented
        return self.signature == other.signature and self.arguments == other.arguments

    def __repr__(self):
        return f"<BoundArguments ({', '.join(f'{name}={value!r}' for name, value in self.arguments.items())})>"

    def apply_defaults(self):
        made = {}
        for p in self.signature.parameters.values():
            if p.name in self.arguments:
                made[p.name] = self.arguments[p.name]
            elif p.default is not _empty:
                made[p.name] = p.default
            elif p.kind is Parameter.VAR_POSITIONAL:
                made[p.name] = ()
            elif p.kind is Parameter.VAR_KEYWORD:
                made[p.name] = {}
        self.arguments = made


class Signature:
    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty):
        named, last, needs_default = OrderedDict(), None, False
        for p in parameters or ():
            if last is not None and p.kind < last:
                raise ValueError(f"wrong parameter order: {last.description} parameter before {p.kind.description} parameter")
            if p.kind < Parameter.VAR_POSITIONAL:
                if p.default is _empty and needs_default:
                    raise ValueError("non-default argument follows default argument")
                needs_default = needs_default or p.default is not _empty
            if p.name in named:
                raise ValueError(f"duplicate parameter name: {p.name!r}")
            named[p.name] = p
            last = p.kind
        self._parameters = _types.MappingProxyType(named)
        self._return_annotation = return_annotation

    parameters = property(lambda self: self._parameters)
    return_annotation = property(lambda self: self._return_annotation)

    @classmethod
    def from_callable(cls, obj, *, follow_wrapped=True):
        return signature(obj, follow_wrapped=follow_wrapped)

    def replace(self, *, parameters=_nothing, return_annotation=_nothing):
        if parameters is _nothing:
            parameters = self.parameters.values()
        return type(self)(parameters, return_annotation=self.return_annotation if return_annotation is _nothing else return_annotation)

    def _compared(self):
        by_name = {p.name: p for p in self.parameters.values() if p.kind is Parameter.KEYWORD_ONLY}
        return [p for p in self.parameters.values() if p.name not in by_name], by_name, self.return_annotation

    def __eq__(self, other):
        return self._compared() == other._compared() if isinstance(other, Signature) else NotImplemented

    def __hash__(self):
        rest, by_name, annotation = self._compared()
        return hash((tuple(rest), frozenset(by_name.values()), annotation))

    def __str__(self):
        parts, last, star = [], None, False
        for p in self.parameters.values():
            if last is Parameter.POSITIONAL_ONLY and p.kind is not Parameter.POSITIONAL_ONLY:
                parts.append("/")
            if p.kind is Parameter.VAR_POSITIONAL:
                star = True
            elif p.kind is Parameter.KEYWORD_ONLY and not star:
                parts.append("*")
                star = True
            parts.append(str(p))
            last = p.kind
        if last is Parameter.POSITIONAL_ONLY:
            parts.append("/")
        text = "(" + ", ".join(parts) + ")"
        if self.return_annotation is not _empty:
            text += " -> " + formatannotation(self.return_annotation)
        return text

    def __repr__(self):
        return f"<Signature {self}>"

    def bind(self, /, *args, **keywords):
        return self._bind(args, keywords, False)

    def bind_partial(self, /, *args, **keywords):
        return self._bind(args, keywords, True)

    def _bind(self, args, keywords, partial):
        arguments, rest = {}, list(args)
        takes_any = any(p.kind is Parameter.VAR_KEYWORD for p in self.parameters.values())
        for p in self.parameters.values():
            named = p.name in keywords and p.kind is not Parameter.POSITIONAL_ONLY
            if p.kind is Parameter.VAR_POSITIONAL:
                if rest:
                    arguments[p.name] = tuple(rest)
                rest = []
            elif p.kind is Parameter.VAR_KEYWORD:
                if keywords:
                    arguments[p.name] = keywords
                keywords = {}
            elif p.kind is Parameter.KEYWORD_ONLY and rest:
                raise TypeError("too many positional arguments")
            elif p.kind is not Parameter.KEYWORD_ONLY and rest:
                if named:
                    raise TypeError(f"multiple values for argument {p.name!r}")
                arguments[p.name] = rest.pop(0)
            elif named:
                arguments[p.name] = keywords.pop(p.name)
            elif p.name in keywords and p.kind is Parameter.POSITIONAL_ONLY and p.default is _empty and not takes_any:
                raise TypeError(f"{p.name!r} parameter is positional only, but was passed as a keyword")
            elif p.default is _empty and not partial:
                raise TypeError(f"missing a required argument: {p.name!r}")
        if rest:
            raise TypeError("too many positional arguments")
        if keywords:
            raise TypeError(f"got an unexpected keyword argument {next(iter(keywords))!r}")
        return BoundArguments(self, arguments)


def _partial_signature(whole, obj):
    """What a partial leaves: given positions are gone, given keywords are defaults, and what follows one needs its name."""
    left, given, named = [], len(obj.args), False
    for p in whole.parameters.values():
        if p.kind is Parameter.VAR_POSITIONAL:
            given = 0
            if named:
                continue
        elif p.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD) and given:
            given -= 1
            continue
        elif p.name in obj.keywords and p.kind is not Parameter.VAR_KEYWORD:
            named = named or p.kind is Parameter.POSITIONAL_OR_KEYWORD
            p = Parameter(p.name, Parameter.KEYWORD_ONLY, default=obj.keywords[p.name], annotation=p.annotation)
        elif named and p.kind is Parameter.POSITIONAL_OR_KEYWORD:
            p = Parameter(p.name, Parameter.KEYWORD_ONLY, default=p.default, annotation=p.annotation)
        left.append(p)
    if given:
        raise ValueError(f"partial object {obj!r} has incorrect arguments")
    left.sort(key=lambda p: p.kind)
    return Signature(left, return_annotation=whole.return_annotation)


def _constructor_of(cls):
    """The function that takes the arguments of cls(...): of __call__ of its metaclass, __new__ and __init__ the first."""
    call = getattr(type(cls), "__call__", None)
    if isfunction(call):
        return call
    for name in ("__new__", "__init__"):
        found = getattr_static(cls, name, None)
        if isinstance(found, (staticmethod, classmethod)):
            found = found.__func__
        if isfunction(found):
            return found
    return None


def signature(obj, *, follow_wrapped=True):
    if not callable(obj):
        raise TypeError(f"{obj!r} is not a callable object")
    skip = 0
    given = getattr(obj, "__signature__", None)
    if isinstance(given, Signature):
        return given
    if isinstance(obj, type):
        constructor = _constructor_of(obj)
        if constructor is None:
            if any(base.__module__ == "builtins" for base in obj.__mro__[:-1]):
                raise ValueError(f"no signature found for builtin type {obj!r}")
            return Signature()
        obj = constructor
        skip = 1
    if ismethod(obj):
        obj = obj.__func__
        skip = 1
        if not isfunction(obj):
            whole = signature(obj)
            return whole.replace(parameters=list(whole.parameters.values())[1:])
    if follow_wrapped:
        obj = unwrap(obj, stop=lambda f: hasattr(f, "__signature__"))
    given = getattr(obj, "__signature__", None)
    if isinstance(given, Signature):
        return given.replace(parameters=list(given.parameters.values())[skip:])
    if isinstance(obj, _partial):
        return _partial_signature(signature(obj.func), obj)
    if not isfunction(obj):
        if hasattr(type(obj), "__call__") and isfunction(type(obj).__call__):
            obj = type(obj).__call__
            skip = 1
        else:
            raise ValueError(f"no signature found for builtin {obj!r}")
    code = obj.__code__
    annotations = getattr(obj, "__annotations__", {})
    defaults = obj.__defaults__ or ()
    keyword_defaults = obj.__kwdefaults__ or {}
    names = code.co_varnames
    count = code.co_argcount
    parameters = []
    for i in range(count):
        kind = Parameter.POSITIONAL_ONLY if i < code.co_posonlyargcount else Parameter.POSITIONAL_OR_KEYWORD
        j = i - (count - len(defaults))
        parameters.append(Parameter(names[i], kind, default=defaults[j] if j >= 0 else _empty, annotation=annotations.get(names[i], _empty)))
    at = count + code.co_kwonlyargcount
    if code.co_flags & 0x04:
        parameters.append(Parameter(names[at], Parameter.VAR_POSITIONAL, annotation=annotations.get(names[at], _empty)))
        at += 1
    for name in names[count : count + code.co_kwonlyargcount]:
        parameters.append(Parameter(name, Parameter.KEYWORD_ONLY, default=keyword_defaults.get(name, _empty), annotation=annotations.get(name, _empty)))
    if code.co_flags & 0x08:
        parameters.append(Parameter(names[at], Parameter.VAR_KEYWORD, annotation=annotations.get(names[at], _empty)))
    return Signature(parameters[skip:], return_annotation=annotations.get("return", _empty))


FullArgSpec = namedtuple("FullArgSpec", "args varargs varkw defaults kwonlyargs kwonlydefaults annotations", module=__name__)


def getfullargspec(func):
    try:
        whole = signature(func, follow_wrapped=False)
    except ValueError:
        raise TypeError("unsupported callable")
    of_kind = lambda *kinds: [p for p in whole.parameters.values() if p.kind in kinds]
    positional = of_kind(Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    by_name = of_kind(Parameter.KEYWORD_ONLY)
    many, rest = ([p.name for p in of_kind(kind)] or [None] for kind in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD))
    names = [p.name for p in positional]
    if ismethod(func) or isinstance(func, type):  # they are shown with the argument that a call leaves out
        function = func.__func__ if ismethod(func) else _constructor_of(func)
        if isfunction(function) and function.__code__.co_argcount:
            names.insert(0, function.__code__.co_varnames[0])
    annotations = {} if whole.return_annotation is _empty else {"return": whole.return_annotation}
    annotations.update((p.name, p.annotation) for p in whole.parameters.values() if p.annotation is not _empty)
    return FullArgSpec(
        names,
        many[0],
        rest[0],
        tuple(p.default for p in positional if p.default is not _empty) or None,
        [p.name for p in by_name],
        {p.name: p.default for p in by_name if p.default is not _empty} or None,
        annotations,
    )


from _inspect_sources import FrameInfo, Traceback, currentframe, getfile, getframeinfo, getsource, getsourcelines, stack

GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED, GEN_CLOSED = "GEN_CREATED", "GEN_RUNNING", "GEN_SUSPENDED", "GEN_CLOSED"


def getgeneratorstate(generator):
    if generator.gi_running:
        return GEN_RUNNING
    if generator.gi_suspended:
        return GEN_SUSPENDED
    return GEN_CLOSED if generator.gi_frame is None else GEN_CREATED


def getgeneratorlocals(generator):
    if not isgenerator(generator):
        raise TypeError("{!r} is not a Python generator".format(generator))
    return generator.gi_frame.f_locals if generator.gi_frame is not None else {}


def getclosurevars(func):
    nonlocals = {name: cell.cell_contents for name, cell in zip(func.__code__.co_freevars, func.__closure__ or ())}
    names = func.__code__.co_names
    module = func.__globals__
    builtin = module["__builtins__"]
    builtin = builtin if isinstance(builtin, dict) else vars(builtin)
    used = {name: module[name] for name in names if name in module}
    built_in = {name: builtin[name] for name in names if name not in module and name in builtin}
    return ClosureVars(nonlocals, used, built_in, {name for name in names if name not in module and name not in builtin})


ClosureVars = namedtuple("ClosureVars", "nonlocals globals builtins unbound", module=__name__)


def get_annotations(obj, *, globals=None, locals=None, eval_str=False):
    if isinstance(obj, type):
        annotations = obj.__dict__.get("__annotations__")
    elif ismodule(obj) or callable(obj):
        annotations = getattr(obj, "__annotations__", None)
    else:
        raise TypeError(f"{obj!r} is not a module, class, or callable.")
    if annotations is None:
        return {}
    if not isinstance(annotations, dict):
        raise ValueError(f"{obj!r}.__annotations__ is neither a dict nor None")
    if not eval_str:
        return dict(annotations)
    if globals is None:
        globals = getattr(unwrap(obj), "__globals__", None) or getattr(sys.modules.get(getattr(obj, "__module__", None)), "__dict__", {})
    if locals is None:
        locals = dict(vars(obj)) if isinstance(obj, type) else globals
    return {name: eval(value, globals, locals) if isinstance(value, str) else value for name, value in annotations.items()}


def getcallargs(func, /, *positional, **named):
    bound = signature(func).bind(*positional, **named)
    bound.apply_defaults()
    return dict(bound.arguments)


def getmodule(object, _filename=None):
    if ismodule(object):
        return object
    return sys.modules.get(getattr(object, "__module__", None))
