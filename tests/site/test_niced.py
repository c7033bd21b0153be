"""Jobs that take too much are ended, wherever they spend their time, and the next job is done."""

import hashlib
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from foundation.niced import NicedProcess, TookTooLong

MEMORY = 768 * 1024 * 1024


def forever() -> None:
    while True:
        pass


def forever_in_a_library() -> None:
    hashlib.pbkdf2_hmac("sha256", b"", b"", 2**31 - 1)


def hoard() -> int:
    return len(bytearray(2 << 30))


@pytest.mark.parametrize(
    ("job", "error"), [(forever, TookTooLong), (forever_in_a_library, BrokenProcessPool), (hoard, MemoryError)]
)
def test_a_job_that_takes_too_much_is_ended_and_the_next_is_done(job: Any, error: type[Exception]) -> None:
    process = NicedProcess(patience=120, seconds=0.2, memory=MEMORY)
    try:
        with pytest.raises(error):
            process.begin(job).result()
        assert process.run(len, "four") == 4
    finally:
        process.close()
