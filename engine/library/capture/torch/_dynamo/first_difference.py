# `vitrine diff`: every compiled graph also runs op by op, and the first operation whose value
# the two disagree about is kept. Where all values agree, so must the gradients: each side's own
# backward is asked for the gradient by every value, and the operation nearest to the result
# whose inputs' gradients differ is kept. The program goes on with the eager values.
import torch
from torch.fx import GraphModule, Interpreter

_found = []
_compared = {"graphs": 0, "calls": 0, "values": 0, "gradients": 0}


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


def _gradient_distance(a, b):
    if a is None or b is None:
        return None if a is b else f"eager has {'none' if a is None else 'one'}, compiled has {'none' if b is None else 'one'}"
    return _distance(a, b)


def _tolerance(dtype):
    return {torch.float64: 1e-9, torch.float32: 1e-4}.get(dtype, 1e-2)


def _tensor_nodes(gm):
    return [node for node in gm.graph.nodes if node.op.startswith("call_") and isinstance(node.meta.get("example_value"), torch.Tensor)]


def _all_values(gm):
    """The graph with every tensor that an operation makes as a result."""
    graph = torch.fx.Graph()
    copies = {}
    wanted = _tensor_nodes(gm)
    for node in gm.graph.nodes:
        if node.op == "output":
            graph.output(tuple([copies[made] for made in wanted]))
            break
        copies[node] = graph.node_copy(node, lambda n: copies[n])
    return GraphModule(gm, graph), [node.name for node in wanted]


def _from_value(gm, cut):
    """The graph from the value `cut` on: it is the last input, and what led to it is dead."""
    graph = torch.fx.Graph()
    copies = {}
    for node in gm.graph.nodes:
        if node.op == "placeholder":
            copies[node] = graph.node_copy(node, lambda n: copies[n])
            last = copies[node]
    with graph.inserting_after(last):
        copies[cut] = graph.placeholder("cut")
    copies[cut].meta = dict(cut.meta)
    for node in gm.graph.nodes:
        if node.op != "placeholder" and node is not cut:
            copies[node] = graph.node_copy(node, lambda n: copies[n])
    graph.eliminate_dead_code()
    return GraphModule(gm, graph)


def _clone(gm):
    """A graph of its own: back ends may change the one that they are given."""
    graph = torch.fx.Graph()
    copies = {}
    for node in gm.graph.nodes:
        copies[node] = graph.node_copy(node, lambda n: copies[n])
    return GraphModule(gm, graph)


def _copies(args):
    return [a.detach().clone().requires_grad_(a.requires_grad) if isinstance(a, torch.Tensor) else a for a in args]


def _gradients(function, args, leaves):
    """Of a weighted sum of the results by `leaves`; None where nothing has a gradient."""
    results = function(*args)
    results = [r for r in (results if isinstance(results, (tuple, list)) else [results]) if isinstance(r, torch.Tensor) and r.requires_grad]
    if not results:
        return [None] * len(leaves)
    weights = [torch.linspace(0.5, 1.5, r.numel(), dtype=r.dtype).reshape(r.shape) for r in results]
    return torch.autograd.grad(results, leaves, weights, allow_unused=True)


def _compare_gradients(gm, compiler, compiled, args, values):
    """False if the gradients by the inputs differ; then the operation nearest to the results is kept."""
    inputs = [node for node in gm.graph.nodes if node.op == "placeholder"]
    asks = [i for i, a in enumerate(args) if isinstance(a, torch.Tensor) and a.requires_grad]
    if not asks:
        return True

    def texts(eager, other, arguments, places):
        ours, theirs = _copies(arguments), _copies(arguments)
        drawn = torch.get_rng_state()
        first = _gradients(eager, ours, [ours[i] for i in places])
        torch.set_rng_state(drawn)
        second = _gradients(other, theirs, [theirs[i] for i in places])
        _compared["gradients"] += len(places)
        return [_gradient_distance(a, b) for a, b in zip(first, second)]

    wrong = [(i, text) for i, text in zip(asks, texts(gm.forward, compiled, args, asks)) if text is not None]
    if not wrong:
        return True
    # From the results towards the inputs: the last value with a right gradient stands after the
    # operation at fault. The part of the graph behind each value is compiled on its own.
    culprit = None
    for node in reversed(_tensor_nodes(gm)):
        live, then = values[node.name]
        if not live.requires_grad:
            continue
        part = _from_value(gm, node)
        arguments = list(args) + [then.requires_grad_()]
        text = texts(part.forward, compiler(_clone(part), arguments), arguments, [len(args)])[0]
        if text is not None:
            break
        culprit = node
    text = f"gradient by {inputs[wrong[0][0]].name}: {wrong[0][1]}"
    if culprit is None:
        culprit = _tensor_nodes(gm)[-1]
    _keep(culprit, "gradient of ", text)
    return False


def _keep(node, what, text):
    if text is not None and not _found:
        target = getattr(node.target, "__name__", node.target)
        _found.append(f"line {node.meta.get('lineno', 0)}, {what}{node.name} = {target}\n  {text}\n")


def comparing_backend(compiler):
    def compile_both(gm, example_inputs):
        _compared["graphs"] += 1
        original = _clone(gm)
        whole, names = _all_values(gm)
        nodes = {node.name: node for node in original.graph.nodes}
        compiled = compiler(whole, example_inputs)
        results = None
        same_gradients = True

        def run(*args):
            nonlocal results, same_gradients
            _compared["calls"] += 1
            copies = _copies(args)
            before = [a.detach().clone() if isinstance(a, torch.Tensor) else a for a in args]
            recorder = _Recorder(original)
            drawn = torch.get_rng_state()
            result = recorder.run(*args)
            after = torch.get_rng_state()
            torch.set_rng_state(drawn)
            with torch.no_grad():
                values = compiled(*copies)
            for name, value in zip(names, values):
                live, then = recorder.values[name]
                if not torch.equal(live.nan_to_num(), then.nan_to_num()):
                    continue  # changed in place later: only its last value could be compared
                _compared["values"] += 1
                _keep(nodes[name], "", _distance(then, value.detach()))
            unchanged = all([torch.equal(a, b) for a, b in zip(args, before) if isinstance(a, torch.Tensor)])
            if same_gradients and not _found and unchanged and torch.is_grad_enabled():
                if results is None:
                    results = compiler(_clone(original), example_inputs)
                same_gradients = _compare_gradients(original, compiler, results, args, recorder.values)
            torch.set_rng_state(after)
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
    if _compared["gradients"]:
        head += f", {_compared['gradients']} gradients"
    return f"{head}\nfirst difference: {_found[0]}" if _found else head + ": no difference\n"
