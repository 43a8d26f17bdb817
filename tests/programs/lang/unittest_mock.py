# unittest.mock: what is recorded, asserted, answered and put in place.
import re
import unittest
from unittest import mock
from unittest.mock import ANY, DEFAULT, MagicMock, Mock, NonCallableMock, PropertyMock, call, patch, sentinel


def attempt(label, fn):
    try:
        print(label, fn())
    except Exception as e:
        print(label, type(e).__name__ + ":", e)


def shown(m):
    return re.sub(r"id='\d+'", "id", repr(m))


m = Mock()
print(m.called, m.call_count, m.call_args, m.call_args_list)
m(1, b=2)
m(3)
print(m.called, m.call_count, m.call_args, m.call_args_list, m.mock_calls)
print(m.call_args.args, m.call_args.kwargs, m.call_args_list[0] == call(1, b=2), m.call_args == ((3,),), m.call_args[0])
attempt("with", lambda: m.assert_called_with(3))
attempt("with", lambda: m.assert_called_with(4, c=5))
attempt("once", lambda: m.assert_called_once())
attempt("once with", lambda: m.assert_called_once_with(3))
attempt("any", lambda: m.assert_any_call(1, b=2))
attempt("any", lambda: m.assert_any_call(9))
attempt("not", lambda: m.assert_not_called())
attempt("has", lambda: m.assert_has_calls([call(1, b=2), call(3)]))
attempt("has", lambda: m.assert_has_calls([call(3), call(1, b=2)]))
attempt("has", lambda: m.assert_has_calls([call(3), call(1, b=2)], any_order=True))
attempt("has", lambda: m.assert_has_calls([call(8)], any_order=True))
fresh = Mock(name="box")
attempt("called", lambda: fresh.assert_called())
attempt("with", lambda: fresh.assert_called_with(1))
attempt("once", lambda: fresh.assert_called_once_with(1))
m.reset_mock()
print(m.called, m.call_count, m.mock_calls)

p = Mock()
p.a.b(1)
p.c(2, k=3).d()
print(p.mock_calls, p.method_calls, p.a.mock_calls)
print(p.mock_calls == [call.a.b(1), call.c(2, k=3), call.c().d()], call.a.b(1), call(1).x, call)
print(
    shown(p), shown(p.a.b), shown(p.c()), shown(fresh), shown(fresh.part), shown(MagicMock()), shown(Mock(name="n")())
)
attempt("typo", lambda: p.assert_called_oncewith(1))
attempt("magic", lambda: p.__len__)

r = Mock(return_value=7, side_effect=None, x=5, **{"y.return_value": 6, "z.side_effect": KeyError("k")})
print(r(), r.x, r.y())
attempt("effect", lambda: r.z())
e = Mock(side_effect=[1, 2, ValueError("third")])
print(e(), e())
attempt("effect", e)
attempt("effect", e)
f = Mock(side_effect=lambda a: a * 2 if a else DEFAULT, return_value="default")
print(f(4), f(0))
w = Mock(wraps={"a": 1})
print(w.get("a"), w.get.call_args)


class Thing:
    size = 3

    def go(self, a):
        return a


s = Mock(spec=Thing)
print(isinstance(s, Thing), s.__class__, shown(s))
attempt("spec", lambda: s.nothing)
s.other = 1
t = Mock(spec_set=["one"])
attempt("spec_set", lambda: setattr(t, "two", 2))
attempt("spec_set", lambda: t.two)
n = NonCallableMock()
attempt("call", lambda: n())
del p.gone
attempt("deleted", lambda: p.gone)

g = MagicMock()
print(len(g), int(g), float(g), bool(g), list(g), 3 in g, g.__len__.called)
g.__getitem__.return_value = "item"
g.__len__.return_value = 4
g.__iter__.return_value = [1, 2]
print(g[5], len(g), list(g), g.__getitem__.call_args, g.__getitem__.mock_calls)
with g as inside:
    print(inside is g.__enter__.return_value)
print(g.__exit__.called, (g + 1) is g.__add__.return_value)
attempt("order", lambda: g < 3)
g.__str__ = lambda self: "text"
print(str(g))
print(sentinel.one, sentinel.one is sentinel.one, ANY == 3, [call(ANY)] == [call(object())], ANY)


class Target:
    attribute = "before"
    table = {"a": 1}

    def method(self):
        return "real"

    @staticmethod
    def fixed():
        return "static"


with patch.object(Target, "attribute", "during") as value:
    print(value, Target.attribute)
print(Target.attribute)
with patch.object(Target, "method", return_value="fake") as fake:
    print(Target().method(), fake.called)
print(Target().method())
with patch.object(Target, "fixed", lambda: "other"):
    print(Target.fixed())
print(Target.fixed(), Target().fixed())
attempt("patch", lambda: patch.object(Target, "absent", 1).__enter__())
with patch.object(Target, "absent", 1, create=True):
    print(Target.absent)
print(hasattr(Target, "absent"))
with patch(f"{__name__}.Target") as replaced:
    print(shown(Target), replaced is Target)
print(Target.__name__)
with patch("math.pi", 3):
    import math

    print(math.pi)
print(round(math.pi, 3))
with patch.dict(Target.table, {"b": 2}, c=3):
    print(Target.table)
with patch.dict(Target.table, clear=True):
    print(Target.table)
print(Target.table)
with patch.multiple(Target, attribute="many", method=DEFAULT) as made:
    print(Target.attribute, sorted(made), Target.method is made["method"])
print(Target.attribute)


@patch.object(Target, "attribute", "decorated")
@patch.object(Target, "method")
@patch("math.sqrt", return_value=-1)
def decorated(a, root, method):
    return a, Target.attribute, math.sqrt(4), root.called, method is Target.method


print(decorated("given"), decorated.__name__, math.sqrt(4))
starter = patch.object(Target, "attribute", "started")
starter.start()
print(Target.attribute)
starter.stop()
print(Target.attribute)
patch.object(Target, "attribute", "all").start()
patch.stopall()
print(Target.attribute)
attempt("target", lambda: patch("plain"))
with patch.object(Target, "attribute", new_callable=PropertyMock) as prop:
    prop.return_value = "property"
    print(Target().attribute, prop.mock_calls)
try:
    with patch.object(Target, "attribute", "failing"):
        raise ValueError("inside")
except ValueError:
    print(Target.attribute)


@patch.object(Target, "attribute", "in class")
class TestIt(unittest.TestCase):
    def test_it(self):
        self.assertEqual(Target.attribute, "in class")


result = unittest.TestResult()
unittest.defaultTestLoader.loadTestsFromTestCase(TestIt).run(result)
print(result.testsRun, len(result.failures), Target.attribute, mock.patch is patch)
parent = Mock()
child = Mock()
parent.attach_mock(child, "kid")
child(1)
parent.kid.more(2)
print(parent.mock_calls)
mock.seal(parent)
attempt("sealed", lambda: parent.fresh)


def with_defaults(a=1, *, b=2):
    """What it does."""
    return a, b


with patch.object(with_defaults, "__defaults__", (5,)), patch.object(with_defaults, "__kwdefaults__", {"b": 6}):
    print(with_defaults())
print(with_defaults(), with_defaults.__defaults__, with_defaults.__kwdefaults__)
del with_defaults.__defaults__, with_defaults.__kwdefaults__, with_defaults.__doc__
print(with_defaults.__defaults__, with_defaults.__kwdefaults__, with_defaults.__doc__)
