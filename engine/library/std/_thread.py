"""Locks under the name that CPython's own modules import."""
from threading import Lock as allocate_lock, RLock, get_ident

LockType = type(allocate_lock())
