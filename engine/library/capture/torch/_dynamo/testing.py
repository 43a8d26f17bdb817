# What tests of captured code are written with: counting and recording back ends, checks, and texts made comparable.
import random
import re
import sys

import torch
from torch._dynamo._config import config
from torch._dynamo.backends.registry import lookup_backend
from torch._dynamo.eval_frame import OptimizedModule, optimize_assert, reset
from torch._dynamo.utils import same

three = 3


def unsupported(x=None, y=None):
    """Gives its first argument; the graph breaks at each call of it."""
    return x


class CompileCounter:
    def __init__(self):
        self.clear()

    def __call__(self, gm, example_inputs):
        self.frame_count += 1
        for node in gm.graph.nodes:
            if "call" in node.op:
                self.op_count += 1
        return gm.forward

    def clear(self):
        self.frame_count = 0
        self.op_count = 0


class CompileCounterWithBackend:
    def __init__(self, backend):
        self.frame_count = 0
        self.op_count = 0
        self.backend = backend
        self.graphs = []

    def __call__(self, gm, example_inputs):
        self.frame_count += 1
        for node in gm.graph.nodes:
            if "call" in node.op:
                self.op_count += 1
        self.graphs.append(gm)
        return lookup_backend(self.backend)(gm, example_inputs)

    def clear(self):
        self.frame_count = 0
        self.op_count = 0
        self.graphs = []


class EagerAndRecordGraphs:
    def __init__(self):
        self.graphs = []

    def __call__(self, gm, example_inputs):
        self.graphs.append(gm)
        return gm.forward


class AotEagerAndRecordGraphs:
    def __init__(self):
        self.graphs = []
        self.fw_graphs = []
        self.bw_graphs = []

    def __call__(self, gm, example_inputs):
        from torch._dynamo.backends.common import aot_autograd
        self.graphs.append(gm)
        compilers = [self._recorder(self.fw_graphs), self._recorder(self.bw_graphs)]
        return aot_autograd(fw_compiler=compilers[0], bw_compiler=compilers[1])(gm, example_inputs)

    def _recorder(self, graphs):
        def record(gm, example_inputs):
            graphs.append(gm)
            return gm.forward

        return record


def extract_graph(fn, *args, **kwargs):
    backend = AotEagerAndRecordGraphs()
    result = torch.compile(backend=backend)(fn)(*args, **kwargs)
    return result, backend.graphs, backend.fw_graphs, backend.bw_graphs


def check_dynamic_shape_capture():
    return not config.assume_static_by_default


def standard_test(self, fn, nargs, expected_ops=None, expected_ops_dynamic=None, expected_frame_count=1):
    """Compares compiled with eager results on two sets of random arguments, and counts frames and operations."""
    if check_dynamic_shape_capture() and expected_ops_dynamic is not None:
        expected_ops = expected_ops_dynamic
    counter = CompileCounter()
    arguments = [[torch.randn(10, 10) for _ in range(nargs)] for _ in range(2)]
    expected = [fn(*args) for args in arguments]
    reset()
    compiled = optimize_assert(counter)(fn)
    got = [compiled(*args) for args in arguments + arguments]
    reset()
    for value, correct in zip(got, expected + expected):
        self.assertTrue(same(value, correct))
    self.assertEqual(counter.frame_count, expected_frame_count)
    if expected_ops is not None:
        self.assertEqual(counter.op_count, expected_ops)


def clone_me(x):
    return None if x is None else x.detach().clone().requires_grad_(x.requires_grad)


def remove_optimized_module_prefix(name):
    return re.sub(r"^_orig_mod[.]", "", name)


def _named(model, pairs):
    compiled = isinstance(model, OptimizedModule)
    return [(remove_optimized_module_prefix(name) if compiled else name, value) for name, value in pairs]


def collect_results(model, prediction, loss, example_inputs):
    """Prediction, loss, gradients (zeros for none), parameters, buffers, and the gradients of the inputs."""
    params = dict(_named(model, model.named_parameters()))
    grads = {name + ".grad": torch.zeros_like(p) if p.grad is None else p.grad for name, p in params.items()}
    results = [prediction, loss, grads, params, dict(_named(model, model.named_buffers()))]
    for example in example_inputs:
        group = example if isinstance(example, (tuple, list)) else [example]
        results.extend(item.grad for item in group if isinstance(item, torch.Tensor))
    return results


def requires_bwd_pass(out):
    if isinstance(out, torch.Tensor):
        return out.requires_grad
    if isinstance(out, (list, tuple)):
        return any(requires_bwd_pass(x) for x in out)
    if out is None or isinstance(out, int):
        return False
    raise NotImplementedError("Don't know how to reduce", type(out))


def reduce_to_scalar_loss(out):
    if isinstance(out, torch.Tensor):
        return out.sum() / out.numel()
    if isinstance(out, (list, tuple)):
        return sum(reduce_to_scalar_loss(x) for x in out) / len(out)
    if isinstance(out, dict):
        return sum(reduce_to_scalar_loss(value) for value in out.values()) / len(out)
    raise NotImplementedError("Don't know how to reduce", type(out))


def reset_rng_state(use_xla=False):
    torch.manual_seed(1337)
    random.seed(1337)


def rand_strided(size, stride, dtype=torch.float32, device="cpu", extra_size=0):
    needed = extra_size
    if all(s > 0 for s in size):
        needed += sum((extent - 1) * step for extent, step in zip(size, stride)) + 1
    if dtype.is_floating_point:
        buffer = torch.randn(needed, dtype=dtype, device=device)
    else:
        buffer = torch.zeros(size=[needed], dtype=dtype, device=device)
    return torch.as_strided(buffer, size, stride)


def strip_comment(code):
    return re.sub(r"(?m)^ *#.*\n?", "", code)


def remove_trailing_space(code):
    return "\n".join([line.rstrip() for line in code.split("\n")])


def empty_line_normalizer(code):
    return re.sub(r"[\r\n]+", "\n", code)


def normalize_gm(gm_str):
    """The code of a graph without comments, spaces at ends of lines, and repeated blank lines."""
    lines = []
    for line in remove_trailing_space(strip_comment(gm_str)).split("\n"):
        if line or not lines or lines[-1]:
            lines.append(line)
    return "\n".join(lines)


def expectedFailureDynamic(fn):
    fn._expected_failure_dynamic = True
    return fn


def expectedFailureCodegenDynamic(fn):
    fn._expected_failure_codegen_dynamic = True
    return fn


def _only_when(condition):
    def decorate(fn):
        import unittest
        return fn if condition else unittest.skip(fn)

    return decorate


skipIfNotPy311 = _only_when(sys.version_info >= (3, 11))
skipIfNotPy312 = _only_when(sys.version_info >= (3, 12))
skipIfPy312 = _only_when(sys.version_info < (3, 12))
skipIfOnlyNotPy312 = _only_when(sys.version_info[:2] == (3, 12))
