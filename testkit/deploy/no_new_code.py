"""Runs a command that cannot run memory it has written to (systemd's MemoryDenyWriteExecute=).

    python no_new_code.py COMMAND...

A kernel that does not know how to promise that lets it be.
"""

import ctypes
import os
import sys

PR_SET_MDWE, REFUSE_EXEC_GAIN = 65, 1

if __name__ == "__main__":
    ctypes.CDLL(None).prctl(PR_SET_MDWE, REFUSE_EXEC_GAIN, 0, 0, 0)
    os.execv(sys.argv[1], sys.argv[1:])  # noqa: S606
