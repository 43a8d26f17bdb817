def run_captured(operation, *args):
    """Calls the operation as a node of a graph also where nothing is compiled: what a graph cannot hold is refused there too."""
    import torch
    if torch.compiler.is_compiling():
        return operation(*args)
    from torch._dynamo import config

    def run(*args):
        return operation(*args)

    with config.patch(recompile_limit=1 << 30, accumulated_recompile_limit=1 << 30):
        return torch.compile(run, backend="eager", fullgraph=True)(*args)
