"""Binary heaps in lists: heap[k] <= heap[2k+1] and heap[k] <= heap[2k+2]."""


def _sift_up_from(heap, start, pos):
    item = heap[pos]
    while pos > start:
        parent = (pos - 1) >> 1
        if not item < heap[parent]:
            break
        heap[pos] = heap[parent]
        pos = parent
    heap[pos] = item


def _sink(heap, pos):
    # Down to a leaf along the smaller children, then up: fewer comparisons on the average.
    end = len(heap)
    start = pos
    item = heap[pos]
    child = 2 * pos + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[pos] = heap[child]
        pos = child
        child = 2 * pos + 1
    heap[pos] = item
    _sift_up_from(heap, start, pos)


def heappush(heap, item):
    if type(heap) is not list and not isinstance(heap, list):
        raise TypeError(f"heappush() argument 1 must be list, not {type(heap).__name__}")
    heap.append(item)
    _sift_up_from(heap, 0, len(heap) - 1)


def _check_heap(heap, name):
    if not isinstance(heap, list):
        raise TypeError(f"{name}() argument must be list, not {type(heap).__name__}")


def heappop(heap):
    if type(heap) is not list:
        _check_heap(heap, "heappop")
    if not heap:
        raise IndexError("index out of range")
    last = heap.pop()
    if heap:
        item = heap[0]
        heap[0] = last
        _sink(heap, 0)
        return item
    return last


def heapreplace(heap, item):
    if not heap:
        raise IndexError("index out of range")
    top = heap[0]
    heap[0] = item
    _sink(heap, 0)
    return top


def heappushpop(heap, item):
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _sink(heap, 0)
    return item


def heapify(x):
    _check_heap(x, "heapify")
    for i in reversed(range(len(x) // 2)):
        _sink(x, i)


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:n] if n > 0 else []


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:n] if n > 0 else []


def merge(*iterables, key=None, reverse=False):
    streams = []
    for order, iterable in enumerate(iterables):
        it = iter(iterable)
        for value in it:
            streams.append([value if key is None else key(value), order, value, it])
            break
    while streams:
        best = streams[0]
        for s in streams[1:]:
            if (best[0] < s[0]) if reverse else (s[0] < best[0]):
                best = s
        yield best[2]
        for value in best[3]:
            best[0] = value if key is None else key(value)
            best[2] = value
            break
        else:
            streams.remove(best)
