# torch.export: one graph of ATen operators for given inputs, whose sizes are fixed or symbols.
from torch._dynamo.exc import UserError
from torch.export._serialize import load, save
from torch.export._trace import export
from torch.export.dynamic_shapes import Dim, dims
from torch.export.exported_program import ExportedProgram, ModuleCallEntry, ModuleCallSignature
from torch.export.graph_signature import ExportGraphSignature
from torch.export.unflatten import UnflattenedModule, unflatten
