"""Loggers, handlers and formatters."""
import sys
import time

CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0
_names = {50: "CRITICAL", 40: "ERROR", 30: "WARNING", 20: "INFO", 10: "DEBUG", 0: "NOTSET"}
_levels = {"CRITICAL": 50, "FATAL": 50, "ERROR": 40, "WARN": 30, "WARNING": 30, "INFO": 20, "DEBUG": 10, "NOTSET": 0}
raiseExceptions = True
BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"
_started = time.time()


def getLevelName(level):
    if isinstance(level, str):
        return _levels.get(level, f"Level {level}")
    return _names.get(level, f"Level {level}")


def getLevelNamesMapping():
    return dict(_levels)


def addLevelName(level, levelName):
    _names[level] = levelName
    _levels[levelName] = level


def _check_level(level):
    if isinstance(level, int):
        return level
    if isinstance(level, str):
        if level not in _levels:
            raise ValueError(f"Unknown level: {level!r}")
        return _levels[level]
    raise TypeError(f"Level not an integer or a valid string: {level!r}")


class LogRecord:
    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **keywords):
        self.name = name
        self.msg = msg
        if args and len(args) == 1 and isinstance(args[0], dict) and args[0]:
            args = args[0]
        self.args = args
        self.levelname = getLevelName(level)
        self.levelno = level
        self.pathname = pathname
        self.filename = pathname.split("/")[-1]
        self.module = self.filename.rsplit(".", 1)[0]
        self.lineno = lineno
        self.funcName = func
        self.exc_info = exc_info
        self.exc_text = None
        self.stack_info = sinfo
        self.created = time.time()
        self.msecs = int(self.created % 1 * 1000)
        self.relativeCreated = (self.created - _started) * 1000
        self.thread = 1
        self.threadName = "MainThread"
        self.processName = "MainProcess"
        self.process = 1
        self.taskName = None

    def __repr__(self):
        return f'<LogRecord: {self.name}, {self.levelno}, {self.pathname}, {self.lineno}, "{self.msg}">'

    def getMessage(self):
        msg = str(self.msg)
        return msg % self.args if self.args else msg


_record_factory = LogRecord


def setLogRecordFactory(factory):
    global _record_factory
    _record_factory = factory


def getLogRecordFactory():
    return _record_factory


def makeLogRecord(dict):
    record = _record_factory(None, None, "", 0, "", (), None, None)
    record.__dict__.update(dict)
    return record


def _check_format(fmt, style):
    """A ValueError where a format names no field of records."""
    if style == "%":
        import re
        if not re.search(r"%\(\w+\)[#0+ -]*(\*|\d+)?(\.(\*|\d+))?[diouxefgcrsa%]", fmt, re.I):
            raise ValueError(f"Invalid format '{fmt}' for '%' style")
    elif style == "{":
        import string
        try:
            fields = [field for _, field, _, _ in string.Formatter().parse(fmt) if field]
        except ValueError as error:
            raise ValueError(f"invalid format: {error}") from None
        if not fields:
            raise ValueError("invalid format: no fields")
    elif "$" not in fmt.replace("$$", ""):
        raise ValueError("invalid format: no fields")


class Formatter:
    default_time_format = "%Y-%m-%d %H:%M:%S"
    default_msec_format = "%s,%03d"
    converter = staticmethod(time.localtime)

    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *, defaults=None):
        if style not in ("%", "{", "$"):
            raise ValueError("Style must be one of: %,{,$")
        self._style = style
        self._fmt = fmt or {"%": "%(message)s", "{": "{message}", "$": "${message}"}[style]
        if validate and fmt:
            _check_format(self._fmt, style)
        self._defaults = defaults
        self.datefmt = datefmt

    def usesTime(self):
        return {"%": "%(asctime)", "{": "{asctime", "$": "asctime"}[self._style] in self._fmt

    def formatTime(self, record, datefmt=None):
        moment = self.converter(record.created)
        if datefmt:
            return time.strftime(datefmt, moment)
        text = time.strftime(self.default_time_format, moment)
        return self.default_msec_format % (text, record.msecs) if self.default_msec_format else text

    def formatStack(self, stack_info):
        return stack_info

    def formatException(self, ei):
        import traceback

        return "".join(traceback.format_exception(ei[1])).rstrip("\n")

    def formatMessage(self, record):
        values = {**self._defaults, **record.__dict__} if self._defaults else record.__dict__
        if self._style == "{":
            return self._fmt.format(**values)
        if self._style == "$":
            from string import Template

            return Template(self._fmt).substitute(values)
        return self._fmt % values

    def format(self, record):
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        text = self.formatMessage(record)
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        if record.exc_text:
            text += ("" if text.endswith("\n") else "\n") + record.exc_text
        if record.stack_info:
            text += ("" if text.endswith("\n") else "\n") + self.formatStack(record.stack_info)
        return text


class Filter:
    def __init__(self, name=""):
        self.name = name

    def filter(self, record):
        return not self.name or record.name == self.name or record.name.startswith(self.name + ".")


class Filterer:
    def __init__(self):
        self.filters = []

    def addFilter(self, filter):
        if filter not in self.filters:
            self.filters.append(filter)

    def removeFilter(self, filter):
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        """The record, or what a filter put in its place; false if one refuses it."""
        for f in self.filters:
            answer = f.filter(record) if hasattr(f, "filter") else f(record)
            if not answer:
                return False
            if isinstance(answer, LogRecord):
                record = answer
        return record


_default_formatter = Formatter()
_handlers = {}  # by name


def getHandlerByName(name):
    return _handlers.get(name)


def getHandlerNames():
    return frozenset(_handlers)


class Handler(Filterer):
    def __init__(self, level=NOTSET):
        super().__init__()
        self.level = _check_level(level)
        self.formatter = None
        self._name = None
        self.createLock()

    def __repr__(self):
        return f"<{type(self).__name__} ({getLevelName(self.level)})>"

    def get_name(self):
        return self._name

    def set_name(self, name):
        _handlers.pop(self._name, None)
        self._name = name
        if name:
            _handlers[name] = self

    name = property(get_name, set_name)

    def createLock(self):
        self.lock = None  # there is one thread

    def acquire(self):
        pass

    def release(self):
        pass

    def setLevel(self, level):
        self.level = _check_level(level)

    def setFormatter(self, fmt):
        self.formatter = fmt

    def format(self, record):
        return (self.formatter or _default_formatter).format(record)

    def emit(self, record):
        raise NotImplementedError("emit must be implemented by Handler subclasses")

    def handle(self, record):
        record = self.filter(record)
        if record:
            self.emit(record)
        return record

    def handleError(self, record):
        """A mistake in a call of logging is told, and the program goes on."""
        if raiseExceptions and sys.stderr:
            import traceback

            sys.stderr.write("--- Logging error ---\n" + traceback.format_exc() + "Call stack:\n" + "".join(traceback.format_stack())
                             + f"Message: {record.msg!r}\nArguments: {record.args}\n")

    def flush(self):
        pass

    def close(self):
        _handlers.pop(self._name, None)


class StreamHandler(Handler):
    terminator = "\n"

    def __init__(self, stream=None):
        super().__init__()
        self.stream = sys.stderr if stream is None else stream

    def __repr__(self):
        name = str(getattr(self.stream, "name", ""))
        return f"<{type(self).__name__} {name + ' ' if name else ''}({getLevelName(self.level)})>"

    def emit(self, record):
        try:
            self.stream.write(self.format(record) + self.terminator)
            self.flush()
        except RecursionError:
            raise
        except Exception:
            self.handleError(record)

    def flush(self):
        if hasattr(self.stream, "flush"):
            self.stream.flush()

    def setStream(self, stream):
        if stream is self.stream:
            return None
        old, self.stream = self.stream, stream
        return old


class FileHandler(StreamHandler):
    def __init__(self, filename, mode="a", encoding=None, delay=False, errors=None):
        super().__init__(open(filename, mode))
        self.baseFilename = filename

    def close(self):
        self.stream.close()
        super().close()


class NullHandler(Handler):
    def handle(self, record):
        pass

    def emit(self, record):
        pass


class _LastResort(StreamHandler):
    def emit(self, record):
        sys.stderr.write(self.format(record) + "\n")


lastResort = _LastResort()
lastResort.level = WARNING


class Logger(Filterer):
    def __init__(self, name, level=NOTSET):
        super().__init__()
        self.name = name
        self.level = _check_level(level)
        self.parent = None
        self.propagate = True
        self.handlers = []
        self.disabled = False

    def __repr__(self):
        return f"<{type(self).__name__} {self.name} ({getLevelName(self.getEffectiveLevel())})>"

    def setLevel(self, level):
        self.level = _check_level(level)

    def getEffectiveLevel(self):
        logger = self
        while logger is not None:
            if logger.level:
                return logger.level
            logger = logger.parent
        return NOTSET

    def isEnabledFor(self, level):
        return not self.disabled and level > _disabled and level >= self.getEffectiveLevel()

    def addHandler(self, handler):
        if handler not in self.handlers:
            self.handlers.append(handler)

    def removeHandler(self, handler):
        if handler in self.handlers:
            self.handlers.remove(handler)

    def hasHandlers(self):
        logger = self
        while logger is not None:
            if logger.handlers:
                return True
            logger = logger.parent if logger.propagate else None
        return False

    def getChild(self, suffix):
        return getLogger(suffix if self is root else self.name + "." + suffix)

    def getChildren(self):
        depth = 0 if self is root else self.name.count(".") + 1
        return {child for child in _loggers.values() if isinstance(child, Logger) and child.parent is self and child.name.count(".") == depth}

    def makeRecord(self, name, level, fn, lno, msg, args, exc_info, func=None, extra=None, sinfo=None):
        record = _record_factory(name, level, fn, lno, msg, args, exc_info, func, sinfo)
        for key in extra or ():
            if key in ("message", "asctime") or key in record.__dict__:
                raise KeyError(f"Attempt to overwrite {key!r} in LogRecord")
            record.__dict__[key] = extra[key]
        return record

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        import _io

        place = _io.caller(1 + stacklevel) or ("<unknown>", 0, "<module>", "")
        if exc_info:
            if isinstance(exc_info, BaseException):
                exc_info = (type(exc_info), exc_info, getattr(exc_info, "__traceback__", None))
            elif not isinstance(exc_info, tuple):
                exc_info = sys.exc_info()
        stack = None
        if stack_info:
            import traceback

            stack = "Stack (most recent call last):\n" + "".join(traceback.format_stack()).rstrip("\n")
        self.handle(self.makeRecord(self.name, level, place[0], place[1], msg, args, exc_info or None, place[2], extra, stack))

    def handle(self, record):
        record = not self.disabled and self.filter(record)
        if record:
            self.callHandlers(record)

    def callHandlers(self, record):
        found = False
        logger = self
        while logger is not None:
            for handler in logger.handlers:
                found = True
                if record.levelno >= handler.level:
                    handler.handle(record)
            logger = logger.parent if logger.propagate else None
        if not found and lastResort is not None and record.levelno >= lastResort.level:
            lastResort.handle(record)

    def debug(self, msg, *args, **keywords):
        if self.isEnabledFor(DEBUG):
            self._log(DEBUG, msg, args, **keywords)

    def info(self, msg, *args, **keywords):
        if self.isEnabledFor(INFO):
            self._log(INFO, msg, args, **keywords)

    def warning(self, msg, *args, **keywords):
        if self.isEnabledFor(WARNING):
            self._log(WARNING, msg, args, **keywords)

    warn = warning

    def error(self, msg, *args, **keywords):
        if self.isEnabledFor(ERROR):
            self._log(ERROR, msg, args, **keywords)

    def exception(self, msg, *args, exc_info=True, **keywords):
        if self.isEnabledFor(ERROR):
            self._log(ERROR, msg, args, exc_info=exc_info, **keywords)

    def critical(self, msg, *args, **keywords):
        if self.isEnabledFor(CRITICAL):
            self._log(CRITICAL, msg, args, **keywords)

    fatal = critical

    def log(self, level, msg, *args, **keywords):
        if not isinstance(level, int):
            raise TypeError("level must be an integer")
        if self.isEnabledFor(level):
            self._log(level, msg, args, **keywords)


class RootLogger(Logger):
    def __init__(self, level):
        super().__init__("root", level)


class PlaceHolder:
    """Stands for a logger that is known as the parent of others only."""


class Manager:
    def __init__(self, rootnode):
        self.root = rootnode
        self.loggerDict = {}
        self.loggerClass = None
        self.disable = NOTSET

    def setLoggerClass(self, klass):
        self.loggerClass = klass

    def getLogger(self, name):
        if not isinstance(name, str):
            raise TypeError("A logger name must be a string")
        if not isinstance(_loggers.get(name), Logger):
            logger = _loggers[name] = (self.loggerClass or _logger_class)(name)
            logger.parent = _parent_of(name)
            for other, child in _loggers.items():
                if other.startswith(name + ".") and isinstance(child, Logger):
                    child.parent = _parent_of(other)
            for at in range(len(name)):
                if name[at] == ".":
                    _loggers.setdefault(name[:at], PlaceHolder())
        return _loggers[name]


root = RootLogger(WARNING)
Logger.root = root
Logger.manager = Manager(root)
_loggers = Logger.manager.loggerDict
_logger_class = Logger
_disabled = NOTSET


def setLoggerClass(klass):
    global _logger_class
    if klass is not Logger and not issubclass(klass, Logger):
        raise TypeError("logger not derived from logging.Logger: " + klass.__name__)
    _logger_class = klass


def getLoggerClass():
    return _logger_class


def _parent_of(name):
    while "." in name:
        name = name.rsplit(".", 1)[0]
        if isinstance(_loggers.get(name), Logger):
            return _loggers[name]
    return root


def getLogger(name=None):
    if not name or name == "root":
        return root
    return Logger.manager.getLogger(name)


def basicConfig(*, filename=None, filemode="a", format=None, datefmt=None, style="%", level=None, stream=None, handlers=None, force=False,
                encoding=None, errors=None):  # fmt: skip
    if force:
        for handler in root.handlers[:]:
            root.removeHandler(handler)
            handler.close()
    if not root.handlers:
        if handlers is None:
            handlers = [FileHandler(filename, filemode) if filename else StreamHandler(stream)]
        default = {"%": BASIC_FORMAT, "{": "{levelname}:{name}:{message}", "$": "${levelname}:${name}:${message}"}[style]
        formatter = Formatter(format or default, datefmt, style)
        for handler in handlers:
            if handler.formatter is None:
                handler.setFormatter(formatter)
            root.addHandler(handler)
        if level is not None:
            root.setLevel(level)


def disable(level=CRITICAL):
    global _disabled
    _disabled = Logger.manager.disable = _check_level(level)


def debug(msg, *args, **keywords):
    if not root.handlers:
        basicConfig()
    root.debug(msg, *args, **keywords)


def info(msg, *args, **keywords):
    if not root.handlers:
        basicConfig()
    root.info(msg, *args, **keywords)


def warning(msg, *args, **keywords):
    if not root.handlers:
        basicConfig()
    root.warning(msg, *args, **keywords)


warn = warning


def error(msg, *args, **keywords):
    if not root.handlers:
        basicConfig()
    root.error(msg, *args, **keywords)


def exception(msg, *args, exc_info=True, **keywords):
    error(msg, *args, exc_info=exc_info, **keywords)


def critical(msg, *args, **keywords):
    if not root.handlers:
        basicConfig()
    root.critical(msg, *args, **keywords)


fatal = critical


def log(level, msg, *args, **keywords):
    if not root.handlers:
        basicConfig()
    root.log(level, msg, *args, **keywords)


class LoggerAdapter:
    def __init__(self, logger, extra=None):
        self.logger = logger
        self.extra = extra

    def process(self, msg, keywords):
        keywords["extra"] = self.extra
        return msg, keywords

    def log(self, level, msg, *args, **keywords):
        if self.isEnabledFor(level):
            msg, keywords = self.process(msg, keywords)
            self.logger.log(level, msg, *args, **keywords)

    def debug(self, msg, *args, **keywords):
        self.log(DEBUG, msg, *args, **keywords)

    def info(self, msg, *args, **keywords):
        self.log(INFO, msg, *args, **keywords)

    def warning(self, msg, *args, **keywords):
        self.log(WARNING, msg, *args, **keywords)

    def error(self, msg, *args, **keywords):
        self.log(ERROR, msg, *args, **keywords)

    def exception(self, msg, *args, exc_info=True, **keywords):
        self.log(ERROR, msg, *args, exc_info=exc_info, **keywords)

    def critical(self, msg, *args, **keywords):
        self.log(CRITICAL, msg, *args, **keywords)

    def isEnabledFor(self, level):
        return self.logger.isEnabledFor(level)

    def setLevel(self, level):
        self.logger.setLevel(level)

    def getEffectiveLevel(self):
        return self.logger.getEffectiveLevel()

    def hasHandlers(self):
        return self.logger.hasHandlers()

    name = property(lambda self: self.logger.name)
    manager = property(lambda self: self.logger.manager)

    def __repr__(self):
        return f"<{type(self).__name__} {self.logger.name} ({getLevelName(self.getEffectiveLevel())})>"


_show_warning = None


def _log_warning(message, category, filename, lineno, file=None, line=None):
    import warnings

    if file is not None:
        return _show_warning(message, category, filename, lineno, file, line)
    logger = getLogger("py.warnings")
    if not logger.handlers:
        logger.addHandler(NullHandler())
    logger.warning(str(warnings.formatwarning(message, category, filename, lineno, line)))


def captureWarnings(capture):
    global _show_warning
    import warnings

    if capture and _show_warning is None:
        _show_warning, warnings.showwarning = warnings.showwarning, _log_warning
    elif not capture and _show_warning is not None:
        warnings.showwarning, _show_warning = _show_warning, None


def shutdown(handlerList=None):
    for logger in [root, *_loggers.values()] if handlerList is None else ():
        for handler in getattr(logger, "handlers", ()):
            handler.flush()
            handler.close()
    for reference in reversed(handlerList or ()):
        handler = reference()
        if handler:
            handler.flush()
            handler.close()
