# Schemas of operators, calls in one form by them, and traces that refuse what changes its operands.
import torch
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:600])
A = torch.ops.aten
for op in (A.add.Tensor, A.add_.Tensor, A.relu.default, A.sum.dim_IntList, A.clamp.default, A.cat.default,
           A.conv2d.default, A.max.dim, A.view.default, A.sigmoid.out, A.copy_.default, A.zeros.default,
           A.native_layer_norm.default):
    s = op._schema
    print(s)
    print(s.name, s.overload_name, s.is_mutable,
          [(a.name, str(a.type), a.default_value, a.kwarg_only) for a in s.arguments],
          [(r.name, str(r.type)) for r in s.returns])
print(A.relu.overloads(), A.add_.overloads())
t(lambda: type(A.relu.default._schema))
from torch.fx.operator_schemas import normalize_function, get_signature_for_torch_op
o = torch.ones(1)
t(lambda: normalize_function(torch.relu, (o,), {}, normalize_to_only_use_kwargs=True))
t(lambda: normalize_function(torch.sum, (o, 0), {}, normalize_to_only_use_kwargs=True))
t(lambda: normalize_function(A.add.Tensor, (o, 2), {}, normalize_to_only_use_kwargs=True))
t(lambda: normalize_function(A.clamp.default, (o, 2), {}, normalize_to_only_use_kwargs=True))
t(lambda: normalize_function(torch.cat, ([o],), {"dim": 0}))
t(lambda: normalize_function(torch.add, (o, o), {}))
t(lambda: normalize_function(torch.add, (o, o), {}, arg_types=(torch.Tensor, torch.Tensor),
                             normalize_to_only_use_kwargs=True))
t(lambda: normalize_function(torch.matmul, (o, o), {}, normalize_to_only_use_kwargs=True))
t(lambda: normalize_function(torch.unsqueeze, (o, 0), {}))
t(lambda: normalize_function(torch.mul, (o, o), {}))
t(lambda: normalize_function(torch.transpose, (o, 0, 1), {}))
t(lambda: normalize_function(torch.flatten, (o,), {"start_dim": 1}))
t(lambda: normalize_function(torch.nn.functional.dropout, (o,), {"p": .1}, normalize_to_only_use_kwargs=True))
t(lambda: normalize_function(torch.relu, (o, 1, 2), {}))
t(lambda: get_signature_for_torch_op(torch.relu))
t(lambda: get_signature_for_torch_op(len))
import operator
t(lambda: normalize_function(operator.add, (o, 2), {}))
m = torch.fx.symbolic_trace(lambda x: torch.relu(torch.flatten(x, 1)) + torch.nn.functional.gelu(x))
for n in m.graph.nodes: t(lambda: n.normalized_arguments(m, normalize_to_only_use_kwargs=True))
class Tr(torch.fx.Tracer): check_mutable_operations = True
t(lambda: Tr().trace(lambda x: torch.sigmoid(x, out=x)))
t(lambda: Tr().trace(lambda x: torch.relu_(x)))
t(lambda: Tr().trace(lambda x: torch.relu(x)))
