"""Run a command that may not execute memory it has written (systemd's MemoryDenyWriteExecute=).

    python no_new_code.py COMMAND...

On a kernel without this protection the command runs unprotected.
"""

import ctypes
import os
import sys

PR_SET_MDWE, REFUSE_EXEC_GAIN = 65, 1

if __name__ == "__main__":
    ctypes.CDLL(None).prctl(PR_SET_MDWE, REFUSE_EXEC_GAIN, 0, 0, 0)
    os.execv(sys.argv[1], sys.argv[1:])  # noqa: S606
