"""Examples in docstrings, run and compared with what they say they print."""
import difflib as _difflib
import inspect as _inspect
import io as _io
import re as _re
import sys as _sys
import traceback as _traceback
from collections import namedtuple as _namedtuple
from contextlib import redirect_stdout as _redirect_stdout

_names = ("DONT_ACCEPT_TRUE_FOR_1", "DONT_ACCEPT_BLANKLINE", "NORMALIZE_WHITESPACE", "ELLIPSIS", "SKIP", "IGNORE_EXCEPTION_DETAIL",
          "REPORT_UDIFF", "REPORT_CDIFF", "REPORT_NDIFF", "REPORT_ONLY_FIRST_FAILURE", "FAIL_FAST")
OPTIONFLAGS_BY_NAME = {name: 1 << i for i, name in enumerate(_names)}
(DONT_ACCEPT_TRUE_FOR_1, DONT_ACCEPT_BLANKLINE, NORMALIZE_WHITESPACE, ELLIPSIS, SKIP, IGNORE_EXCEPTION_DETAIL,
 REPORT_UDIFF, REPORT_CDIFF, REPORT_NDIFF, REPORT_ONLY_FIRST_FAILURE, FAIL_FAST) = OPTIONFLAGS_BY_NAME.values()
COMPARISON_FLAGS = (DONT_ACCEPT_TRUE_FOR_1 | DONT_ACCEPT_BLANKLINE | NORMALIZE_WHITESPACE | ELLIPSIS | SKIP
                    | IGNORE_EXCEPTION_DETAIL)
REPORTING_FLAGS = REPORT_UDIFF | REPORT_CDIFF | REPORT_NDIFF | REPORT_ONLY_FIRST_FAILURE | FAIL_FAST
BLANKLINE_MARKER = "<BLANKLINE>"
ELLIPSIS_MARKER = "..."
TestResults = _namedtuple("TestResults", "failed attempted", module=__name__)


def register_optionflag(name):
    return OPTIONFLAGS_BY_NAME.setdefault(name, 1 << len(OPTIONFLAGS_BY_NAME))


def _indented(text, indent=4):
    return _re.sub("(?m)^(?!$)", indent * " ", text)


class Example:
    def __init__(self, source, want, exc_msg=None, lineno=0, indent=0, options=None):
        self.source = source if source.endswith("\n") else source + "\n"
        self.want = want if not want or want.endswith("\n") else want + "\n"
        self.exc_msg = exc_msg if exc_msg is None or exc_msg.endswith("\n") else exc_msg + "\n"
        self.lineno, self.indent, self.options = lineno, indent, options or {}


class DocTest:
    def __init__(self, examples, globs, name, filename, lineno, docstring):
        self.examples, self.globs, self.name = examples, dict(globs), name
        self.filename, self.lineno, self.docstring = filename, lineno, docstring

    def __repr__(self):
        count = len(self.examples)
        text = "no examples" if count == 0 else "1 example" if count == 1 else f"{count} examples"
        return f"<DocTest {self.name} from {self.filename}:{self.lineno} ({text})>"

    def __lt__(self, other):
        return (self.name, self.filename, self.lineno) < (other.name, other.filename, other.lineno)


class DocTestParser:
    _EXCEPTION = _re.compile(r"Traceback \((?:most recent call last|innermost last)\):\s*$")
    _OPTIONS = _re.compile(r"#\s*doctest:\s*([^\n'\"]*)$", _re.MULTILINE)

    def get_examples(self, string, name="<string>"):
        return [part for part in self.parse(string, name) if isinstance(part, Example)]

    def get_doctest(self, string, globs, name, filename, lineno):
        return DocTest(self.get_examples(string, name), globs, name, filename, lineno, string)

    def parse(self, string, name="<string>"):
        """The text and the examples of a docstring, in their order."""
        lines = string.expandtabs().split("\n")
        margin = min([len(line) - len(line.lstrip()) for line in lines if line.strip()], default=0)
        lines = [line[margin:] for line in lines]
        parts, text, at = [], [], 0
        while at < len(lines):
            line = lines[at].lstrip()
            if line != ">>>" and not line.startswith(">>> "):
                if line.startswith(">>>"):
                    raise ValueError(f"line {at + 1} of the docstring for {name} lacks blank after >>>: {lines[at]!r}")
                text.append(lines[at] + "\n")
                at += 1
                continue
            example, end = self._example(lines, at, name, margin)
            parts.append("".join(text))
            if example is not None:
                parts.append(example)
            text, at = [], end
        return [*parts, "".join(text)]

    def _example(self, lines, start, name, margin):
        indent = len(lines[start]) - len(lines[start].lstrip())
        source, at = [lines[start][indent + 4:]], start + 1
        while at < len(lines) and (lines[at].strip() == "..." or lines[at].lstrip().startswith("... ")):
            source.append(lines[at][indent + 4:])
            at += 1
        want = []
        while at < len(lines) and lines[at].strip() and not lines[at].lstrip().startswith(">>>"):
            if lines[at][:indent].strip():
                raise ValueError(f"line {at + 1} of the docstring for {name} has inconsistent leading whitespace: {lines[at]!r}")
            want.append(lines[at][indent:])
            at += 1
        code = "\n".join(source)
        options = self._options(code, name, start)
        if not _re.sub(r"(?m)^\s*(#.*)?$", "", code).strip():
            return None, at
        message = None
        if want and self._EXCEPTION.match(want[0]):
            # What stands between the header and the message is not compared.
            first = next((i for i in range(1, len(want)) if want[i][:1].isalnum() or want[i][:1] == "_"), None)
            message = None if first is None else "\n".join(want[first:])
        return Example(code, "\n".join(want), message, start, margin + indent, options), at

    def _options(self, code, name, line):
        options = {}
        for match in self._OPTIONS.finditer(code):
            for option in match.group(1).replace(",", " ").split():
                if option[0] not in "+-" or option[1:] not in OPTIONFLAGS_BY_NAME:
                    raise ValueError(f"line {line + 1} of the doctest for {name} has an invalid option: {option!r}")
                options[OPTIONFLAGS_BY_NAME[option[1:]]] = option[0] == "+"
        return options


class DocTestFinder:
    def __init__(self, verbose=False, parser=None, recurse=True, exclude_empty=True):
        self._parser, self._recurse, self._exclude_empty = parser or DocTestParser(), recurse, exclude_empty

    def find(self, obj, name=None, module=None, globs=None, extraglobs=None):
        """The DocTests of an object and of what it contains, by name."""
        if name is None:
            name = getattr(obj, "__name__", None)
            if name is None:
                raise ValueError(f"DocTestFinder.find: name must be given when obj.__name__ doesn't exist: {type(obj)!r}")
        if module is None:
            module = obj if _inspect.ismodule(obj) else _sys.modules.get(getattr(obj, "__module__", None))
        if globs is None:
            globs = {} if module is None or module is False else dict(vars(module))
        globs = {"__name__": "__main__", **globs, **(extraglobs or {})}
        tests, seen = [], set()
        self._find(tests, seen, obj, name, module, globs)
        return sorted(tests)

    def _find(self, tests, seen, obj, name, module, globs):
        if id(obj) in seen:
            return
        seen.add(id(obj))
        docstring = getattr(obj, "__doc__", None)
        if docstring or not self._exclude_empty:
            tests.append(self._parser.get_doctest(docstring or "", globs, name, self._file(module), self._line(obj)))
        if not self._recurse:
            return
        if _inspect.ismodule(obj):
            for part, value in list(vars(obj).items()):
                if (_inspect.isclass(value) or _inspect.isfunction(_inspect.unwrap(value) if callable(value) else value)) \
                        and getattr(value, "__module__", None) == obj.__name__:
                    self._find(tests, seen, value, f"{name}.{part}", module, globs)
            for part, value in vars(obj).get("__test__", {}).items():
                if isinstance(value, str):
                    tests.append(self._parser.get_doctest(value, globs, f"{name}.__test__.{part}", self._file(module), None))
                else:
                    self._find(tests, seen, value, f"{name}.__test__.{part}", module, globs)
        elif _inspect.isclass(obj):
            for part, value in list(vars(obj).items()):
                if isinstance(value, (staticmethod, classmethod)):
                    value = value.__func__
                if _inspect.isfunction(value) or _inspect.isclass(value) or isinstance(value, property):
                    if isinstance(value, property) or value.__module__ == obj.__module__:
                        self._find(tests, seen, value, f"{name}.{part}", module, globs)

    def _file(self, module):
        return getattr(module, "__file__", None) or getattr(module, "__name__", "<string>")

    def _line(self, obj):
        """The line, from 0, on which the docstring starts; None where it is not known."""
        try:
            lines, first = _inspect.getsourcelines(obj)
        except (OSError, TypeError):
            return 0 if _inspect.ismodule(obj) else None
        starts = _re.compile(r"(^|.*:)\s*\w*(\"|')")
        return next((first - 1 + i for i, line in enumerate(lines) if starts.match(line)), None)


class OutputChecker:
    def check_output(self, want, got, optionflags):
        if got == want:
            return True
        if not optionflags & DONT_ACCEPT_TRUE_FOR_1 and (got, want) in (("True\n", "1\n"), ("False\n", "0\n")):
            return True
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            want = _re.sub(rf"(?m)^{_re.escape(BLANKLINE_MARKER)}\s*?$", "", want)
            got = _re.sub(r"(?m)^[^\S\n]+$", "", got)
            if got == want:
                return True
        if optionflags & NORMALIZE_WHITESPACE:
            got, want = " ".join(got.split()), " ".join(want.split())
            if got == want:
                return True
        return bool(optionflags & ELLIPSIS) and self._matches(want, got)

    def _matches(self, want, got):
        """Whether `got` has the pieces between the ellipses of `want`, in their order."""
        pieces = want.split(ELLIPSIS_MARKER)
        if len(pieces) == 1 or not got.startswith(pieces[0]) or not got.endswith(pieces[-1]):
            return want == got
        at, end = len(pieces[0]), len(got) - len(pieces[-1])
        for piece in pieces[1:-1]:
            found = got.find(piece, at, end)
            if found < 0:
                return False
            at = found + len(piece)
        return at <= end

    def output_difference(self, example, got, optionflags):
        want = example.want
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            got = _re.sub("(?m)^[ ]*(?=\n)", BLANKLINE_MARKER, got)
        styles = {REPORT_UDIFF: "unified diff with -expected +actual", REPORT_CDIFF: "context diff with expected followed by actual",
                  REPORT_NDIFF: "ndiff with -expected +actual"}
        style = next((flag for flag in styles if optionflags & flag), None)
        if style and want.count("\n") > 2 and got.count("\n") > 2:
            lines = want.splitlines(True), got.splitlines(True)
            if style == REPORT_NDIFF:
                diff = list(_difflib.Differ(charjunk=_difflib.IS_CHARACTER_JUNK).compare(*lines))
            else:
                make = _difflib.unified_diff if style == REPORT_UDIFF else _difflib.context_diff
                diff = list(make(*lines, n=2))[2:]
            return f"Differences ({styles[style]}):\n" + _indented("".join([line.rstrip() + "\n" for line in diff]))
        if want and got:
            return f"Expected:\n{_indented(want)}Got:\n{_indented(got)}"
        if want:
            return f"Expected:\n{_indented(want)}Got nothing\n"
        return f"Expected nothing\nGot:\n{_indented(got)}" if got else "Expected nothing\nGot nothing\n"


class DocTestFailure(Exception):
    def __init__(self, test, example, got):
        self.test, self.example, self.got = test, example, got

    def __str__(self):
        return str(self.test)


class UnexpectedException(Exception):
    def __init__(self, test, example, exc_info):
        self.test, self.example, self.exc_info = test, example, exc_info

    def __str__(self):
        return str(self.test)


class DocTestRunner:
    DIVIDER = "*" * 70

    def __init__(self, checker=None, verbose=None, optionflags=0):
        self._checker = checker or OutputChecker()
        self._verbose = "-v" in _sys.argv if verbose is None else verbose
        self.optionflags = self.original_optionflags = optionflags
        self.tries = self.failures = 0
        self._counts = {}

    def report_start(self, out, test, example):
        if self._verbose:
            expected = f"Expecting:\n{_indented(example.want)}" if example.want else "Expecting nothing\n"
            out(f"Trying:\n{_indented(example.source)}{expected}")

    def report_success(self, out, test, example, got):
        if self._verbose:
            out("ok\n")

    def report_failure(self, out, test, example, got):
        out(self._failure_header(test, example) + self._checker.output_difference(example, got, self.optionflags))

    def report_unexpected_exception(self, out, test, example, exc_info):
        text = "".join(_traceback.format_exception(*exc_info))
        out(f"{self._failure_header(test, example)}Exception raised:\n{_indented(text)}")

    def _failure_header(self, test, example):
        line = "?" if test.lineno is None else test.lineno + example.lineno + 1
        return f"{self.DIVIDER}\nFile \"{test.filename}\", line {line}, in {test.name}\nFailed example:\n{_indented(example.source)}"

    def run(self, test, compileflags=None, out=None, clear_globs=True):
        out = out or _sys.stdout.write
        failures = tries = 0
        for number, example in enumerate(test.examples):
            flags = self.original_optionflags
            for flag, on in example.options.items():
                flags = flags | flag if on else flags & ~flag
            self.optionflags = flags
            if flags & SKIP:
                continue
            quiet = flags & REPORT_ONLY_FIRST_FAILURE and failures > 0
            tries += 1
            if not quiet:
                self.report_start(out, test, example)
            got, error = self._result(example, test.globs, f"<doctest {test.name}[{number}]>")
            passed = self._passes(example, got, error)
            if passed and not quiet:
                self.report_success(out, test, example, got)
            if not passed:
                failures += 1
                if error is not None and example.exc_msg is None:
                    if not quiet:
                        self.report_unexpected_exception(out, test, example, (type(error), error, error.__traceback__))
                elif not quiet:
                    if error is not None:
                        got += "".join(_traceback.format_exception(error))
                    self.report_failure(out, test, example, got)
                if flags & FAIL_FAST:
                    break
        self.optionflags = self.original_optionflags
        self.failures += failures
        self.tries += tries
        before = self._counts.get(test.name, (0, 0))
        self._counts[test.name] = (before[0] + failures, before[1] + tries)
        if clear_globs:
            test.globs.clear()
        return TestResults(failures, tries)

    def _result(self, example, globs, filename):
        """What the example prints, and the exception that ends it."""
        with _redirect_stdout(_io.StringIO()) as printed:
            try:
                exec(compile(example.source, filename, "single"), globs)
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                return printed.getvalue(), error
        return printed.getvalue(), None

    def _passes(self, example, got, error):
        if error is None:
            return self._checker.check_output(example.want, got, self.optionflags)
        if example.exc_msg is None:
            return False
        message = "".join(_traceback.format_exception_only(error))
        if self._checker.check_output(example.exc_msg, message, self.optionflags):
            return True
        if not self.optionflags & IGNORE_EXCEPTION_DETAIL:
            return False
        names = [text.split(":")[0].split("\n")[0].rpartition(".")[2] for text in (example.exc_msg, message)]
        return names[0] == names[1]

    def summarize(self, verbose=None):
        verbose = self._verbose if verbose is None else verbose
        counts = sorted(self._counts.items())
        empty = [name for name, (failed, tried) in counts if tried == 0]
        passed = [(name, tried) for name, (failed, tried) in counts if tried and not failed]
        failed = [(name, count) for name, count in counts if count[0]]
        if verbose:
            if empty:
                print(len(empty), "items had no tests:")
                for name in empty:
                    print("   ", name)
            if passed:
                print(len(passed), "items passed all tests:")
                for name, tried in passed:
                    print(f" {tried:3d} tests in {name}")
        if failed:
            print(self.DIVIDER)
            print(len(failed), "items had failures:")
            for name, (bad, tried) in failed:
                print(f" {bad:3d} of {tried:3d} in {name}")
        if verbose:
            print(self.tries, "tests in", len(counts), "items.")
            print(self.tries - self.failures, "passed and", self.failures, "failed.")
        if self.failures:
            print(f"***Test Failed*** {self.failures} failures.")
        elif verbose:
            print("Test passed.")
        return TestResults(self.failures, self.tries)


class DebugRunner(DocTestRunner):
    """Raises at the first failure."""

    def report_failure(self, out, test, example, got):
        raise DocTestFailure(test, example, got)

    def report_unexpected_exception(self, out, test, example, exc_info):
        raise UnexpectedException(test, example, exc_info)


def testmod(m=None, name=None, globs=None, verbose=None, report=True, optionflags=0, extraglobs=None, raise_on_error=False,
            exclude_empty=False):
    """Runs the examples of a module (the program, if none is given) and returns TestResults(failed, attempted)."""
    m = _sys.modules["__main__"] if m is None else m
    if not _inspect.ismodule(m):
        raise TypeError(f"testmod: module required; {m!r}")
    runner = (DebugRunner if raise_on_error else DocTestRunner)(verbose=verbose, optionflags=optionflags)
    finder = DocTestFinder(exclude_empty=exclude_empty)
    for test in finder.find(m, name or m.__name__, globs=globs, extraglobs=extraglobs):
        runner.run(test)
    if report:
        runner.summarize()
    return TestResults(runner.failures, runner.tries)


def run_docstring_examples(f, globs, verbose=False, name="NoName", compileflags=None, optionflags=0):
    runner = DocTestRunner(verbose=verbose, optionflags=optionflags)
    for test in DocTestFinder(verbose=verbose, recurse=False).find(f, name, globs=globs):
        runner.run(test)
