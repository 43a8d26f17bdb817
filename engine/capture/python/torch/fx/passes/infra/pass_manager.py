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


class PassManager:
    def __init__(self, passes=None, constraints=None, steps=None, run_checks_after_each_pass=False, suppress_check_failures=False):
        self.passes = passes if passes is not None else []
        self.constraints = constraints if constraints is not None else []
        self.steps = steps if steps is not None else 1
        self.run_checks_after_each_pass = run_checks_after_each_pass
        self.suppress_check_failures = suppress_check_failures

    def add_pass(self, _pass):
        self.passes.append(_pass)

    def add_constraint(self, constraint):
        self.constraints.append(constraint)

    def check(self, module):
        pass

    def add_checks(self, check):
        self.check = check

    def validate_constraints(self):
        for constraint in self.constraints:
            for j in range(len(self.passes)):
                for i in range(j):
                    if not constraint(self.passes[i], self.passes[j]):
                        raise RuntimeError(f"pass schedule constraint violated. Expected {self.passes[j]} before {self.passes[i]}")

    def solve_constraints(self):
        self.validate_constraints()

    def __call__(self, module):
        self.validate_constraints()
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
                modified = modified or res.modified
                if self.run_checks_after_each_pass:
                    self.check(module)
            overall_modified = overall_modified or modified
            if not modified:
                break
        return PassResult(module, overall_modified)
