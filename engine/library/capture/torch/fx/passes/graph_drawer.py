# Pictures of graphs need pydot and Graphviz, which are not here.
class FxGraphDrawer:
    def __init__(self, *args, **kwargs):
        raise RuntimeError("FXGraphDrawer requires the pydot package to be installed. Please install pydot through your favorite Python package manager.")
