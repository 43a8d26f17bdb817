# copy and deepcopy of a deque keep its items and maxlen.
import copy
from collections import deque
d = deque([[1], 2], maxlen=3)
e, f = copy.deepcopy(d), copy.copy(d)
d[0].append(9)
d.append(5)
print(d, e, f, e.maxlen, type(e).__name__)
