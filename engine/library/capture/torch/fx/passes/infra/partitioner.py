# Groups supported nodes into partitions as large as can be without a cycle between them.
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node
from torch.fx.passes.utils.fuser_utils import fuse_by_partitions


class Partition:
    def __init__(self, id=None, nodes=None, node_orders=None):
        self.id = id
        self.nodes = dict.fromkeys(nodes) if nodes is not None else {}

    def __repr__(self):
        return str(self.nodes)

    def add_node(self, node, node_order=None):
        self.nodes[node] = node_order

    def remove_node(self, node):
        del self.nodes[node]

    def size(self):
        return len(self.nodes)


def _dependents(graph):
    """For each node all nodes that depend on it."""
    found = {}
    for node in reversed(list(graph.nodes)):
        found[node] = set(node.users).union(*[found[user] for user in node.users])
    return found


def _target_text(node):
    target = node.target
    if isinstance(target, str):
        return target
    return f"{getattr(target, '__module__', '')}.{getattr(target, '__name__', target)}"


class CapabilityBasedPartitioner:
    def __init__(self, graph_module, operator_support, allows_single_node_partition=False, non_compute_ops=None,
                 allowed_single_node_partition_ops=None, skip_horizontal_fusion=False):
        self.graph_module = graph_module
        self.operator_support = operator_support
        self.allows_single_node_partition = allows_single_node_partition
        self.non_compute_ops = non_compute_ops if non_compute_ops is not None else []
        self.allowed_single_node_partition_ops = allowed_single_node_partition_ops if allowed_single_node_partition_ops is not None else []
        self._dependents = _dependents(graph_module.graph)

    def _is_node_supported(self, node):
        return self.operator_support.is_node_supported(dict(self.graph_module.named_modules()), node)

    def _reaches_back(self, first, second, users, assignment, partitions):
        """Whether a user of the two partitions leads back into one of them."""
        merged = set(partitions[first].nodes) | set(partitions[second].nodes)
        for user in users:
            seen = set()
            reached = [user] + list(self._dependents[user])
            while reached:
                node = reached.pop()
                if node in merged:
                    return True
                if node in assignment and assignment[node] not in seen:
                    # Whatever the whole partition leads to is behind this user once it is fused.
                    seen.add(assignment[node])
                    for member in partitions[assignment[node]].nodes:
                        reached.extend([n for n in self._dependents[member]])
        return False

    def propose_partitions(self):
        assignment = {}
        partitions = {}
        order = {}

        def users_of(id):
            found = {user: None for node in partitions[id].nodes for user in node.users}
            return [user for user in found if user not in partitions[id].nodes]

        def merge(self_id, other_id):
            users = [u for u in users_of(self_id) + users_of(other_id) if assignment.get(u) not in (self_id, other_id)]
            if self._reaches_back(self_id, other_id, users, assignment, partitions):
                return self_id
            keep, drop = self_id, other_id
            if partitions[keep].size() < partitions[drop].size():
                keep, drop = drop, keep
            order[keep] = min(order[keep], order[drop])
            for node in partitions[drop].nodes:
                partitions[keep].add_node(node)
                assignment[node] = keep
            del partitions[drop]
            del order[drop]
            return keep

        next_id = 0
        for node in reversed(self.graph_module.graph.nodes):
            candidates = {}
            if self._is_node_supported(node) and node not in assignment:
                assignment[node] = next_id
                partitions[next_id] = Partition(next_id, [node])
                order[next_id] = next_id
                candidates[next_id] = None
                next_id += 1
            for id, _ in sorted(order.items(), key=lambda item: item[1]):
                candidates[id] = None
            candidates = list(candidates)
            if len(candidates) > 1:
                self_id = candidates[0]
                for other_id in candidates[1:]:
                    self_id = merge(self_id, other_id)
        self._keep_items_with_producer(assignment, partitions)
        if not self.allows_single_node_partition:
            passive = {"torch.ops.aten.view", "_operator.getitem"} | set(self.non_compute_ops)
            for id, partition in list(partitions.items()):
                count = 0
                for node in partition.nodes:
                    if node.op == "call_function":
                        name = _target_text(node)
                        if name not in passive:
                            count += 1
                        if name in self.allowed_single_node_partition_ops:
                            count += 1
                if count <= 1:
                    del partitions[id]
        place = {node: i for i, node in enumerate(self.graph_module.graph.nodes)}
        for partition in partitions.values():
            partition.nodes = dict(sorted(partition.nodes.items(), key=lambda item: place[item[0]]))
        return [partition for partition in partitions.values() if partition.size() > 0]

    def _keep_items_with_producer(self, assignment, partitions):
        """The items of a tuple go where the tuple is made."""
        for node in self.graph_module.graph.nodes:
            if not all([user.op == "call_function" and _target_text(user) == "_operator.getitem" for user in node.users]):
                continue
            id = assignment.get(node)
            for user in list(node.users):
                if assignment.get(user) == id:
                    continue
                if user in assignment:
                    partitions[assignment[user]].remove_node(user)
                    del assignment[user]
                if id is not None:
                    partitions[id].add_node(user)
                    assignment[user] = id

    def fuse_partitions(self, partitions, prefix="fused_"):
        return fuse_by_partitions(self.graph_module, [list(p.nodes) for p in partitions], prefix)

    def remove_bookend_non_compute_ops(self, partitions):
        passive = set(self.non_compute_ops)

        def only(node, partition, neighbours):
            return all([n not in partition.nodes or _target_text(n) in passive for n in neighbours(node)])

        for partition in partitions:
            for node in [n for n in partition.nodes if _target_text(n) in passive]:
                if only(node, partition, lambda n: n.all_input_nodes) or only(node, partition, lambda n: list(n.users)):
                    partition.remove_node(node)

    def partition_and_fuse(self, prefix="fused_"):
        return self.fuse_partitions(self.propose_partitions(), prefix=prefix)
