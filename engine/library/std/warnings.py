"""Warnings on stderr, once per place, with the filters that programs use."""
import _io

filters = []
_shown = set()
_record = None


class WarningMessage:
    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        self.message = message
        self.category = category
        self.filename = filename
        self.lineno = lineno
        self.file = file
        self.line = line
        self.source = source
        self._category_name = category.__name__ if category else None

    def __str__(self):
        return f"{{message : {self.message!r}, category : {self._category_name!r}, filename : {self.filename!r}, lineno : {self.lineno}, line : {self.line!r}}}"


def formatwarning(message, category, filename, lineno, line=None):
    text = f"{filename}:{lineno}: {category.__name__}: {message}\n"
    if line:
        text += "  " + line.strip() + "\n"
    return text


def showwarning(message, category, filename, lineno, file=None, line=None):
    text = formatwarning(message, category, filename, lineno, line)
    if file is not None:
        file.write(text)
    else:
        _io.write_error(text)


def _module_of(filename):
    import sys

    main = getattr(sys.modules.get("__main__"), "__file__", None)
    return "__main__" if filename == main else filename.removesuffix(".py")


def _action_for(text, category, filename, module, lineno):
    for action, message, kind, where, line in filters:
        if line not in (0, lineno) or not issubclass(category, kind) or (message is not None and not message.match(text)):
            continue
        if where is None or where.match(module or _module_of(filename)):
            return action
    return "default"


def warn(message, category=None, stacklevel=1, source=None, *, skip_file_prefixes=()):
    if isinstance(message, Warning):
        category = type(message)
    elif category is None:
        category = UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError(f"category must be a Warning subclass, not '{type(category).__name__}'")
    place = _io.caller(stacklevel)
    if place is None:
        place = ("sys", 1, "<module>", "")
    filename, lineno, _, line = place
    warn_explicit(message, category, filename, lineno, source_line=line)


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None, source_line=None):
    if isinstance(message, Warning):
        text = str(message)
        category = type(message)
    else:
        text = str(message)
        message = category(message)
    action = _action_for(text, category, filename, module, lineno)
    if action == "ignore":
        return
    if action == "error":
        raise message
    key = (text, category, filename, lineno)
    if action == "once":
        key = (text, category)
    elif action == "module":
        key = (text, category, filename)
    if action != "always":
        if key in _shown:
            return
        _shown.add(key)
    if _record is not None:
        _record.append(WarningMessage(message, category, filename, lineno))
        return
    import warnings

    warnings.showwarning(message, category, filename, lineno, None, source_line)


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    _check_filter(action, lineno)
    assert isinstance(message, str), "message must be a string"
    assert isinstance(category, type), "category must be a class"
    assert issubclass(category, Warning), "category must be a Warning subclass"
    assert isinstance(module, str), "module must be a string"
    if message or module:
        import re

        message, module = message and re.compile(message, re.I), module and re.compile(module)
    _insert((action, message or None, category, module or None, lineno), append)


def simplefilter(action, category=Warning, lineno=0, append=False):
    _check_filter(action, lineno)
    _insert((action, None, category, None, lineno), append)


def _check_filter(action, lineno):
    assert action in ("error", "ignore", "always", "default", "module", "once"), f"invalid action: {action!r}"
    assert isinstance(lineno, int) and lineno >= 0, "lineno must be an int >= 0"


def _insert(item, append):
    if item in filters:
        filters.remove(item)
    if append:
        filters.append(item)
    else:
        filters.insert(0, item)
    _shown.clear()


def resetwarnings():
    filters[:] = []


class catch_warnings:
    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._wants_record = record
        self._filter = None if action is None else (action, category, lineno, append)

    def __enter__(self):
        import warnings

        self._filters = list(filters)
        self._saved_record = warnings._record
        self._saved_show = warnings.showwarning
        if self._filter is not None:
            simplefilter(*self._filter)
        _shown.clear()
        if self._wants_record:
            warnings._record = []
            return warnings._record
        return None

    def __exit__(self, *exc_info):
        import warnings

        filters[:] = self._filters
        warnings._record = self._saved_record
        warnings.showwarning = self._saved_show
        _shown.clear()


def deprecated(message, /, *, category=DeprecationWarning, stacklevel=1):
    def decorate(arg):
        if isinstance(arg, type):
            return arg

        def wrapper(*args, **keywords):
            warn(message, category, stacklevel=stacklevel + 1)
            return arg(*args, **keywords)

        wrapper.__name__ = arg.__name__
        wrapper.__qualname__ = arg.__qualname__
        wrapper.__wrapped__ = arg
        return wrapper

    return decorate
