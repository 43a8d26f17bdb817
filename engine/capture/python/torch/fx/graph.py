from _vitrine_fx import Graph, tabulate


class PythonCode:
    def __init__(self, src, globals):
        self.src = src
        self.globals = globals


class CodeGen:
    pass


def _print_tabular(self):
    rows = [[n.op, n.name, n.target, n.args, n.kwargs] for n in self.nodes]
    print(tabulate(rows, ["opcode", "name", "target", "args", "kwargs"]))
