# Functions of native modules, written in the language so that capture can trace through
# them: `itertools.chain` is `itertools_chain` here. Generators keep what is lazy lazy.
import itertools


def itertools_from_iterable(cls, iterables):
    for iterable in iterables:
        yield from iterable


def itertools_cycle(iterable):
    saved = []
    for item in iterable:
        yield item
        saved.append(item)
    while saved:
        for item in saved:
            yield item


def itertools_accumulate(iterable, func=None, *, initial=None):
    iterator = iter(iterable)
    if initial is None:
        for total in iterator:
            break
        else:
            return
    else:
        total = initial
    yield total
    for item in iterator:
        total = total + item if func is None else func(total, item)
        yield total


def itertools_compress(data, selectors):
    for item, selector in zip(data, selectors):
        if selector:
            yield item


def itertools_dropwhile(predicate, iterable):
    iterator = iter(iterable)
    for item in iterator:
        if not predicate(item):
            yield item
            break
    yield from iterator


def itertools_takewhile(predicate, iterable):
    for item in iterable:
        if not predicate(item):
            return
        yield item


def itertools_filterfalse(predicate, iterable):
    for item in iterable:
        if not (item if predicate is None else predicate(item)):
            yield item


def itertools_starmap(function, iterable):
    for args in iterable:
        yield function(*args)


def itertools_pairwise(iterable):
    iterator = iter(iterable)
    for before in iterator:
        break
    else:
        return
    for item in iterator:
        yield before, item
        before = item


def itertools_batched(iterable, n):
    iterator = iter(iterable)
    while True:
        batch = tuple(itertools.islice(iterator, n))
        if not batch:
            return
        yield batch


def itertools_islice(iterable, *args):
    limits = slice(*args)
    for name, limit, least in (("start", limits.start, 0), ("stop", limits.stop, 0), ("step", limits.step, 1)):
        if limit is not None and limit < least:
            if name == "step":
                raise ValueError("Step for islice() must be a positive integer or None.")
            if name == "stop" and len(args) == 1:
                raise ValueError("Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
            raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    start, stop, step = limits.start or 0, limits.stop, limits.step or 1
    at, wanted = 0, start
    if stop is not None and wanted >= stop:
        return
    for item in iterable:
        if at == wanted:
            yield item
            wanted += step
        at += 1
        if stop is not None and (at >= stop or wanted >= stop):
            return


def itertools_zip_longest(*iterables, fillvalue=None):
    iterators = [iter(iterable) for iterable in iterables]
    active = len(iterators)
    ended = [False] * active
    while active:
        row = []
        for i, iterator in enumerate(iterators):
            item = fillvalue
            if not ended[i]:
                try:
                    item = next(iterator)
                except StopIteration:
                    ended[i] = True
                    active -= 1
                    if not active:
                        return
            row.append(item)
        yield tuple(row)


def itertools_groupby(iterable, key=None):
    groups = []
    for item in iterable:
        value = item if key is None else key(item)
        if groups and groups[-1][0] == value:
            groups[-1][1].append(item)
        else:
            groups.append((value, [item]))
    for value, items in groups:
        yield value, iter(items)


def itertools_tee(iterable, n=2):
    items = list(iterable)
    return tuple([iter(items) for _ in range(n)])


def itertools_product(*iterables, repeat=1):
    rows = [()]
    for pool in [list(iterable) for iterable in iterables] * repeat:
        rows = [row + (item,) for row in rows for item in pool]
    yield from rows


def _subsets(pool, r, start, chosen, keep_start):
    if len(chosen) == r:
        yield tuple(chosen)
        return
    for i in range(start, len(pool)):
        yield from _subsets(pool, r, i if keep_start else i + 1, chosen + [pool[i]], keep_start)


def itertools_combinations(iterable, r):
    return _subsets(list(iterable), r, 0, [], False)


def itertools_combinations_with_replacement(iterable, r):
    return _subsets(list(iterable), r, 0, [], True)


def itertools_permutations(iterable, r=None):
    pool = list(iterable)

    def extend(chosen, left):
        if len(chosen) == (len(pool) if r is None else r):
            yield tuple([pool[i] for i in chosen])
            return
        for i in left:
            yield from extend(chosen + [i], [j for j in left if j != i])

    return extend([], list(range(len(pool))))


def operator_itemgetter(item, *items):
    if not items:
        return lambda obj: obj[item]
    return lambda obj: tuple([obj[i] for i in (item,) + items])


def operator_attrgetter(attribute, *attributes):
    def read(obj, path):
        for name in path.split("."):
            obj = getattr(obj, name)
        return obj

    if not attributes:
        return lambda obj: read(obj, attribute)
    return lambda obj: tuple([read(obj, path) for path in (attribute,) + attributes])


def operator_methodcaller(name, *args, **kwargs):
    return lambda obj: getattr(obj, name)(*args, **kwargs)


def operator_countOf(sequence, value):
    return sum([1 for item in sequence if item is value or item == value])


def operator_indexOf(sequence, value):
    for i, item in enumerate(sequence):
        if item is value or item == value:
            return i
    raise ValueError("sequence.index(x): x not in sequence")


def math_radians(x):
    return x * (3.141592653589793 / 180.0)
