# Back ends of the program's own that raise, break the graph or return what they should not.
import torch


def show(name, backend, **kw):
    torch._dynamo.reset()

    @torch.compile(backend=backend, **kw)
    def f(x):
        return torch.sigmoid(torch.relu(x))

    try:
        print(name, f(torch.ones(3)))
    except Exception as e:
        print(name, type(e).__name__, str(e).split("\n\n")[0])


def raising(gm, ex):
    raise ValueError("my back end is broken")


def no_callable(gm, ex):
    return 3


def none(gm, ex):
    return None


def too_many(gm, ex):
    return lambda *a: (a[0], a[0], a[0])


def too_few(gm, ex):
    return lambda *a: ()


def no_tuple(gm, ex):
    return lambda *a: 7


def runtime(gm, ex):
    def g(*a):
        raise KeyError("late")

    return g


def erase_used(gm, ex):
    for n in gm.graph.nodes:
        if n.op == "call_function":
            gm.graph.erase_node(n)
            break
    gm.recompile()
    return gm.forward


def wrong_target(gm, ex):
    for n in gm.graph.nodes:
        if n.op == "call_function":
            n.op = "call_method"
            n.target = "no_such"
            break
    gm.recompile()
    return gm.forward


def cycle(gm, ex):
    ns = [n for n in gm.graph.nodes if n.op == "call_function"]
    ns[0].args = (ns[1],)
    gm.graph.lint()
    gm.recompile()
    return gm.forward


def cycle_no_lint(gm, ex):
    ns = [n for n in gm.graph.nodes if n.op == "call_function"]
    ns[0].args = (ns[1],)
    gm.recompile()
    return gm.forward


def bad_op(gm, ex):
    list(gm.graph.nodes)[1].op = "what"
    gm.graph.lint()
    return gm.forward


def no_module(gm, ex):
    with gm.graph.inserting_before(list(gm.graph.nodes)[-1]):
        gm.graph.call_module("nowhere", ())
    gm.graph.lint()
    return gm.forward


def no_attr(gm, ex):
    with gm.graph.inserting_before(list(gm.graph.nodes)[-1]):
        n = gm.graph.get_attr("nowhere.there")
    gm.recompile()
    return gm.forward


def swapped(gm, ex):
    for n in gm.graph.nodes:
        if n.target is torch.relu:
            n.target = torch.neg
    gm.recompile()
    return gm.forward


def inductor_swapped(gm, ex):
    from torch._inductor.compile_fx import compile_fx

    for n in gm.graph.nodes:
        if n.target is torch.relu:
            n.target = torch.neg
    gm.recompile()
    return compile_fx(gm, ex)


def inductor_cycle(gm, ex):
    from torch._inductor.compile_fx import compile_fx

    ns = [n for n in gm.graph.nodes if n.op == "call_function"]
    ns[0].args = (ns[1],)
    return compile_fx(gm, ex)


def inductor_bad_target(gm, ex):
    from torch._inductor.compile_fx import compile_fx

    ns = [n for n in gm.graph.nodes if n.op == "call_function"]
    ns[0].target = torch.matmul
    return compile_fx(gm, ex)


def string_target(gm, ex):
    ns = [n for n in gm.graph.nodes if n.op == "call_function"]
    ns[0].target = "relu"
    gm.recompile()
    return gm.forward


def inductor_string(gm, ex):
    from torch._inductor.compile_fx import compile_fx

    ns = [n for n in gm.graph.nodes if n.op == "call_function"]
    ns[0].target = "relu"
    return compile_fx(gm, ex)


def inductor_raising_node(gm, ex):
    from torch._inductor.compile_fx import compile_fx

    ns = [n for n in gm.graph.nodes if n.op == "call_function"]

    def boom(x):
        raise RuntimeError("boom")

    ns[0].target = boom
    return compile_fx(gm, ex)


def inductor_few(gm, ex):
    from torch._inductor.compile_fx import compile_fx

    return compile_fx(gm, [])


for b in [
    raising,
    no_callable,
    none,
    too_many,
    too_few,
    no_tuple,
    runtime,
    erase_used,
    wrong_target,
    cycle,
    cycle_no_lint,
    no_attr,
    swapped,
    inductor_swapped,
    inductor_cycle,
    inductor_bad_target,
    inductor_string,
    inductor_raising_node,
]:
    show(b.__name__, b)
try:
    torch.compile(show, backend="nope")
except Exception as e:
    print(type(e).__name__, e)
print("still here", torch.compile(lambda x: x + 1)(torch.ones(2)))


# What is no Exception passes through.
for stop in (KeyboardInterrupt, SystemExit, GeneratorExit):

    def stopping(gm, ex):
        raise stop("now")

    try:
        torch.compile(lambda x: x * 3, backend=stopping)(torch.ones(2))
    except BaseException as e:
        print(type(e).__name__, e)
print("still here", torch.compile(lambda x: x * 3)(torch.ones(2)))
