import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(3, 2)
        self.register_buffer("b", torch.ones(2))
    def forward(self, x, y):
        h = torch.relu(self.l(x)) + self.b * y
        return {"out": h, "parts": [h.sum(), x]}, h.argmax(1)
ep = torch.export.export(M(), (torch.ones(4, 3), torch.ones(2)))
print(ep.graph_signature)
s = ep.graph_signature
print(s.parameters, s.buffers, s.user_inputs, s.user_outputs, s.inputs_to_parameters, s.inputs_to_buffers,
      s.buffers_to_mutate)
print([str(i.kind) for i in s.input_specs], s.input_specs[0].target, s.output_specs[0].arg.name)
ep.graph.print_tabular()
print([(n.name, tuple(n.meta["val"].shape)) for n in ep.graph.nodes if n.op == "call_function"])
m = ep.module()
r = m(torch.ones(4, 3), torch.zeros(2))
print(sorted(r[0]), [tuple(t.shape) for t in r[0]["parts"]], r[1].shape)
try: ep(torch.ones(4, 3), torch.ones(2))
except Exception as e: print(type(e).__name__, e)
print([l for l in str(ep).split("\n") if "# File" not in l and "stacktrace" not in l and l.strip()])
