from _vitrine_fx import Graph


class PythonCode:
    def __init__(self, src, globals):
        self.src = src
        self.globals = globals


class CodeGen:
    pass

