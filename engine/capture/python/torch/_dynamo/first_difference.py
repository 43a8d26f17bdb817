# `vitrine diff`: every compiled graph also runs op by op, and the first operation whose
# value the two disagree about is kept. The program goes on with the eager values.
import torch
from torch.fx import GraphModule, Interpreter

_found = []
_compared = {"graphs": 0, "calls": 0, "values": 0}


class _Recorder(Interpreter):
    def __init__(self, module):
        super().__init__(module)
        self.values = {}

    def run_node(self, n):
        value = super().run_node(n)
        if isinstance(value, torch.Tensor):
            self.values[n.name] = (value, value.detach().clone())
        return value


def _distance(a, b):
    if a.shape != b.shape or a.dtype != b.dtype:
        return f"{tuple(a.shape)} {a.dtype} against {tuple(b.shape)} {b.dtype}"
    if a.dtype == torch.bool or not a.dtype.is_floating_point:
        wrong = int((a != b).sum())
        return f"{wrong} of {a.numel()} elements differ" if wrong else None
    if torch.allclose(a, b, rtol=_tolerance(a.dtype), atol=_tolerance(a.dtype), equal_nan=True):
        return None
    difference = (a.double() - b.double()).abs()
    at = int(difference.nan_to_num(float("inf")).argmax())
    return (f"at element {at}: eager {float(a.reshape(-1)[at]):.9g}, compiled {float(b.reshape(-1)[at]):.9g}; "
            f"largest difference {float(difference.max()):.3g}")


def _tolerance(dtype):
    return {torch.float64: 1e-9, torch.float32: 1e-4}.get(dtype, 1e-2)


def _all_values(gm):
    """The graph with every tensor that an operation makes as a result."""
    graph = torch.fx.Graph()
    copies = {}
    results = []
    for node in gm.graph.nodes:
        if node.op == "output":
            graph.output(tuple(results))
            break
        copies[node] = graph.node_copy(node, lambda n: copies[n])
        example = node.meta.get("example_value")
        if node.op.startswith("call_") and isinstance(example, torch.Tensor):
            results.append(copies[node])
    return GraphModule(gm, graph), [node.name for node in results]


def comparing_backend(compiler):
    def compile_both(gm, example_inputs):
        _compared["graphs"] += 1
        whole, names = _all_values(gm)
        compiled = compiler(whole, example_inputs)
        lines = {node.name: (getattr(node.target, "__name__", node.target), node.meta.get("lineno", 0)) for node in whole.graph.nodes}

        def run(*args):
            _compared["calls"] += 1
            copies = [a.detach().clone().requires_grad_(a.requires_grad) if isinstance(a, torch.Tensor) else a for a in args]
            recorder = _Recorder(gm)
            result = recorder.run(*args)
            with torch.no_grad():
                values = compiled(*copies)
                for name, value in zip(names, values):
                    live, then = recorder.values[name]
                    if not torch.equal(live.nan_to_num(), then.nan_to_num()):
                        continue  # changed in place later: only its last value could be compared
                    _compared["values"] += 1
                    text = _distance(then, value.detach())
                    if text is not None and not _found:
                        target, line = lines[name]
                        _found.append((line, name, target, text))
            return result

        return run

    compile_both.__name__ = "inductor"
    return compile_both


def install():
    import torch._dynamo.eval_frame as eval_frame
    plain = eval_frame._wrap

    def wrap(model, backend, fullgraph, dynamic):
        return plain(model, comparing_backend(backend), fullgraph, dynamic)

    eval_frame._wrap = wrap


def report():
    head = f"{_compared['graphs']} graphs, {_compared['calls']} calls, {_compared['values']} values compared"
    if not _found:
        return head + ": no difference\n"
    line, name, target, text = _found[0]
    return f"{head}\nfirst difference: line {line}, {name} = {target}\n  {text}\n"
