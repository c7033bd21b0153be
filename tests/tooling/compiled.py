"""`make compiled`: translate the rules and the search to C with Cython, unchanged, and compile them.

They go to a folder of their own, from which `foundation/compiled.py` imports them.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path
from sysconfig import get_config_var, get_path

from foundation.compiled import ROOT, built_name, source_of

PLACES = (
    "engine/bots.py",
    "engine/chance.py",
    "engine/game.py",
    "engine/quick_chance.py",
    "engine/search/*.py",
    "games/*/bot.py",
    "games/*/bots/*.py",
    "games/*/search.py",
    "games/*/worth.py",
    "games/*/rules/**/*.py",
    "examples/*/bot.py",
    "examples/*/search.py",
    "examples/*/rules/*.py",
)
WORDS = {
    "conditionals",
    "explain",
    "forms",
    "notation",
    "rulings",
    "sayings",
    "scenes",
    "sentences",
    "wording",
    "words",
}
"""What people read and write is not part of a simulated match."""
FAULT = re.compile(r"\S+:\d+:\d+: ")
FIELDS = {"__init__", "actions", "events", "options"}
"""Lists of names and fields run no faster."""


class NotCompiled(Exception):
    """A module that cannot be compiled here."""


def modules() -> list[str]:
    """Return the names of the modules that gain by it."""
    found = sorted(chain.from_iterable(ROOT.glob(place) for place in PLACES))
    return [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in found if path.stem not in WORDS | FIELDS]


def build(folder: Path, names: Iterable[str], *, effort: str = "-O2") -> int:
    """Compile what is not yet compiled as it is written now, and return how many modules that were.

    `effort` is the compiler's option for how much it optimises.
    """
    folder.mkdir(parents=True, exist_ok=True)
    missing = [name for name in names if not (folder / built_name(name)).exists()]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(partial(_compile, folder, effort), missing))
    return len(missing)


def _compile(folder: Path, effort: str, name: str) -> None:
    with tempfile.TemporaryDirectory() as made:
        code, library = Path(made, "module.c"), Path(made, "module.so")
        translate(name, code)
        flags = [part for key in ("LDSHARED", "CFLAGS", "CCSHARED") for part in shlex.split(get_config_var(key) or "")]
        _run(*flags, effort, "-g0", "-w", f"-I{get_path('include')}", str(code), "-o", str(library))
        # Moved whole, so that no process meets half a file; a temporary folder may be on another disk.
        part = folder / f"{name}.part"
        part.write_bytes(library.read_bytes())
        part.replace(folder / built_name(name))


def translate(name: str, code: Path) -> None:
    """Write a module in C. Raises `NotCompiled`."""
    options = ("-3", "-X", "annotation_typing=False", "--module-name", name, "-o", str(code))
    _run(sys.executable, "-m", "cython", *options, str(source_of(name)))


def _run(*command: str) -> None:
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise NotCompiled(f"{command[0]} is missing. Install a C compiler (on Debian: build-essential).") from error
    if done.returncode:
        # Both compilers begin the line of a fault with its place.
        lines = [line for line in done.stderr.splitlines() if FAULT.match(line)]
        raise NotCompiled((lines or [done.stderr.strip() or "The compiler gave no reason."])[0])


def remove_others(folder: Path, names: Iterable[str]) -> None:
    """Remove what was compiled from sources that are gone."""
    kept = {built_name(name) for name in names}
    for file in folder.iterdir():
        if file.name not in kept:
            file.unlink()


if __name__ == "__main__":
    place, wanted = Path(sys.argv[1]), modules()
    try:
        count = build(place, wanted)
    except NotCompiled as error:
        sys.exit(str(error))
    remove_others(place, wanted)
    sys.stdout.write(f"{count} of {len(wanted)} modules were compiled to {place}; the others were there.\n")
