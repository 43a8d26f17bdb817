from unittest.mock import *
from unittest import mock
import unittest, os


class Thing:
    """doc"""

    size = 3

    def run(self, a, b=2):
        return a

    def __len__(self):
        return 2

    @staticmethod
    def st(x):
        return x

    @classmethod
    def cl(cls, x):
        return x


m = Mock(return_value=3)
print(m(1, x=2), m.call_args, m.call_args.args, m.call_args.kwargs, m.mock_calls, m.called, m.call_count)
m.assert_called_once_with(1, x=2)
for f in (
    lambda: m.assert_called_with(2),
    lambda: m.assert_not_called(),
    lambda: Mock().assert_called(),
    lambda: Mock(name="foo").assert_called_with(1),
    lambda: m.assert_any_call(4),
    lambda: m.assert_has_calls([call(5)]),
    lambda: m.assert_called_onc(),
):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
p = Mock()
p.a.b(1).c(2)
p.x.y.z(3)
print(p.mock_calls, p.method_calls)
print(p.mock_calls == [call.a.b(1), call.a.b().c(2), call.x.y.z(3)], call.a.b(1).c(2).call_list())
p.assert_has_calls([call.x.y.z(3)])
m = Mock(side_effect=[1, ValueError("x"), 3])
print(m())
try:
    m()
except ValueError as e:
    print("VE", e)
print(m())
try:
    m()
except StopIteration:
    print("stop")
mm = MagicMock()
print(len(mm), bool(mm), int(mm), float(mm), list(mm), 3 in mm, mm == mm, mm != mm, mm == 3)
mm.__len__.return_value = 7
mm.__getitem__.side_effect = lambda k: k * 2
mm.__str__.return_value = "S"
print(len(mm), mm[4], str(mm), mm.__getitem__.call_args)
mm.__iter__.return_value = [1, 2]
print(list(mm), list(mm))
with mm as ctx:
    print(ctx is mm.__enter__.return_value)
print(isinstance(mm + 1, MagicMock))
s = Mock(spec=Thing)
print(isinstance(s, Thing), s.run is s.run)
try:
    s.nope
except AttributeError as e:
    print(e)
s = Mock(spec_set=Thing)
try:
    s.nope = 3
except AttributeError as e:
    print(e)
import re

print(
    re.sub(r"\d{5,}", "N", repr(s)),
    re.sub(r"\d{5,}", "N", repr(Mock(name="q").w.e())),
    re.sub(r"\d{5,}", "N", repr(mm.foo().bar)),
)
with patch.object(Thing, "run", return_value=9) as r:
    print(Thing().run(1), r.call_args)
print(Thing().run(4))
with patch("os.getcwd", return_value="/nowhere") as g:
    print(os.getcwd())


@patch("os.getcwd")
@patch.object(Thing, "size", 33)
def t(g, extra=1):
    g.return_value = "here"
    print(os.getcwd(), Thing.size)


t()
print(Thing.size)
d = {"a": 1}
with patch.dict(d, {"b": 2}, c=3):
    print(d)
print(d)
with patch.dict(d, clear=True, z=1):
    print(d)
print(d)
with patch.multiple(Thing, run=DEFAULT, size=8) as ms:
    print(sorted(ms), Thing.size)
a = create_autospec(Thing)
i = a()
i.run(1)
try:
    i.run()
except TypeError as e:
    print(e)
try:
    i.run(1, 2, 3)
except TypeError as e:
    print(e)


def fn(x, y=2):
    pass


af = create_autospec(fn, return_value=5)
print(af(1), af.call_count, af.call_args)
try:
    af()
except TypeError as e:
    print(e)
af.assert_called_once_with(1)
print(sentinel.foo, sentinel.foo is sentinel.foo, DEFAULT, ANY == 3, call(1, ANY) == call(1, 4))
with patch("builtins.open", mock_open(read_data="l1\nl2\n")) as o:
    with open("foo") as f:
        print(f.read())
    with open("foo") as f:
        print([l for l in f])
    with open("foo") as f:
        print(f.readline(), f.readlines())
o.assert_called_with("foo")
print(o.mock_calls[:2])


class P:
    x = 1


with patch.object(P, "x", new_callable=PropertyMock) as px:
    px.return_value = 4
    print(P().x)
    P().x = 8
print(px.mock_calls)
m = Mock()
m.configure_mock(**{"a.return_value": 3, "b.side_effect": KeyError("k")})
print(m.a())
try:
    m.b()
except KeyError as e:
    print(repr(e))
m = Mock()
m.x = 1
seal(m)
try:
    m.y
except AttributeError as e:
    print(e)
m = Mock()
m.x(1)
m.reset_mock()
print(m.x.called, m.mock_calls)
m = Mock(wraps=Thing())
print(m.run(5), m.run.call_args)
import asyncio

am = AsyncMock(return_value=3)


async def go():
    print(await am(1))
    am.assert_awaited_once_with(1)
    print(am.await_count)


asyncio.run(go())


class TT(unittest.TestCase):
    @patch.object(Thing, "run")
    def test_a(self, r):
        print("in test", isinstance(r, MagicMock))

    def test_b(self):
        pp = patch.object(Thing, "size", 5)
        pp.start()
        self.addCleanup(pp.stop)
        print(Thing.size)


unittest.TextTestRunner(stream=open(os.devnull, "w")).run(unittest.defaultTestLoader.loadTestsFromTestCase(TT))
print(Thing.size)
try:
    patch.object(Thing, "zz").start()
except AttributeError as e:
    print(e)
m1 = Mock()
m1.attach_mock(Mock(), "child")
m1.child(3)
print(m1.mock_calls)
del m.run
try:
    m.run
except AttributeError as e:
    print("deleted", e)
print(mock.call, call.foo, call.foo(1), call(3)[1:], call.a.b(1, k=2))
