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
        self.relativeCreated = 0.0
        self.thread = 1
        self.threadName = "MainThread"
        self.processName = "MainProcess"
        self.process = 1

    def __repr__(self):
        return f'<LogRecord: {self.name}, {self.levelno}, {self.pathname}, {self.lineno}, "{self.msg}">'

    def getMessage(self):
        msg = str(self.msg)
        return msg % self.args if self.args else msg


class Formatter:
    default_time_format = "%Y-%m-%d %H:%M:%S"

    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *, defaults=None):
        if style not in ("%", "{", "$"):
            raise ValueError("Style must be one of: %,{,$")
        self._style = style
        self._fmt = fmt or {"%": "%(message)s", "{": "{message}", "$": "${message}"}[style]
        self.datefmt = datefmt

    def formatTime(self, record, datefmt=None):
        if datefmt:
            return time.strftime(datefmt)
        return f"{time.strftime(self.default_time_format)},{record.msecs:03d}"

    def formatException(self, ei):
        import traceback

        return "".join(traceback.format_exception(ei[1])).rstrip("\n")

    def formatMessage(self, record):
        if self._style == "{":
            return self._fmt.format(**record.__dict__)
        if self._style == "$":
            from string import Template

            return Template(self._fmt).substitute(record.__dict__)
        return self._fmt % record.__dict__

    def format(self, record):
        record.message = record.getMessage()
        if "asctime" in self._fmt:
            record.asctime = self.formatTime(record, self.datefmt)
        text = self.formatMessage(record)
        if record.exc_info:
            text += ("" if text.endswith("\n") else "\n") + self.formatException(record.exc_info)
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
        for f in self.filters:
            if not (f.filter(record) if hasattr(f, "filter") else f(record)):
                return False
        return True


_default_formatter = Formatter()


class Handler(Filterer):
    def __init__(self, level=NOTSET):
        super().__init__()
        self.level = _check_level(level)
        self.formatter = None
        self.name = None

    def setLevel(self, level):
        self.level = _check_level(level)

    def setFormatter(self, fmt):
        self.formatter = fmt

    def format(self, record):
        return (self.formatter or _default_formatter).format(record)

    def emit(self, record):
        raise NotImplementedError("emit must be implemented by Handler subclasses")

    def handle(self, record):
        if self.filter(record):
            self.emit(record)
            return True
        return False

    def flush(self):
        pass

    def close(self):
        pass


class StreamHandler(Handler):
    terminator = "\n"

    def __init__(self, stream=None):
        super().__init__()
        self.stream = sys.stderr if stream is None else stream

    def emit(self, record):
        self.stream.write(self.format(record) + self.terminator)

    def setStream(self, stream):
        old, self.stream = self.stream, stream
        return old


class FileHandler(StreamHandler):
    def __init__(self, filename, mode="a", encoding=None, delay=False):
        super().__init__(open(filename, mode))
        self.baseFilename = filename


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

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        import _io

        place = _io.caller(1 + stacklevel) or ("<unknown>", 0, "<module>", "")
        if exc_info:
            if isinstance(exc_info, BaseException):
                exc_info = (type(exc_info), exc_info, getattr(exc_info, "__traceback__", None))
            elif not isinstance(exc_info, tuple):
                exc_info = sys.exc_info()
        record = LogRecord(self.name, level, place[0], place[1], msg, args, exc_info or None, place[2])
        if extra is not None:
            record.__dict__.update(extra)
        self.handle(record)

    def handle(self, record):
        if not self.disabled and self.filter(record):
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


root = RootLogger(WARNING)
_loggers = {}
_disabled = NOTSET


def _parent_of(name):
    while "." in name:
        name = name.rsplit(".", 1)[0]
        if name in _loggers:
            return _loggers[name]
    return root


def getLogger(name=None):
    if not name or name == "root":
        return root
    if name not in _loggers:
        logger = Logger(name)
        logger.parent = _parent_of(name)
        _loggers[name] = logger
        for other, child in _loggers.items():
            if other.startswith(name + "."):
                child.parent = _parent_of(other)
    return _loggers[name]


def basicConfig(*, filename=None, filemode="a", format=None, datefmt=None, style="%", level=None, stream=None, handlers=None, force=False,
                encoding=None, errors=None):  # fmt: skip
    if force:
        root.handlers[:] = []
    if not root.handlers:
        if handlers is None:
            handlers = [FileHandler(filename, filemode) if filename else StreamHandler(stream)]
        default = {"%": "%(levelname)s:%(name)s:%(message)s", "{": "{levelname}:{name}:{message}", "$": "${levelname}:${name}:${message}"}[style]
        formatter = Formatter(format or default, datefmt, style)
        for handler in handlers:
            if handler.formatter is None:
                handler.setFormatter(formatter)
            root.addHandler(handler)
        if level is not None:
            root.setLevel(level)


def disable(level=CRITICAL):
    global _disabled
    _disabled = level


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


def captureWarnings(capture):
    pass


def shutdown(handlerList=None):
    pass
