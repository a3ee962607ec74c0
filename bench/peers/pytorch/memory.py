"""Memory settings of a fair measurement."""
import os
import sys

KEEP = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "4294967296"}


def keep_memory():
    """Starts this program again with an allocator that keeps freed memory, unless it has been. By default glibc gives it back
    to the system after every pass and pays for it again in page faults, up to a fifth of an update."""
    if sys.platform == "linux" and not KEEP.items() <= os.environ.items():
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **KEEP})
