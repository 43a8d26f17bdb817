# The module in which CPython keeps what `operator` shows; pickles name it.
from operator import *
