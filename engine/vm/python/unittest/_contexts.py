"""What assertRaises, assertWarns, assertLogs and subTest give to `with`, and how a test ends early."""
import warnings

__name__ = "unittest.case"  # where its classes say they are from


class SkipTest(Exception):
    pass


class _ShouldStop(Exception):
    """A subtest failed and the run is to stop at the first failure."""


class _RaisesContext:
    def __init__(self, expected, test, pattern=None):
        self.expected, self.test, self.pattern = expected, test, pattern
        self.msg = None

    def handle(self, name, args, keywords):
        if not _only_classes(self.expected, BaseException):
            raise TypeError("%s() arg 1 must be an exception type or tuple of exception types" % name)
        if not args:
            self.msg = keywords.pop("msg", None)
            if keywords:
                raise TypeError("%r is an invalid keyword argument for this function" % (next(iter(keywords)),))
            return self
        function, *rest = args
        self._name = getattr(function, "__name__", str(function))
        with self:
            function(*rest, **keywords)

    def fail(self, text):
        raise self.test.failureException(self.test._formatMessage(self.msg, text))

    def __enter__(self):
        return self

    def __exit__(self, kind, value, tb):
        if kind is None:
            name = getattr(self.expected, "__name__", None) or str(self.expected)
            called = getattr(self, "_name", None)
            self.fail(f"{name} not raised by {called}" if called else f"{name} not raised")
        if not issubclass(kind, self.expected):
            return False
        self.exception = value.with_traceback(None)
        if self.pattern is not None and not self.pattern.search(str(value)):
            self.fail('"{}" does not match "{}"'.format(self.pattern.pattern, str(value)))
        return True


class _WarnsContext(_RaisesContext):
    def handle(self, name, args, keywords):
        if not _only_classes(self.expected, Warning):
            raise TypeError("%s() arg 1 must be a warning type or tuple of warning types" % name)
        if not args:
            self.msg = keywords.pop("msg", None)
            return self
        function, *rest = args
        self._name = getattr(function, "__name__", str(function))
        with self:
            function(*rest, **keywords)

    def __enter__(self):
        self._catcher = warnings.catch_warnings(record=True)
        self.warnings = self._catcher.__enter__()
        warnings.simplefilter("always", self.expected if isinstance(self.expected, type) else Warning)
        return self

    def __exit__(self, kind, value, tb):
        self._catcher.__exit__(kind, value, tb)
        if kind is not None:
            return
        name = getattr(self.expected, "__name__", None) or str(self.expected)
        last = None
        for entry in self.warnings:
            if not isinstance(entry.message, self.expected):
                continue
            last = last or entry.message
            if self.pattern is not None and not self.pattern.search(str(entry.message)):
                continue
            self.warning, self.filename, self.lineno = entry.message, entry.filename, entry.lineno
            return
        if last is not None:
            self.fail('"{}" does not match "{}"'.format(self.pattern.pattern, str(last)))
        called = getattr(self, "_name", None)
        self.fail(f"{name} not triggered by {called}" if called else f"{name} not triggered")


class _LogsContext:
    def __init__(self, test, logger, level, wanted):
        import logging

        self.test, self.wanted = test, wanted
        self.logger = logger if isinstance(logger, logging.Logger) else logging.getLogger(logger)
        self.level = logging._nameToLevel.get(level, level) if level else logging.INFO
        self.records, self.output = [], []
        context = self

        class Capture(logging.Handler):
            def emit(self, record):
                context.records.append(record)
                context.output.append(self.format(record))

        self._handler = Capture()
        self._handler.setLevel(self.level)
        self._handler.setFormatter(logging.Formatter("%(levelname)s:%(name)s:%(message)s"))

    def __enter__(self):
        logger = self.logger
        self._old = logger.handlers[:], logger.level, logger.propagate
        logger.handlers = [self._handler]
        logger.setLevel(self.level)
        logger.propagate = False
        return self

    def __exit__(self, kind, value, tb):
        self.logger.handlers, level, self.logger.propagate = self._old
        self.logger.setLevel(level)
        if kind is not None:
            return False
        import logging

        name = logging.getLevelName(self.level)
        if self.wanted and not self.records:
            raise self.test.failureException("no logs of level {} or higher triggered on {}".format(name, self.logger.name))
        if not self.wanted and self.records:
            raise self.test.failureException("Unexpected logs found: {!r}".format(self.output))


def _only_classes(expected, base):
    if isinstance(expected, tuple):
        return all(_only_classes(each, base) for each in expected)
    return isinstance(expected, type) and issubclass(expected, base)


class _SubTest:
    def __init__(self, test_case, message, params):
        self.test_case, self._message, self.params = test_case, message, params
        self.failureException = test_case.failureException

    def id(self):
        return f"{self.test_case.id()} {self._description()}"

    def _description(self):
        parts = []
        if self._message is not None:
            parts.append(f"[{self._message}]")
        if self.params:
            parts.append("({})".format(", ".join(f"{key}={value!r}" for key, value in self.params.items())))
        return " ".join(parts) or "(<subtest>)"

    def shortDescription(self):
        return self.test_case.shortDescription()

    def __str__(self):
        return f"{self.test_case} {self._description()}"


class _SubTestContext:
    def __init__(self, test, message, params):
        outer = test._subtest
        self.test = test
        self.subtest = _SubTest(test, message, {**outer.params, **params} if outer else params)

    def __enter__(self):
        self._outer = self.test._subtest
        self.test._subtest = self.subtest

    def __exit__(self, kind, value, tb):
        self.test._subtest = self._outer
        if kind is None or issubclass(kind, (KeyboardInterrupt, _ShouldStop)) or self.test._result is None:
            return False
        result = self.test._result
        if issubclass(kind, SkipTest):
            result.addSkip(self.subtest, str(value))
            return True
        self.test._failed = True
        result.addSubTest(self.test, self.subtest, (kind, value, tb))
        if result.failfast:
            raise _ShouldStop
        return True
