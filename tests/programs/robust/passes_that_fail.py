# Passes of the program's own that raise or leave a graph that cannot run; the rest goes on.
import torch
from torch.fx import Interpreter, Transformer, symbolic_trace
from torch.fx.passes.infra.pass_manager import PassManager


def f(x):
    return torch.relu(x) + 1


def show(name, run):
    try:
        print(name, run())
    except Exception as e:
        print(name, type(e).__name__, str(e).split("\n")[0])


x = torch.tensor([-1.0, 2.0])


def raising(gm):
    raise ValueError("not today")


def dangling(gm):
    for n in gm.graph.nodes:
        if n.target is torch.relu:
            gm.graph.erase_node(n)


def no_output(gm):
    for n in list(gm.graph.nodes):
        if n.op == "output":
            gm.graph.erase_node(n)
    gm.recompile()
    return gm


class Refusing(Transformer):
    def call_function(self, target, args, kwargs):
        if target is torch.relu:
            raise NotImplementedError("no relu here")
        return super().call_function(target, args, kwargs)


class Losing(Interpreter):
    def run_node(self, n):
        if n.op == "call_function":
            return None
        return super().run_node(n)


def use_before(gm):
    nodes = list(gm.graph.nodes)
    nodes[-1].prepend(nodes[1])
    gm.graph.lint()


show("raising", lambda: raising(symbolic_trace(f)))
show("manager", lambda: type(PassManager([raising])(symbolic_trace(f))).__name__)
show("dangling", lambda: dangling(symbolic_trace(f)))
show("no_output", lambda: no_output(symbolic_trace(f))(x))
show("refusing", lambda: Refusing(symbolic_trace(f)).transform())
show("losing", lambda: Losing(symbolic_trace(f)).run(x))
show("use_before", lambda: use_before(symbolic_trace(f)))


def compiled(edit):
    def backend(gm, inputs):
        edit(gm)
        gm.recompile()
        return torch._inductor.compile_fx.compile_fx(gm, inputs)

    torch._dynamo.reset()
    return torch.compile(f, backend=backend)(x)


import torch._inductor.compile_fx
for edit in (raising, dangling):
    show("compiled " + edit.__name__, lambda: compiled(edit))
print(torch.compile(f)(x))
