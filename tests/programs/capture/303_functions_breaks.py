# Exceptions and graph breaks under capture.
import torch
import torch._dynamo
import torch._dynamo.testing
import torch.nn.functional as F
import copy, math, collections, functools, itertools, operator, enum, dataclasses, contextlib, typing
from typing import NamedTuple, List, Dict, Optional
from collections import namedtuple, defaultdict, OrderedDict, deque
from torch import nn

def show(v, depth=0):
    if depth > 4:
        return "..."
    if isinstance(v, torch.Tensor):
        if v.dtype.is_floating_point:
            t = [round(float(q), 3) + 0.0 for q in v.detach().reshape(-1)[:6].float()]
        else:
            t = v.detach().reshape(-1)[:6].tolist()
        return f"T{list(v.shape)}{str(v.dtype)[6:]}{'g' if v.requires_grad else ''}{t}"
    if isinstance(v, tuple) and hasattr(v, "_fields"):
        return type(v).__name__ + "(" + ", ".join(f"{k}={show(x, depth+1)}" for k, x in zip(v._fields, v)) + ")"
    if isinstance(v, torch.Size):
        return "Size" + str(list(v))
    if isinstance(v, (list, tuple, deque)):
        return type(v).__name__ + "(" + ", ".join(show(x, depth+1) for x in v) + ")"
    if isinstance(v, dict):
        return type(v).__name__ + "{" + ", ".join(f"{show(k, depth+1)}: {show(x, depth+1)}" for k, x in v.items()) + "}"
    if isinstance(v, (set, frozenset)):
        return type(v).__name__ + "{" + ", ".join(sorted(show(x, depth+1) for x in v)) + "}"
    if isinstance(v, float):
        return f"{v:.5g}"
    if isinstance(v, (int, str, bool, type(None), torch.dtype, torch.device, slice, range)):
        return repr(v)
    if isinstance(v, type):
        return "class " + v.__name__
    if isinstance(v, enum.Enum):
        return str(v)
    if callable(v) and not isinstance(v, nn.Module) and not hasattr(v, "__dict__"):
        return "callable"
    if hasattr(v, "__dict__") and not callable(v):
        return type(v).__name__ + "<" + ", ".join(f"{k}={show(x, depth+1)}" for k, x in sorted(v.__dict__.items())
                                                  if not k.startswith("__")) + ">"
    return type(v).__name__

class Counter:
    def __init__(self):
        self.frames = 0
        self.ops = 0
        self.names = []
    def __call__(self, gm, inputs):
        self.frames += 1
        names = []
        for n in gm.graph.nodes:
            if "call" in n.op:
                self.ops += 1
                names.append(n.target if isinstance(n.target, str) else getattr(n.target, "__name__", str(n.target)))
        self.names.append(" ".join(names))
        return gm.forward

def run1(fn, args):
    try:
        r = fn(*args)
        return show(r)
    except Exception as e:
        return "EXC " + type(e).__name__ + ": " + str(e).split("\n")[0][:150]

def check(fn, *argsets, dynamic=None, setup=None):
    name = fn.__name__ if hasattr(fn, "__name__") else type(fn).__name__
    if not argsets:
        argsets = ((torch.arange(6.0).reshape(2, 3) - 1.5,),)
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    c = Counter()
    mem = {}
    e_args = [copy.deepcopy(a) for a in argsets]
    c_args = [copy.deepcopy(a) for a in argsets]
    if setup: setup()
    e = [run1(fn, a) for a in e_args]
    if setup: setup()
    opt = torch.compile(fn, backend=c, dynamic=dynamic)
    g = []
    for a in c_args:
        torch.manual_seed(0)
        g.append(run1(opt, a))
    print(f"[{name}] frames={c.frames} ops={c.ops} breaks={sum(torch._dynamo.utils.counters['graph_break'].values())}")
    for n in c.names:
        print("   G:", n)
    for k in sorted(torch._dynamo.utils.counters['graph_break']):
        print("   B:", k.split("\n")[0][:70])
    for i in range(len(e)):
        if e[i] != g[i]:
            print("   DIFF eager", e[i])
        print("   R:", g[i])
        ea, ca = show(e_args[i]), show(c_args[i])
        if ea != ca:
            print("   ARGS eager", ea)
            print("   ARGS compi", ca)

X = torch.arange(6.0).reshape(2, 3) - 1.5
Y = torch.ones(2, 3) * 2

def f_try_ok(x):
    try:
        y = x + 1
    except ValueError:
        y = x - 1
    finally:
        z = 2
    return y * z
def f_try_raise(x):
    try:
        raise ValueError("boo")
    except (TypeError, ValueError) as e:
        return x + len(e.args), str(e), type(e).__name__, repr(e)
def f_try_else(x):
    try:
        a = 1
    except Exception:
        a = 2
    else:
        a = 3
    return x + a
def f_try_attr(x):
    try:
        x.foo
    except AttributeError as e:
        return x + 1
def f_try_index(x):
    try:
        return [1, 2][5]
    except IndexError:
        return x + 5
def f_try_nested(x):
    try:
        try:
            raise KeyError("a")
        except KeyError:
            raise ValueError("b")
        finally:
            x = x + 1
    except ValueError as e:
        return x, str(e), type(e.__context__).__name__
def f_try_from(x):
    try:
        try:
            raise KeyError("a")
        except KeyError as k:
            raise ValueError("b") from k
    except ValueError as e:
        return x + 1, type(e.__cause__).__name__
def f_try_reraise(x):
    try:
        try:
            raise KeyError("a")
        except KeyError:
            raise
    except Exception as e:
        return x + 1, type(e).__name__
class MyErr(Exception):
    def __init__(self, v):
        super().__init__("my" + str(v))
        self.v = v
def thrower(x, k):
    if k: raise MyErr(k)
    return x * 2
def f_try_inline(x):
    try:
        return thrower(x, 3)
    except MyErr as e:
        return x + e.v, str(e)
def f_try_return_finally(x):
    l = []
    def g():
        try:
            return x + 1
        finally:
            l.append(1)
    return g(), l
def f_raise_out(x):
    y = x + 1
    raise RuntimeError("out")
def f_raise_uncaught(x): 
    return thrower(x + 1, 5)
def f_assert(x):
    assert x.shape[0] == 2, "bad"
    assert isinstance(x, torch.Tensor)
    return x + 1
def f_assert_fail(x):
    assert x.shape[0] == 3, "bad shape"
    return x + 1
def f_assert_tensor(x):
    assert (x > -10).all()
    return x + 1
def f_stopiter(x):
    it = iter([1])
    next(it)
    try:
        next(it)
    except StopIteration:
        return x + 1
def f_print(x):
    y = x + 1
    print("hi")
    return y * 2
def f_item(x):
    a = x.sum().item()
    return x * a
def f_item_branch(x):
    if x.sum().item() > 0: return x + 1
    return x - 1
def f_branch(x):
    y = x + 1
    if y.sum() > 0: y = y * 2
    return y + 3
def f_branch_both(x):
    if x.mean() > 0:
        z = x + 1
    else:
        z = x - 1
    return z * 2
def f_while_tensor(x):
    i = 0
    while x.sum() < 20:
        x = x + 1
        i += 1
    return x, i
def f_loop_break(x):
    for i in range(3):
        x = x + 1
        torch._dynamo.graph_break()
        x = x * 2
    return x
def f_loop_print(x):
    for i in range(2):
        x = x + i
        print("it", i)
    return x
def f_tolist(x): return x.tolist(), x + 1
def f_int_t(x):
    n = int(x.sum())
    return x + n
def f_bool_t(x): return bool(x.sum() > 0), x * 2
def f_nonzero(x): return x.nonzero(), x + 1
def f_mask_select(x): return x[x > 0].sum()
def f_unique(x): return torch.unique(x) + 1
def f_break_expl(x):
    y = x.sin()
    torch._dynamo.graph_break()
    return y.cos()
def f_break_msg(x):
    y = x.sin()
    torch._dynamo.graph_break("custom")
    return y.cos()
def f_break_in_call(x):
    def g(v):
        v = v + 1
        torch._dynamo.graph_break()
        return v * 2
    y = x * 3
    z = g(y)
    return z - 1
def helper_break(v):
    v = v + 1
    torch._dynamo.graph_break()
    return v * 2
def f_break_nested(x): return helper_break(x * 3) - 1
def mid(v): return helper_break(v + 5) + 7
def f_break_nested2(x): return mid(x * 3) - 1
def f_break_args(x): return torch.add(x * 2, helper_break(x)) + max(1, 2)
def f_break_stack(x): return [x + 1, helper_break(x), x + 2]
def f_break_dict(x): return {"a": x + 1, "b": helper_break(x)}
def f_break_try(x):
    try:
        y = x + 1
        torch._dynamo.graph_break()
        return y * 2
    except ValueError:
        return x
def f_break_with(x):
    l = []
    with CtxB(l):
        y = x + 1
        torch._dynamo.graph_break()
        y = y * 2
    return y, l
class CtxB:
    def __init__(self, l): self.l = l
    def __enter__(self): self.l.append(1)
    def __exit__(self, *a): self.l.append(2)
@contextlib.contextmanager
def cmg():
    yield 3
def f_break_cm(x):
    with cmg() as k:
        y = x + k
        torch._dynamo.graph_break()
        y = y * 2
    return y
def f_break_closure(x):
    k = x + 1
    def g(): return k * 2
    torch._dynamo.graph_break()
    return g()
def f_break_nonlocal(x):
    n = 1
    def inc():
        nonlocal n
        n += 1
    inc()
    torch._dynamo.graph_break()
    inc()
    return x + n
def f_break_listmut(x):
    l = [1]
    l.append(x + 1)
    torch._dynamo.graph_break()
    l.append(x + 2)
    return l
def f_break_ifexp(x): return (x + 1 if x.sum() > 0 else x - 1) * 2
def f_break_and(x): return x + 1 if x.sum() > 0 and x.mean() > 0 else x - 1
def f_break_comp(x): return [helper_break(x + i) for i in range(2)]
@torch._dynamo.disable
def dis(x): return x * 10
def f_disabled(x): return dis(x + 1) + 1
@torch.compiler.disable(recursive=False)
def dis2(x): return x * 10
def f_iscompiling(x): return x + 1 if torch.compiler.is_compiling() else x + 2, torch._dynamo.is_compiling()
def f_backward(x):
    y = (x * 2).sum()
    y.backward()
    return y
def f_id(x): return x + (1 if id(x) == id(x) else 0)
def f_repr(x):
    s = repr(x)
    return x + len(s)
def f_str_t(x):
    s = f"{x.sum()}"
    return x + 1
def f_sort_tensorkey(x): return sorted([x.sum(), x.max()], key=lambda v: v)[0]
def f_warn(x):
    import warnings
    warnings.warn("w")
    return x + 1
def f_time(x):
    import time
    t = time.time()
    return x + 1
def f_random(x):
    import random
    random.seed(0)
    r = random.random()
    return x + 1
def f_open(x):
    y = x + 1
    open("/nonexistent") if False else None
    return y
def f_input_class(x):
    class Z:
        pass
    return x + 1
def f_hasattr_t(x): return hasattr(x, "shape"), hasattr(x, "nope"), getattr(x, "nope", 3), x + 1
def f_tensor_attr_set(x):
    y = x + 1
    y.foo = 3
    return y + y.foo
def f_global_builtin(x):
    return x + eval("1+1") if False else x + ord("a") + len(chr(98)) + hash(1) + int("5") + len(hex(10)) + len(bin(3))
def f_requires_grad_(x):
    y = torch.ones(3)
    y.requires_grad_()
    return y * 2
def f_detach_data(x): return x.detach() + 1, x.data + 1
def f_noop(x): return x
def f_const(x): return 5
def f_none(x): pass
def f_ret_input_twice(x): return x, x, [x]
def f_unused(x): 
    y = x * 3
    return x + 1
def f_dead_code(x):
    if False: x = x * 100
    return x + 1
for f in [v for k, v in list(globals().items()) if k.startswith("f_")]:
    if False: pass
    else: check(f)
