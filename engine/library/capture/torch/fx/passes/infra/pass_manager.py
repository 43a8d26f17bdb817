import inspect

from torch.fx.graph_module import GraphModule
from torch.fx.passes.infra.pass_base import PassBase, PassResult


def pass_result_wrapper(fn):
    if fn is None:
        return None

    def wrapped_fn(gm):
        res = fn(gm)
        if res is None:
            return PassResult(gm, True)
        if isinstance(res, PassResult):
            return res
        return PassResult(res, True)

    if isinstance(fn, PassBase):
        wrapped_fn.__name__ = type(fn).__name__
    else:
        wrapped_fn.__name__ = fn.__name__
    return wrapped_fn


def this_before_that_pass_constraint(this, that):
    def depends_on(a, b):
        return a != that or b != this

    return depends_on


def _topological_sort_passes(passes, constraints):
    """The passes in an order that the constraints allow; of those that may run next, the first given."""
    if not constraints:
        return passes

    def must_wait(later, earlier):
        return not all([constraint(later, earlier) for constraint in constraints])

    waits_for = [[j for j, earlier in enumerate(passes) if j != i and must_wait(later, earlier)] for i, later in enumerate(passes)]
    order = [i for i, before in enumerate(waits_for) if not before]
    for done in order:  # grows while it is read
        for i, before in enumerate(waits_for):
            if done in before:
                before.remove(done)
                if not before:
                    order.append(i)
    if len(order) != len(passes):
        raise RuntimeError(f"Circular dependency detected within the following passes: {passes}")
    return [passes[i] for i in order]


class PassManager:
    def __init__(self, passes=None, constraints=None, steps=None, run_checks_after_each_pass=False, suppress_check_failures=False):
        self.passes = passes if passes is not None else []
        self.constraints = constraints if constraints is not None else []
        self.steps = steps if steps is not None else 1
        self.run_checks_after_each_pass = run_checks_after_each_pass
        self.suppress_check_failures = suppress_check_failures
        self._validated = False

    def add_pass(self, _pass):
        self.passes.append(_pass)
        self._validated = False

    def add_constraint(self, constraint):
        self.constraints.append(constraint)
        self._validated = False

    def check(self, module):
        pass

    def add_checks(self, check):
        if len(inspect.signature(check).parameters) != 1:
            raise TypeError("PassManager check function should only take in one variable, a module")
        self.check = check

    def validate_constraints(self):
        if self._validated:
            return
        for constraint in self.constraints:
            for j in range(len(self.passes)):
                for i in range(j):
                    if not constraint(self.passes[i], self.passes[j]):
                        raise RuntimeError(f"pass schedule constraint violated. Expected {self.passes[j]} before {self.passes[i]}")
        self._validated = True

    def solve_constraints(self):
        self.passes = _topological_sort_passes(self.passes, self.constraints)
        self._validated = True

    def __call__(self, module):
        if not self._validated:
            self.solve_constraints()
        self.check(module)
        overall_modified = False
        for _ in range(self.steps):
            modified = False
            for i, fn in enumerate(self.passes):
                name = type(fn).__name__ if isinstance(fn, PassBase) else fn.__name__
                try:
                    res = fn(module)
                    if not isinstance(res, PassResult) and not hasattr(res, "graph_module"):
                        raise TypeError(f"The result of the pass {name} should be type PassResult. Please wrap it with pass_result_wrapper()")
                except Exception as e:
                    before = [type(p).__name__ if isinstance(p, PassBase) else p.__name__ for p in self.passes[:i]]
                    raise Exception(f"An error occurred when running the '{name}' pass after the following passes: {before}") from e
                module = res.graph_module
                if isinstance(module, GraphModule):
                    module.recompile()
                modified = modified or res.modified
                if self.run_checks_after_each_pass:
                    self.check(module)
            overall_modified = overall_modified or modified
            if not modified:
                break
        return PassResult(module, overall_modified)
