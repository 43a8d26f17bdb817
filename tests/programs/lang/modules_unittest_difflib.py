# unittest's results as text, difflib's forms, pprint within a width
import difflib

a = "one two three four".split()
b = "one too tree four five".split()
print("\n".join(difflib.unified_diff(a, b, "a", "b", lineterm="")))
print("\n".join(difflib.ndiff(a, b)))
print("\n".join(difflib.context_diff(a, b, "a", "b", lineterm="")))
s = difflib.SequenceMatcher(None, "abcdxyz", "bcdeyz")
print(
    s.ratio(), s.get_opcodes(), s.get_matching_blocks(), s.find_longest_match(), s.quick_ratio(), s.real_quick_ratio()
)
print(difflib.get_close_matches("appel", ["ape", "apple", "peach", "puppy"]))
t1 = ["line %d\n" % i for i in range(20)]
t2 = t1[:]
t2[3] = "changed\n"
del t2[12]
t2.insert(17, "new\n")
print("".join(difflib.unified_diff(t1, t2)), "".join(difflib.ndiff(t1, t2)))
print(list(difflib.restore(difflib.ndiff(a, b), 1)))
from pprint import pprint, pformat, PrettyPrinter, pp
import collections

d = {"name": "x" * 20, "list": list(range(30)), "nested": {"a": [1, 2, {"deep": ["y" * 30, "z" * 40]}], "b": (1,)}}
pprint(d)
pprint(d, width=40)
pprint(d, indent=4)
pprint(d, compact=True)
pprint(d, depth=1)
pprint(list(range(50)), compact=True)
pprint({"b": 1, "a": 2}, sort_dicts=False)
pprint({"b": 1, "a": 2})
pp({"b": 1, "a": 2})
pprint("a long string " * 10)
pprint(["word " * 20, "short"])
pprint({3, 1, 2})
pprint((1,))
pprint([])
pprint({})
pprint(collections.OrderedDict([("k" * 30, 1), ("j" * 30, 2), ("l" * 20, 3)]))
pprint(collections.defaultdict(list, {"a" * 40: [1] * 10, "b" * 20: []}))
pprint(collections.Counter("abracadabra" * 3))
pprint(collections.deque(range(40)))
l = [1]
l.append(l)
print(pformat(l).split("id=")[0])
from dataclasses import dataclass


@dataclass
class P:
    name: str
    items: list
    other: dict


pprint(P("n" * 30, list(range(20)), {"k": "v" * 30}))
import types

pprint(types.SimpleNamespace(alpha="a" * 40, beta="b" * 40))
pprint(1000000, underscore_numbers=True)
print(pformat({"x": {"y": {"z": 1}}}, depth=2))
pprint(b"bytes " * 20)
pprint([{"id": i, "tags": ["t%d" % j for j in range(i)]} for i in range(4)], width=30)
import unittest, sys, io


class T(unittest.TestCase):
    def setUp(self):
        self.x = 1

    def test_ok(self):
        self.assertEqual(self.x, 1)

    def test_eq(self):
        self.assertEqual([1, 2, 3], [1, 2, 4])

    def test_str(self):
        self.assertEqual("hello\nworld", "hello\nthere")

    def test_dict(self):
        self.assertEqual({"a": 1}, {"a": 2})

    def test_raises(self):
        with self.assertRaises(ZeroDivisionError) as cm:
            1 / 0
        self.assertEqual(str(cm.exception), "division by zero")

    def test_raises_not(self):
        with self.assertRaises(KeyError):
            pass

    def test_err(self):
        {}["k"]

    @unittest.skip("why")
    def test_skip(self):
        pass

    @unittest.expectedFailure
    def test_xf(self):
        self.fail("x")

    def test_sub(self):
        for i in range(3):
            with self.subTest(i=i):
                self.assertEqual(i % 2, 0)

    def test_almost(self):
        self.assertAlmostEqual(1.0, 1.1)

    def test_msg(self):
        self.assertTrue(False, "custom")

    def test_in(self):
        self.assertIn(3, [1, 2])

    def test_regex(self):
        self.assertRaisesRegex(ValueError, "bad", int, "x")

    def test_tuple(self):
        self.assertTupleEqual((1,), (1, 2))

    def test_set(self):
        self.assertEqual({1, 2}, {2, 3})

    def test_count(self):
        self.assertCountEqual([1, 2, 2], [2, 1, 1])

    def test_none(self):
        self.assertIsNone(3)

    def test_documented(self):
        """First line of doc."""
        self.assertGreater(1, 2)


s = unittest.defaultTestLoader.loadTestsFromTestCase(T)
import re

for v in (2,):
    out = io.StringIO()
    r = unittest.TextTestRunner(stream=out, verbosity=v).run(s)
    print(
        "\n".join(
            re.sub(r"\d+ tests in [\d.]+s", "tests", line)
            for line in out.getvalue().split("\n")
            if not line.startswith("  File")
        )
    )
print(len(r.failures), len(r.errors), len(r.skipped), r.wasSuccessful())
