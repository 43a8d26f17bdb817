"""TestCase: one test, its assertions, and how they end."""
import difflib
import pprint
import re
import sys
from collections import Counter
from unittest._contexts import SkipTest, _LogsContext, _RaisesContext, _ShouldStop, _SubTestContext, _WarnsContext

_MAX_SHOWN = 80


def safe_repr(obj, short=False):
    try:
        text = repr(obj)
    except Exception:
        text = object.__repr__(obj)
    if not short or len(text) < _MAX_SHOWN:
        return text
    return text[:_MAX_SHOWN] + " [truncated]..."


_SHORT = 5  # characters that stay at an end of what is shortened
_MARK = 12  # what "[N chars]" takes at most


def _shorten(text, before, after):
    cut = len(text) - before - after
    return "%s[%d chars]%s" % (text[:before], cut, text[len(text) - after:]) if cut > _MARK else text


def _compare_texts(first, second):
    """The two representations, shortened in the part they share and at their ends."""
    texts = safe_repr(first), safe_repr(second)
    longest = max(map(len, texts))
    if longest <= _MAX_SHOWN:
        return texts
    common = 0
    while common < min(map(len, texts)) and texts[0][common] == texts[1][common]:
        common += 1
    room = _MAX_SHOWN - (longest - common + _SHORT + _MARK)
    if room > _SHORT:
        head = _shorten(texts[0][:common], _SHORT, room)
        return tuple(head + text[common:] for text in texts)
    head = _shorten(texts[0][:common], _SHORT, _SHORT)
    differing = _MAX_SHOWN - 3 * _SHORT - 2 * _MARK
    return tuple(head + _shorten(text[common:], differing, _SHORT) for text in texts)


def skip(reason):
    def decorate(item):
        if not isinstance(item, type):
            def skipped(*args, **keywords):
                raise SkipTest(reason)

            skipped.__name__ = item.__name__
            skipped.__doc__ = item.__doc__
            item = skipped
        item.__unittest_skip__ = True
        item.__unittest_skip_why__ = reason
        return item

    if callable(reason):
        item, reason = reason, ""
        return decorate(item)
    return decorate


def _same(item):
    return item


def skipIf(condition, reason):
    return skip(reason) if condition else _same


def skipUnless(condition, reason):
    return _same if condition else skip(reason)


def expectedFailure(item):
    item.__unittest_expecting_failure__ = True
    return item


class TestCase:
    failureException = AssertionError
    longMessage = True
    maxDiff = 80 * 8
    _class_cleanups = ()

    def __init_subclass__(cls, *args, **keywords):
        cls._class_cleanups = []
        super().__init_subclass__(*args, **keywords)

    def __init__(self, methodName="runTest"):
        self._testMethodName = methodName
        method = getattr(self, methodName, None)
        if method is None and methodName != "runTest":
            raise ValueError("no such test method in %s: %s" % (type(self), methodName))
        self._testMethodDoc = getattr(method, "__doc__", None)
        self._cleanups = []
        self._subtest = self._result = None
        self._failed = False
        self._type_equality_funcs = {
            dict: "assertDictEqual",
            list: "assertListEqual",
            tuple: "assertTupleEqual",
            set: "assertSetEqual",
            frozenset: "assertSetEqual",
            str: "assertMultiLineEqual",
        }

    def addTypeEqualityFunc(self, typeobj, function):
        self._type_equality_funcs[typeobj] = function

    def addCleanup(self, function, /, *args, **keywords):
        self._cleanups.append((function, args, keywords))

    @classmethod
    def addClassCleanup(cls, function, /, *args, **keywords):
        cls._class_cleanups.append((function, args, keywords))

    def enterContext(self, cm):
        value = cm.__enter__()
        self.addCleanup(cm.__exit__, None, None, None)
        return value

    def setUp(self):
        pass

    def tearDown(self):
        pass

    @classmethod
    def setUpClass(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        pass

    def countTestCases(self):
        return 1

    def defaultTestResult(self):
        from unittest.runner import TestResult

        return TestResult()

    def shortDescription(self):
        doc = self._testMethodDoc
        return doc.strip().split("\n")[0].strip() if doc else None

    def id(self):
        return f"{_class_name(type(self))}.{self._testMethodName}"

    def __eq__(self, other):
        return self._testMethodName == other._testMethodName if type(self) is type(other) else NotImplemented

    def __hash__(self):
        return hash((type(self), self._testMethodName))

    def __str__(self):
        return f"{self._testMethodName} ({_class_name(type(self))}.{self._testMethodName})"

    def __repr__(self):
        return f"<{_class_name(type(self))} testMethod={self._testMethodName}>"

    def subTest(self, msg=None, **params):
        return _SubTestContext(self, msg, params)

    def skipTest(self, reason):
        raise SkipTest(reason)

    def fail(self, msg=None):
        raise self.failureException(msg)

    def _attempt(self, result, action):
        """Runs one part of a test; what it raises goes to the result."""
        try:
            action()
            return True
        except (KeyboardInterrupt, _ShouldStop):
            raise
        except SkipTest as reason:
            self._failed = True
            result.addSkip(self, str(reason))
        except BaseException:
            self._failed = True
            info = sys.exc_info()
            if self._expecting:
                self._expected_failure = info
            elif issubclass(info[0], self.failureException):
                result.addFailure(self, info)
            else:
                result.addError(self, info)
        return False

    def run(self, result=None):
        result = self.defaultTestResult() if result is None else result
        result.startTest(self)
        try:
            method = getattr(self, self._testMethodName)
            if getattr(type(self), "__unittest_skip__", False) or getattr(method, "__unittest_skip__", False):
                result.addSkip(self, getattr(type(self), "__unittest_skip_why__", "") or getattr(method, "__unittest_skip_why__", ""))
                return result
            self._expecting = getattr(type(self), "__unittest_expecting_failure__", False) or getattr(method, "__unittest_expecting_failure__", False)
            self._result, self._failed, self._expected_failure = result, False, None
            try:
                if self._attempt(result, self.setUp):
                    self._attempt(result, self._call_test(method))
                    self._attempt(result, self.tearDown)
                self._clean_up(result)
            except _ShouldStop:
                pass
            finally:
                self._result = None
            if self._expecting and self._expected_failure:
                result.addExpectedFailure(self, self._expected_failure)
            elif self._expecting:
                result.addUnexpectedSuccess(self)
            elif not self._failed:
                result.addSuccess(self)
            return result
        finally:
            result.stopTest(self)

    def _call_test(self, method):
        def call():
            if method() is not None:
                warnings.warn(f"It is deprecated to return a value that is not None from a test case ({method})", DeprecationWarning, stacklevel=3)

        return call

    def _clean_up(self, result):
        while self._cleanups:
            function, args, keywords = self._cleanups.pop()
            self._attempt(result, lambda: function(*args, **keywords))

    def doCleanups(self):
        result = self._result or self.defaultTestResult()
        self._clean_up(result)

    @classmethod
    def doClassCleanups(cls):
        cls.tearDown_exceptions = []
        while cls._class_cleanups:
            function, args, keywords = cls._class_cleanups.pop()
            try:
                function(*args, **keywords)
            except Exception:
                cls.tearDown_exceptions.append(sys.exc_info())

    def __call__(self, *args, **keywords):
        return self.run(*args, **keywords)

    def debug(self):
        self.setUp()
        getattr(self, self._testMethodName)()
        self.tearDown()
        while self._cleanups:
            function, args, keywords = self._cleanups.pop()
            function(*args, **keywords)

    def _formatMessage(self, msg, standard):
        if not self.longMessage:
            return msg or standard
        return standard if msg is None else f"{standard} : {msg}"

    def _refuse(self, msg, standard):
        raise self.failureException(self._formatMessage(msg, standard))

    def assertTrue(self, expr, msg=None):
        if not expr:
            self._refuse(msg, f"{safe_repr(expr)} is not true")

    def assertFalse(self, expr, msg=None):
        if expr:
            self._refuse(msg, f"{safe_repr(expr)} is not false")

    def assertEqual(self, first, second, msg=None):
        compare = self._type_equality_funcs.get(type(first)) if type(first) == type(second) else None
        if isinstance(compare, str):
            compare = getattr(self, compare)
        if compare is not None:
            compare(first, second, msg=msg)
        elif not first == second:
            self._refuse(msg, "%s != %s" % _compare_texts(first, second))

    def assertNotEqual(self, first, second, msg=None):
        if not first != second:
            self._refuse(msg, f"{safe_repr(first)} == {safe_repr(second)}")

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        if first == second:
            return
        near, limit, diff = _nearness(first, second, places, delta)
        if not near:
            self._refuse(msg, f"{safe_repr(first)} != {safe_repr(second)} {limit} ({safe_repr(diff)} difference)")

    def assertNotAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        near, limit, diff = _nearness(first, second, places, delta)
        if near or first == second:
            shown = f" ({safe_repr(diff)} difference)" if delta is not None else ""
            self._refuse(msg, f"{safe_repr(first)} == {safe_repr(second)} {limit}{shown}")

    def assertIs(self, expr1, expr2, msg=None):
        if expr1 is not expr2:
            self._refuse(msg, f"{safe_repr(expr1)} is not {safe_repr(expr2)}")

    def assertIsNot(self, expr1, expr2, msg=None):
        if expr1 is expr2:
            self._refuse(msg, f"unexpectedly identical: {safe_repr(expr1)}")

    def assertIsNone(self, obj, msg=None):
        if obj is not None:
            self._refuse(msg, f"{safe_repr(obj)} is not None")

    def assertIsNotNone(self, obj, msg=None):
        if obj is None:
            self._refuse(msg, "unexpectedly None")

    def assertIn(self, member, container, msg=None):
        if member not in container:
            self._refuse(msg, f"{safe_repr(member)} not found in {safe_repr(container)}")

    def assertNotIn(self, member, container, msg=None):
        if member in container:
            self._refuse(msg, f"{safe_repr(member)} unexpectedly found in {safe_repr(container)}")

    def assertIsInstance(self, obj, cls, msg=None):
        if not isinstance(obj, cls):
            self._refuse(msg, f"{safe_repr(obj)} is not an instance of {cls!r}")

    def assertNotIsInstance(self, obj, cls, msg=None):
        if isinstance(obj, cls):
            self._refuse(msg, f"{safe_repr(obj)} is an instance of {cls!r}")

    def assertLess(self, a, b, msg=None):
        if not a < b:
            self._refuse(msg, f"{safe_repr(a)} not less than {safe_repr(b)}")

    def assertLessEqual(self, a, b, msg=None):
        if not a <= b:
            self._refuse(msg, f"{safe_repr(a)} not less than or equal to {safe_repr(b)}")

    def assertGreater(self, a, b, msg=None):
        if not a > b:
            self._refuse(msg, f"{safe_repr(a)} not greater than {safe_repr(b)}")

    def assertGreaterEqual(self, a, b, msg=None):
        if not a >= b:
            self._refuse(msg, f"{safe_repr(a)} not greater than or equal to {safe_repr(b)}")

    def assertRaises(self, expected_exception, *args, **keywords):
        return _RaisesContext(expected_exception, self).handle("assertRaises", args, keywords)

    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **keywords):
        return _RaisesContext(expected_exception, self, re.compile(expected_regex) if isinstance(expected_regex, (str, bytes)) else expected_regex).handle("assertRaisesRegex", args, keywords)

    def assertWarns(self, expected_warning, *args, **keywords):
        return _WarnsContext(expected_warning, self).handle("assertWarns", args, keywords)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **keywords):
        return _WarnsContext(expected_warning, self, re.compile(expected_regex)).handle("assertWarnsRegex", args, keywords)

    def assertLogs(self, logger=None, level=None):
        return _LogsContext(self, logger, level, True)

    def assertNoLogs(self, logger=None, level=None):
        return _LogsContext(self, logger, level, False)

    def assertRegex(self, text, expected_regex, msg=None):
        pattern = re.compile(expected_regex) if isinstance(expected_regex, (str, bytes)) else expected_regex
        if not pattern.search(text):
            self._refuse(msg, f"Regex didn't match: {pattern.pattern!r} not found in {text!r}")

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        pattern = re.compile(unexpected_regex) if isinstance(unexpected_regex, (str, bytes)) else unexpected_regex
        match = pattern.search(text)
        if match:
            self._refuse(msg, f"Regex matched: {text[match.start():match.end()]!r} matches {pattern.pattern!r} in {text!r}")

    def _with_diff(self, text, diff):
        if self.maxDiff is None or len(diff) <= self.maxDiff:
            return text + diff
        return text + f"\nDiff is {len(diff)} characters long. Set self.maxDiff to None to see it."

    def assertSequenceEqual(self, first, second, msg=None, seq_type=None):
        name = seq_type.__name__ if seq_type is not None else "sequence"
        if seq_type is not None:
            for which, given in (("First", first), ("Second", second)):
                if not isinstance(given, seq_type):
                    raise self.failureException(f"{which} sequence is not a {name}: {safe_repr(given)}")
        if first == second:
            return
        text = "%ss differ: %s != %s\n" % ((name.capitalize(),) + _compare_texts(first, second))
        shared = min(len(first), len(second))
        for i in range(shared):
            if first[i] != second[i]:
                text += "\nFirst differing element %d:\n%s\n%s\n" % ((i,) + _compare_texts(first[i], second[i]))
                break
        else:
            if len(first) == len(second) and seq_type is None and type(first) != type(second):
                return
        for which, longer, other in (("First", first, second), ("Second", second, first)):
            if len(longer) > len(other):
                text += f"\n{which} {name} contains {len(longer) - len(other)} additional elements.\nFirst extra element {len(other)}:\n{safe_repr(longer[len(other)])}\n"
        diff = "\n" + "\n".join(difflib.ndiff(pprint.pformat(first).splitlines(), pprint.pformat(second).splitlines()))
        self._refuse(msg, self._with_diff(text, diff))

    def assertListEqual(self, list1, list2, msg=None):
        self.assertSequenceEqual(list1, list2, msg, seq_type=list)

    def assertTupleEqual(self, tuple1, tuple2, msg=None):
        self.assertSequenceEqual(tuple1, tuple2, msg, seq_type=tuple)

    def assertSetEqual(self, set1, set2, msg=None):
        lines = []
        for which, extra in (("first", set1 - set2), ("second", set2 - set1)):
            if extra:
                lines.append(f"Items in the {which} set but not the {'second' if which == 'first' else 'first'}:")
                lines += [repr(item) for item in extra]
        if lines:
            self._refuse(msg, "\n".join(lines))

    def assertDictEqual(self, d1, d2, msg=None):
        self.assertIsInstance(d1, dict, "First argument is not a dictionary")
        self.assertIsInstance(d2, dict, "Second argument is not a dictionary")
        if d1 != d2:
            text = "%s != %s" % _compare_texts(d1, d2)
            diff = "\n" + "\n".join(difflib.ndiff(pprint.pformat(d1).splitlines(), pprint.pformat(d2).splitlines()))
            self._refuse(msg, self._with_diff(text, diff))

    def assertMultiLineEqual(self, first, second, msg=None):
        self.assertIsInstance(first, str, "First argument is not a string")
        self.assertIsInstance(second, str, "Second argument is not a string")
        if first == second:
            return
        ends = first[-1:], second[-1:]  # a missing end of line is added to both, so that the lines stay apart
        added = "\n" if any(end and end != "\n" for end in ends) else ""
        old, new = [(text + added if text else text).splitlines(keepends=True) for text in (first, second)]
        text = "%s != %s" % _compare_texts(first, second)
        self._refuse(msg, self._with_diff(text, "\n" + "".join(difflib.ndiff(old, new))))

    def assertCountEqual(self, first, second, msg=None):
        first, second = list(first), list(second)
        differences = []
        rest = list(second)
        try:
            left, right = Counter(first), Counter(second)
            if left == right:
                return
            for item in list(left) + [item for item in right if item not in left]:
                if left[item] != right[item]:
                    differences.append((left[item], right[item], item))
        except TypeError:
            for item in _distinct(first + second):
                counts = sum(x == item for x in first), sum(x == item for x in rest)
                if counts[0] != counts[1]:
                    differences.append((*counts, item))
        if differences:
            lines = ["First has %d, Second has %d:  %r" % each for each in differences]
            self._refuse(msg, self._with_diff("Element counts were not equal:\n", "\n".join(lines)))


def _nearness(first, second, places, delta):
    """Whether two numbers are near each other, in words how near, and their difference."""
    if delta is not None and places is not None:
        raise TypeError("specify delta or places not both")
    diff = abs(first - second)
    if delta is not None:
        return diff <= delta, f"within {safe_repr(delta)} delta", diff
    places = 7 if places is None else places
    return round(diff, places) == 0, f"within {places!r} places", diff


def _distinct(items):
    kept = []
    for item in items:
        if item not in kept:
            kept.append(item)
    return kept


def _class_name(cls):
    return f"{cls.__module__}.{cls.__qualname__}"


class FunctionTestCase(TestCase):
    def __init__(self, testFunc, setUp=None, tearDown=None, description=None):
        super().__init__()
        self._setUpFunc, self._tearDownFunc, self._testFunc, self._description = setUp, tearDown, testFunc, description

    def setUp(self):
        if self._setUpFunc is not None:
            self._setUpFunc()

    def tearDown(self):
        if self._tearDownFunc is not None:
            self._tearDownFunc()

    def runTest(self):
        self._testFunc()

    def id(self):
        return self._testFunc.__name__

    def shortDescription(self):
        return self._description
