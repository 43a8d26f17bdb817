from typing import NamedTuple


class PassResult(NamedTuple):
    graph_module: object
    modified: bool


class PassBase:
    def __call__(self, graph_module):
        self.requires(graph_module)
        res = self.call(graph_module)
        self.ensures(graph_module)
        return res

    def call(self, graph_module):
        raise NotImplementedError("call() is written by each pass")

    def requires(self, graph_module):
        pass

    def ensures(self, graph_module):
        pass
