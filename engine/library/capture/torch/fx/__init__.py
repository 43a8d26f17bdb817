from torch.fx.node import Node, map_arg, map_aggregate, has_side_effect
from torch.fx.graph import Graph, CodeGen
from torch.fx.graph_module import GraphModule
from torch.fx.proxy import Proxy, TraceError, GraphAppendingTracer
from torch.fx._symbolic_trace import Tracer, symbolic_trace, wrap, PH, ProxyableClassMeta
from torch.fx.interpreter import Interpreter, Transformer
from torch.fx.subgraph_rewriter import replace_pattern
import torch.fx.passes
import torch.fx.subgraph_rewriter
import torch.fx.immutable_collections as immutable_collections
import torch.fx.operator_schemas as operator_schemas
import torch.fx.traceback as traceback
