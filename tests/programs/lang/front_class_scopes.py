# Class bodies: mangling, __class__, closures from methods, decorators, keywords.
def tag(label):
    def wrap(obj):
        obj.label = label
        return obj
    return wrap

class Base:
    def __init_subclass__(cls, *, flag=False, **kw):
        super().__init_subclass__(**kw)
        cls.flag = flag

@tag("first")
@tag("second")
class Child(Base, flag=True):
    "Documented."
    __secret = 41
    limit: int = 3

    def reveal(self):
        return self.__secret + 1, __class__.__name__

    @staticmethod
    def make():
        return [Child.__secret for _ in range(2)]

c = Child()
print(c.label, c.flag, Child.__doc__, c.reveal(), Child.make(), Child.__annotations__)
print(hasattr(c, "_Child__secret"), Child.__qualname__, Child.reveal.__qualname__)

def outer():
    value = "enclosing"
    class Inner:
        seen = value
        def get(self):
            return value
    return Inner

print(outer().seen, outer()().get(), outer().__qualname__)
