# A transformer that writes the arguments of calls by name, with their defaults.
from torch.fx.interpreter import Transformer
from torch.fx.node import Node, map_aggregate, map_arg
from torch.fx.proxy import Proxy


class NormalizeArgs(Transformer):
    def __init__(self, module, normalize_to_only_use_kwargs=True):
        super().__init__(module)
        self.node_map = {}
        self.normalize_to_only_use_kwargs = normalize_to_only_use_kwargs

    def _type(self, arg):
        return arg.meta.get("type") if isinstance(arg, Node) else type(arg)

    def run_node(self, n):
        args, kwargs = self.fetch_args_kwargs_from_env(n)
        arg_types, kwarg_types = [map_aggregate(given, self._type) for given in (n.args, n.kwargs)]
        form = n.normalized_arguments(self.module, arg_types, kwarg_types, self.normalize_to_only_use_kwargs)
        if form is not None:
            args = map_arg(form.args, lambda node: self.env[node])
            kwargs = map_arg(form.kwargs, lambda node: self.env[node])
        made = getattr(self, n.op)(n.target, args, kwargs)
        if n.op != "output" and isinstance(made, Proxy):
            self.node_map[made] = n
            made.node.meta.update(n.meta)
        return made
