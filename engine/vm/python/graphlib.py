"""Orders of a graph in which every node comes after those it depends on."""
from types import GenericAlias as _GenericAlias

__all__ = ["TopologicalSorter", "CycleError"]


class CycleError(ValueError):
    """The graph has a cycle, which is the second argument: its first node stands at both ends."""


class _Node:
    __slots__ = ("node", "waits_for", "successors", "state")

    def __init__(self, node):
        self.node = node
        self.waits_for = 0
        self.successors = []
        self.state = "waiting"  # then "out" and "done"


class TopologicalSorter:
    __class_getitem__ = classmethod(_GenericAlias)

    def __init__(self, graph=None):
        self._nodes = {}
        self._ready = None  # a list once prepare() was called
        self._passed_out = self._finished = 0
        if graph is not None:
            for node, predecessors in graph.items():
                self.add(node, *predecessors)

    def _entry(self, node):
        entry = self._nodes.get(node)
        if entry is None:
            entry = self._nodes[node] = _Node(node)
        return entry

    def add(self, node, *predecessors):
        if self._ready is not None:
            raise ValueError("Nodes cannot be added after a call to prepare()")
        entry = self._entry(node)
        entry.waits_for += len(predecessors)
        for predecessor in predecessors:
            self._entry(predecessor).successors.append(node)

    def prepare(self):
        if self._ready is not None:
            raise ValueError("cannot prepare() more than once")
        self._ready = [entry.node for entry in self._nodes.values() if not entry.waits_for]
        cycle = self._find_cycle()
        if cycle:
            raise CycleError("nodes are in a cycle", cycle)

    def _expect_prepared(self):
        if self._ready is None:
            raise ValueError("prepare() must be called first")

    def get_ready(self):
        self._expect_prepared()
        ready = tuple(self._ready)
        for node in ready:
            self._nodes[node].state = "out"
        self._ready.clear()
        self._passed_out += len(ready)
        return ready

    def is_active(self):
        self._expect_prepared()
        return self._finished < self._passed_out or bool(self._ready)

    def __bool__(self):
        return self.is_active()

    def done(self, *nodes):
        self._expect_prepared()
        for node in nodes:
            entry = self._nodes.get(node)
            if entry is None:
                raise ValueError(f"node {node!r} was not added using add()")
            if entry.state == "waiting":
                raise ValueError(f"node {node!r} was not passed out (still not ready)")
            if entry.state == "done":
                raise ValueError(f"node {node!r} was already marked done")
            entry.state = "done"
            for successor in map(self._nodes.get, entry.successors):
                successor.waits_for -= 1
                if not successor.waits_for:
                    self._ready.append(successor.node)
            self._finished += 1

    def _find_cycle(self):
        seen = set()
        for start in self._nodes:
            if start in seen:
                continue
            seen.add(start)
            path, places, branches = [start], {start: 0}, [iter(self._nodes[start].successors)]
            while path:
                for node in branches[-1]:
                    if node in places:
                        return path[places[node]:] + [node]
                    if node not in seen:
                        seen.add(node)
                        places[node] = len(path)
                        path.append(node)
                        branches.append(iter(self._nodes[node].successors))
                        break
                else:
                    del places[path.pop()]
                    branches.pop()
        return None

    def static_order(self):
        self.prepare()
        while self.is_active():
            nodes = self.get_ready()
            yield from nodes
            self.done(*nodes)
