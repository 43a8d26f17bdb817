"""The numbers of the system's errors, as Linux has them."""
EPERM, ENOENT, EINTR, EIO, EBADF, EAGAIN, ENOMEM, EACCES, EBUSY, EEXIST = 1, 2, 4, 5, 9, 11, 12, 13, 16, 17
EXDEV, ENOTDIR, EISDIR, EINVAL, ENFILE, EMFILE, EFBIG, ENOSPC, EROFS, EPIPE, EDOM, ERANGE = 18, 20, 21, 22, 23, 24, 27, 28, 30, 32, 33, 34
EDEADLK, ENAMETOOLONG, ENOSYS, ENOTEMPTY, ELOOP, ETIMEDOUT, ECONNREFUSED = 35, 36, 38, 39, 40, 110, 111
EWOULDBLOCK = EAGAIN
errorcode = {number: name for name, number in list(globals().items()) if name[0] == "E" and name != "EWOULDBLOCK"}
