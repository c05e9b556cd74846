"""`refuse_calls.py CALL=ERROR[,CALL=ERROR] PROGRAM ARGUMENT..`: runs the program where these system calls fail, by a seccomp filter as
containers have one."""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys

CALLS = {"io_uring_setup": 425, "epoll_pwait2": 441}  # on every architecture
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2
LOAD_WORD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06  # of classic BPF
ALLOW, FAIL_WITH = 0x7FFF0000, 0x00050000


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


def refuse(errors: dict[str, int]) -> None:
    """For this process and those that it starts."""
    steps = [(LOAD_WORD, 0, 0, 0)]  # the number of the system call
    for call, error in errors.items():
        steps += [(JUMP_IF_EQUAL, 0, 1, CALLS[call]), (RETURN, 0, 0, FAIL_WITH | error)]
    steps.append((RETURN, 0, 0, ALLOW))
    instructions = b"".join(struct.pack("=HBBI", *step) for step in steps)
    program = _Program(len(instructions) // 8, instructions)
    libc = ctypes.CDLL(None, use_errno=True)
    for asked in ((PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0)):
        if libc.prctl(*asked) != 0:
            raise OSError(ctypes.get_errno(), "prctl")


if __name__ == "__main__":
    refuse({call: getattr(errno, name) for call, name in (one.split("=") for one in sys.argv[1].split(","))})
    os.execv(sys.argv[2], sys.argv[2:])
