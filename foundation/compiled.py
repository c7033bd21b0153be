"""Rules that `make compiled` has translated to C: imported in place of their source, as long as that is the same.

Each file is named after its module and a hash of the source, so that a change of the source is never missed.
"""

import os
import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from sysconfig import get_config_var
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
VARIABLE = "COMPILED_RULES"
FOLDER = ROOT / ".venv" / "compiled"
SUFFIX: str = get_config_var("EXT_SUFFIX")
"""Names the version of Python and the processor that a file was compiled for."""


def source_of(name: str) -> Path:
    """Return the source of a module."""
    return ROOT.joinpath(*name.split(".")).with_suffix(".py")


def built_name(name: str) -> str:
    """Return the name of the file that a module is compiled to."""
    return f"{name}-{sha256(source_of(name).read_bytes()).hexdigest()[:16]}{SUFFIX}"


class Finder(MetaPathFinder):
    """Finds modules that are compiled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.built = {file.name for file in folder.iterdir() if file.name.endswith(SUFFIX)}
        self.modules = {name.partition("-")[0] for name in self.built}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how to load a module, or None if it is not compiled as it is written now."""
        if fullname not in self.modules or (name := built_name(fullname)) not in self.built:
            return None
        file = str(self.folder / name)
        return spec_from_file_location(fullname, file, loader=ExtensionFileLoader(fullname, file))


def is_compiled(package: str) -> bool:
    """True if any module of a package was imported compiled."""
    return any(
        name.startswith(f"{package}.") and isinstance(getattr(module, "__loader__", None), ExtensionFileLoader)
        for name, module in [*sys.modules.items()]
    )


def prefer_compiled() -> None:
    """Import compiled modules from now on, if there are any."""
    named = os.environ.get(VARIABLE)
    folder = FOLDER if named is None else Path(named)
    if named != "" and folder.is_dir():
        sys.meta_path.insert(0, Finder(folder))
