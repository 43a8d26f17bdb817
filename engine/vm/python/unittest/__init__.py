"""Tests as methods of classes: what they assert, how they are found, run and reported."""
import sys
from unittest.case import FunctionTestCase, SkipTest, TestCase, expectedFailure, skip, skipIf, skipUnless
from unittest.runner import TestResult, TestSuite, TextTestResult, TextTestRunner


class TestLoader:
    testMethodPrefix = "test"
    suiteClass = TestSuite
    testNamePatterns = None

    def getTestCaseNames(self, testCaseClass):
        return sorted(name for name in dir(testCaseClass) if name.startswith(self.testMethodPrefix) and callable(getattr(testCaseClass, name)))

    def loadTestsFromTestCase(self, testCaseClass):
        if issubclass(testCaseClass, TestSuite):
            raise TypeError("Test cases should not be derived from TestSuite. Maybe you meant to derive from TestCase?")
        names = self.getTestCaseNames(testCaseClass)
        if not names and hasattr(testCaseClass, "runTest"):
            names = ["runTest"]
        return self.suiteClass(map(testCaseClass, names))

    def loadTestsFromModule(self, module, *, pattern=None):
        found = []
        for name in dir(module):
            value = getattr(module, name)
            if isinstance(value, type) and issubclass(value, TestCase) and value not in (TestCase, FunctionTestCase):
                found.append(self.loadTestsFromTestCase(value))
        suite = self.suiteClass(found)
        load = getattr(module, "load_tests", None)
        return load(self, suite, pattern) if load is not None else suite

    def loadTestsFromName(self, name, module=None):
        parts = name.split(".")
        found, parent = module if module is not None else sys.modules["__main__"], None
        for part in parts:
            parent, found = found, getattr(found, part)
        if isinstance(found, type) and issubclass(found, TestCase):
            return self.loadTestsFromTestCase(found)
        if isinstance(parent, type) and issubclass(parent, TestCase):
            return self.suiteClass([parent(parts[-1])])
        if isinstance(found, TestSuite):
            return found
        made = found()
        return made if isinstance(made, TestSuite) else self.suiteClass([made])

    def loadTestsFromNames(self, names, module=None):
        return self.suiteClass([self.loadTestsFromName(name, module) for name in names])


defaultTestLoader = TestLoader()


class TestProgram:
    def __init__(self, module="__main__", defaultTest=None, argv=None, testRunner=None, testLoader=defaultTestLoader, exit=True, verbosity=1, failfast=None, catchbreak=None, buffer=None, warnings=None, *, tb_locals=False, durations=None):
        self.module = sys.modules[module] if isinstance(module, str) else module
        self.verbosity, self.failfast = verbosity, bool(failfast)
        names = self._read(list(sys.argv if argv is None else argv)[1:])
        if not names and defaultTest is not None:
            names = [defaultTest] if isinstance(defaultTest, str) else list(defaultTest)
        self.test = testLoader.loadTestsFromNames(names, self.module) if names else testLoader.loadTestsFromModule(self.module)
        runner = testRunner if testRunner is not None else TextTestRunner
        if isinstance(runner, type):
            runner = runner(verbosity=self.verbosity, failfast=self.failfast)
        self.result = runner.run(self.test)
        if exit:
            ran = self.result.testsRun or self.result.skipped
            sys.exit(1 if not self.result.wasSuccessful() else 0 if ran else 5)

    def _read(self, arguments):
        names = []
        for argument in arguments:
            if argument in ("-v", "--verbose"):
                self.verbosity = 2
            elif argument in ("-q", "--quiet"):
                self.verbosity = 0
            elif argument in ("-f", "--failfast"):
                self.failfast = True
            elif not argument.startswith("-"):
                names.append(argument)
        return names


main = TestProgram


def findTestCases(module, prefix="test"):
    return defaultTestLoader.loadTestsFromModule(module)
