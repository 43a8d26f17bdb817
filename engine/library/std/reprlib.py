"""repr() of what contains itself, and repr() within bounds."""
from builtins import repr as _repr


def recursive_repr(fillvalue="..."):
    def decorate(user_function):
        running = set()

        def wrapper(self):
            key = id(self)
            if key in running:
                return fillvalue
            running.add(key)
            try:
                return user_function(self)
            finally:
                running.discard(key)

        for name in ("__module__", "__name__", "__qualname__", "__doc__"):
            setattr(wrapper, name, getattr(user_function, name))
        wrapper.__wrapped__ = user_function
        return wrapper

    return decorate


class Repr:
    def __init__(
        self, *, maxlevel=6, maxtuple=6, maxlist=6, maxarray=5, maxdict=4, maxset=6, maxfrozenset=6, maxdeque=6, maxstring=30,
        maxlong=40, maxother=30, fillvalue="...", indent=None,
    ):  # fmt: skip
        self.maxlevel, self.maxtuple, self.maxlist, self.maxarray, self.maxdict = maxlevel, maxtuple, maxlist, maxarray, maxdict
        self.maxset, self.maxfrozenset, self.maxdeque, self.maxstring = maxset, maxfrozenset, maxdeque, maxstring
        self.maxlong, self.maxother, self.fillvalue, self.indent = maxlong, maxother, fillvalue, indent

    def repr(self, x):
        return self.repr1(x, self.maxlevel)

    def repr1(self, x, level):
        method = getattr(self, "repr_" + type(x).__name__.replace(" ", "_"), None)
        return method(x, level) if method is not None else self.repr_instance(x, level)

    def _joined(self, pieces, level):
        if self.indent is None:
            return ", ".join(pieces)
        if not pieces:
            return ""
        indent = " " * self.indent if isinstance(self.indent, int) else self.indent
        separator = ",\n" + (self.maxlevel - level + 1) * indent
        return separator.join(["", *pieces, ""])[1 : -len(indent) or None]

    def _repr_items(self, x, level, left, right, most, trail=""):
        if level <= 0 and x:
            inner = self.fillvalue
        else:
            pieces = [self.repr1(item, level - 1) for _, item in zip(range(most), x)]
            if len(x) > most:
                pieces.append(self.fillvalue)
            inner = self._joined(pieces, level)
            if len(x) == 1 and trail and self.indent is None:
                right = trail + right
        return left + inner + right

    def repr_tuple(self, x, level):
        return self._repr_items(x, level, "(", ")", self.maxtuple, ",")

    def repr_list(self, x, level):
        return self._repr_items(x, level, "[", "]", self.maxlist)

    def repr_deque(self, x, level):
        return self._repr_items(x, level, "deque([", "])", self.maxdeque)

    def repr_set(self, x, level):
        return self._repr_items(_in_order(x), level, "{", "}", self.maxset) if x else "set()"

    def repr_frozenset(self, x, level):
        return self._repr_items(_in_order(x), level, "frozenset({", "})", self.maxfrozenset) if x else "frozenset()"

    def repr_dict(self, x, level):
        if not x:
            return "{}"
        if level <= 0:
            return "{" + self.fillvalue + "}"
        keys = _in_order(x)[: self.maxdict]
        pieces = [self.repr1(key, level - 1) + ": " + self.repr1(x[key], level - 1) for key in keys]
        if len(x) > self.maxdict:
            pieces.append(self.fillvalue)
        return "{" + self._joined(pieces, level) + "}"

    def _shortened(self, text, most):
        if len(text) <= most:
            return text
        head = max(0, (most - 3) // 2)
        return text[:head] + self.fillvalue + text[len(text) - max(0, most - 3 - head) :]

    def repr_str(self, x, level):
        text = _repr(x[: self.maxstring])
        if len(text) <= self.maxstring:
            return text
        head = max(0, (self.maxstring - 3) // 2)
        tail = max(0, self.maxstring - 3 - head)
        text = _repr(x[:head] + x[len(x) - tail :])
        return text[:head] + self.fillvalue + text[len(text) - tail :]

    def repr_int(self, x, level):
        return self._shortened(_repr(x), self.maxlong)

    def repr_instance(self, x, level):
        try:
            return self._shortened(_repr(x), self.maxother)
        except Exception:
            return f"<{type(x).__name__} instance at {id(x):#x}>"


def _in_order(x):
    try:
        return sorted(x)
    except Exception:
        return list(x)


aRepr = Repr()
repr = aRepr.repr
