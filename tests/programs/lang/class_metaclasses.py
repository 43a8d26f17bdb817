"""Metaclasses: making classes, calling them, attributes of classes."""


class Singleton(type):
    _instances = {}

    def __call__(cls, *args, **kwargs):
        if cls not in cls._instances:
            print("making", cls.__name__, args, kwargs)
            cls._instances[cls] = super().__call__(*args, **kwargs)
        return cls._instances[cls]


class Config(metaclass=Singleton):
    def __init__(self, name="default"):
        self.name = name


a, b = Config("first"), Config("second")
print(a is b, a.name, type(Config), isinstance(Config, Singleton), isinstance(a, Config))


class Registry(type):
    known = {}

    def __new__(mcs, name, bases, namespace, tag=None, **kwargs):
        namespace["made_by"] = mcs.__name__
        cls = super().__new__(mcs, name, bases, namespace, **kwargs)
        cls.tag = tag or name.lower()
        mcs.known[cls.tag] = cls
        return cls

    def __init__(cls, name, bases, namespace, **kwargs):
        super().__init__(name, bases, namespace)
        print("init", name, [b.__name__ for b in bases], sorted(kwargs))

    def __iter__(cls):
        return iter(sorted(cls.known))

    def __len__(cls):
        return len(cls.known)

    def __getitem__(cls, tag):
        return cls.known[tag]

    def __contains__(cls, tag):
        return tag in cls.known

    def __repr__(cls):
        return f"<model {cls.tag}>"

    @property
    def label(cls):
        return cls.tag.upper()

    def describe(cls):
        return f"{cls.__name__} tagged {cls.tag}"


class Model(metaclass=Registry):
    pass


class Linear(Model, tag="fc"):
    def forward(self):
        return self.made_by


class Conv(Model):
    pass


print(list(Model), len(Model), Model["fc"], "conv" in Model, "rnn" in Model)
print(Linear, Linear.label, Conv.describe(), type(Linear), Linear().forward(), Linear.__mro__)
try:
    Linear().describe()
except AttributeError as e:
    print(e)
try:
    Linear().label
except AttributeError as e:
    print(e)


class Ordered(type):
    @classmethod
    def __prepare__(mcs, name, bases, **kwargs):
        print("prepare", name)
        return {"prepared": True}

    def __new__(mcs, name, bases, namespace):
        fields = [k for k in namespace if not k.startswith("__")]
        cls = type.__new__(mcs, name, bases, dict(namespace))
        cls.fields = fields
        return cls


class Point(metaclass=Ordered):
    x = 1
    y = 2

    def norm(self):
        return __class__.__name__


print(Point.fields, Point.prepared, Point().norm())


class Frozen(type):
    def __setattr__(cls, name, value):
        raise AttributeError(f"{cls.__name__} is frozen: {name}")

    def __getattr__(cls, name):
        return f"no {name}"

    def __instancecheck__(cls, instance):
        return instance == 42

    def __eq__(cls, other):
        return True

    def __hash__(cls):
        return 7

    def __add__(cls, other):
        return (cls.__name__, other)

    def __bool__(cls):
        return False


class Settings(metaclass=Frozen):
    rate = 0.1


try:
    Settings.rate = 1
except AttributeError as e:
    print(e)
print(Settings.rate, Settings.other, isinstance(42, Settings), isinstance(Settings(), Settings))
print(Settings == 3, hash(Settings), Settings + 1, bool(Settings))

Dynamic = Registry("Dynamic", (Model,), {"depth": 3}, tag="dyn")
print(Dynamic, Dynamic.depth, Model["dyn"] is Dynamic)


class Other(type):
    pass


try:
    class Both(Model, metaclass=Other):
        pass
except TypeError as e:
    print(e)


class WithHook(metaclass=Registry):
    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        print("subclass", cls.__name__, type(cls).__name__)


class Child(WithHook):
    pass


def meta_function(name, bases, namespace):
    return type(name, bases, {**namespace, "added": 1})


class FromFunction(metaclass=meta_function):
    pass


print(FromFunction.added, type(FromFunction))
