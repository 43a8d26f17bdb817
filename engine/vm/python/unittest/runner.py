"""Suites of tests, what became of them, and the runner that prints it."""
import sys
import time
import traceback
from unittest._contexts import _SubTest
from unittest.case import TestCase, _class_name

_OWN_FILES = ("<frozen unittest.case>", "<frozen unittest._contexts>", "<frozen unittest.runner>", "<frozen unittest>")


class TestResult:
    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failfast = self.shouldStop = False
        self.failures, self.errors, self.skipped = [], [], []
        self.expectedFailures, self.unexpectedSuccesses = [], []
        self.testsRun = 0
        self.buffer = False

    def startTest(self, test):
        self.testsRun += 1

    def stopTest(self, test):
        pass

    def startTestRun(self):
        pass

    def stopTestRun(self):
        pass

    def addError(self, test, err):
        self.errors.append((test, self._exc_info_to_string(err, test)))
        self._stop_if_asked()

    def addFailure(self, test, err):
        self.failures.append((test, self._exc_info_to_string(err, test)))
        self._stop_if_asked()

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self._stop_if_asked()
            kept = self.failures if issubclass(err[0], test.failureException) else self.errors
            kept.append((subtest, self._exc_info_to_string(err, test)))

    def addSuccess(self, test):
        pass

    def addSkip(self, test, reason):
        self.skipped.append((test, reason))

    def addExpectedFailure(self, test, err):
        self.expectedFailures.append((test, self._exc_info_to_string(err, test)))

    def addUnexpectedSuccess(self, test):
        self.unexpectedSuccesses.append(test)
        self._stop_if_asked()

    def addDuration(self, test, elapsed):
        pass

    def wasSuccessful(self):
        return not self.failures and not self.errors and not self.unexpectedSuccesses

    def stop(self):
        self.shouldStop = True

    def _stop_if_asked(self):
        if self.failfast:
            self.stop()

    def _exc_info_to_string(self, err, test):
        """The traceback without the frames of this library around it."""
        shown = traceback.TracebackException(*err)
        waiting = [shown]
        while waiting:
            each = waiting.pop()
            each.stack = traceback.StackSummary(f for f in each.stack if f.filename not in _OWN_FILES)
            waiting += [e for e in (each.__cause__, each.__context__) if e is not None]
        return "".join(shown.format())

    def __repr__(self):
        return f"<{_class_name(type(self))} run={self.testsRun} errors={len(self.errors)} failures={len(self.failures)}>"


class _WritelnDecorator:
    def __init__(self, stream):
        self.stream = stream

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def writeln(self, text=""):
        self.stream.write(text + "\n")


class TextTestResult(TestResult):
    separator1 = "=" * 70
    separator2 = "-" * 70

    def __init__(self, stream, descriptions, verbosity, *, durations=None):
        super().__init__(stream, descriptions, verbosity)
        self.stream, self.descriptions = stream, descriptions
        self.showAll, self.dots = verbosity > 1, verbosity == 1
        self._new_line = True

    def getDescription(self, test):
        first = test.shortDescription()
        return f"{test}\n{first}" if self.descriptions and first else str(test)

    def startTest(self, test):
        super().startTest(test)
        if self.showAll:
            self.stream.write(self.getDescription(test) + " ... ")
            self._new_line = False

    def _tell(self, test, mark, text):
        if self.showAll:
            if isinstance(test, _SubTest) or self._new_line:
                if not self._new_line:
                    self.stream.writeln()
                if isinstance(test, _SubTest):
                    self.stream.write("  ")
                self.stream.write(self.getDescription(test) + " ... ")
            self.stream.writeln(text)
            self._new_line = True
        elif self.dots:
            self.stream.write(mark)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            failed = issubclass(err[0], subtest.failureException)
            self._tell(subtest, "F" if failed else "E", "FAIL" if failed else "ERROR")
        super().addSubTest(test, subtest, err)

    def addSuccess(self, test):
        super().addSuccess(test)
        self._tell(test, ".", "ok")

    def addError(self, test, err):
        super().addError(test, err)
        self._tell(test, "E", "ERROR")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._tell(test, "F", "FAIL")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._tell(test, "s", f"skipped {reason!r}")

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self._tell(test, "x", "expected failure")

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self._tell(test, "u", "unexpected success")

    def printErrors(self):
        if self.dots or self.showAll:
            self.stream.writeln()
        self.printErrorList("ERROR", self.errors)
        self.printErrorList("FAIL", self.failures)
        if self.unexpectedSuccesses:
            self.stream.writeln(self.separator1)
            for test in self.unexpectedSuccesses:
                self.stream.writeln(f"UNEXPECTED SUCCESS: {self.getDescription(test)}")

    def printErrorList(self, flavour, errors):
        for test, text in errors:
            self.stream.writeln(self.separator1)
            self.stream.writeln(f"{flavour}: {self.getDescription(test)}")
            self.stream.writeln(self.separator2)
            self.stream.writeln(text)


class TextTestRunner:
    resultclass = TextTestResult

    def __init__(self, stream=None, descriptions=True, verbosity=1, failfast=False, buffer=False, resultclass=None, warnings=None, *, tb_locals=False, durations=None):
        self.stream = _WritelnDecorator(sys.stderr if stream is None else stream)
        self.descriptions, self.verbosity, self.failfast = descriptions, verbosity, failfast
        if resultclass is not None:
            self.resultclass = resultclass

    def _makeResult(self):
        return self.resultclass(self.stream, self.descriptions, self.verbosity)

    def run(self, test):
        result = self._makeResult()
        result.failfast = self.failfast
        started = time.perf_counter()
        result.startTestRun()
        try:
            test(result)
        finally:
            result.stopTestRun()
        taken = time.perf_counter() - started
        if hasattr(result, "printErrors"):
            result.printErrors()
        if hasattr(result, "separator2"):
            self.stream.writeln(result.separator2)
        count = result.testsRun
        self.stream.writeln("Ran %d test%s in %.3fs" % (count, "" if count == 1 else "s", taken))
        self.stream.writeln()
        counts = []
        if not result.wasSuccessful():
            self.stream.write("FAILED")
            counts += [f"{name}={len(kept)}" for name, kept in (("failures", result.failures), ("errors", result.errors)) if kept]
        elif count == 0 and not result.skipped:
            self.stream.write("NO TESTS RAN")
        else:
            self.stream.write("OK")
        for name, kept in (("skipped", result.skipped), ("expected failures", result.expectedFailures), ("unexpected successes", result.unexpectedSuccesses)):
            if kept:
                counts.append(f"{name}={len(kept)}")
        self.stream.writeln(f" ({', '.join(counts)})" if counts else "")
        return result


class _ErrorHolder:
    """Stands for setUpClass or another fixture of a class that failed."""

    failureException = None

    def __init__(self, description):
        self.description = description

    def id(self):
        return self.description

    def shortDescription(self):
        return None

    def __str__(self):
        return self.description


class TestSuite:
    def __init__(self, tests=()):
        self._tests = []
        self.addTests(tests)

    def __iter__(self):
        return iter(self._tests)

    def __eq__(self, other):
        return list(self) == list(other) if isinstance(other, TestSuite) else NotImplemented

    def __repr__(self):
        return f"<{_class_name(type(self))} tests={list(self)}>"

    def countTestCases(self):
        return sum(test.countTestCases() for test in self)

    def addTest(self, test):
        if not callable(test):
            raise TypeError("{} is not callable".format(repr(test)))
        if isinstance(test, type) and issubclass(test, (TestCase, TestSuite)):
            raise TypeError("TestCases and TestSuites must be instantiated before passing them to addTest()")
        self._tests.append(test)

    def addTests(self, tests):
        if isinstance(tests, str):
            raise TypeError("tests must be an iterable of tests, not a string")
        for test in tests:
            self.addTest(test)

    def __call__(self, *args, **keywords):
        return self.run(*args, **keywords)

    def run(self, result):
        run = _Fixtures(result)
        self._run(result, run)
        run.leave_class()
        run.leave_module()
        return result

    def _run(self, result, run):
        for test in self:
            if result.shouldStop:
                break
            if isinstance(test, TestSuite):
                test._run(result, run)
            elif not isinstance(test, TestCase) or run.enter(type(test)):
                test(result)

    def debug(self):
        for test in self:
            test.debug()


class _Fixtures:
    """Calls setUpClass, setUpModule and their counterparts between tests."""

    def __init__(self, result):
        self.result = result
        self.current = self.module = None
        self.usable = self.module_usable = True

    def _guard(self, what, cls, action):
        try:
            action()
            return True
        except Exception as error:
            from unittest.case import SkipTest

            holder = _ErrorHolder(f"{what} ({cls})")
            if isinstance(error, SkipTest):
                self.result.addSkip(holder, str(error))
            else:
                self.result.addError(holder, sys.exc_info())
            return False

    def enter(self, cls):
        if cls is self.current:
            return self.usable and self.module_usable
        self.leave_class()
        if cls.__module__ != self.module:
            self.leave_module()
            self.module = cls.__module__
            set_up = getattr(sys.modules.get(self.module), "setUpModule", None)
            self.module_usable = set_up is None or self._guard("setUpModule", self.module, set_up)
        self.current = cls
        self.usable = True
        if self.module_usable and not getattr(cls, "__unittest_skip__", False):
            self.usable = self._guard("setUpClass", _class_name(cls), cls.setUpClass)
            if not self.usable:
                cls.doClassCleanups()
        return self.usable and self.module_usable

    def leave_class(self):
        cls, self.current = self.current, None
        if cls is not None and self.usable and self.module_usable and not getattr(cls, "__unittest_skip__", False):
            self._guard("tearDownClass", _class_name(cls), cls.tearDownClass)
            cls.doClassCleanups()

    def leave_module(self):
        name, self.module = self.module, None
        tear_down = getattr(sys.modules.get(name), "tearDownModule", None) if name else None
        if tear_down is not None and self.module_usable:
            self._guard("tearDownModule", name, tear_down)
