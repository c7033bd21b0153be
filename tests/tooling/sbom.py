"""Write the bill of materials of a server: CycloneDX 1.6 as JSON, on stdout.

Run it with `make sbom`. It lists every package of `requirements.txt` with its version, the hashes of its files, what
needs it, and its licence as the installed package declares it. The same commit gives the same bytes.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, Property, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense, LicenseAcknowledgement, LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from piecepack_site import __version__
from tests.support.processes import ROOT

NAME = "piecepack-by-post"
LICENCE = "GPL-3.0-or-later"
MARKER = r"(?: ; (?P<marker>[^\\\n]*[^\\\n ]))?"
PIN = re.compile(
    rf"^(?P<name>[a-z0-9.-]+)(?:\[[^\]]*\])?==(?P<version>[^\s;]+){MARKER}(?: \\)?(?:\n .*)*", re.MULTILINE
)
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
VIA = re.compile(r"^ {4}#(?: via)? +(?:-r )?(?!via$)(\S+)$", re.MULTILINE)
TROVE = "License :: OSI Approved :: "


class Pin(NamedTuple):
    """A pinned package: the hashes of its files, and what needs it (`requirements.in`: the site itself)."""

    name: str
    version: str
    hashes: tuple[str, ...]
    needed_by: tuple[str, ...]
    marker: str
    """On which systems, if not on all: a package can be there twice, for older and newer ones."""


def pins(text: str) -> Iterator[Pin]:
    """Read the packages of a file that `make lock` wrote."""
    for found in PIN.finditer(text):
        hashes, needed_by = tuple(HASH.findall(found[0])), tuple(VIA.findall(found[0]))
        yield Pin(found["name"], found["version"], hashes, needed_by, found["marker"] or "")


def sbom(text: str, made_at: datetime) -> str:
    """Return the bill of materials of these requirements."""
    packages = [(pin, _component(pin)) for pin in pins(text)]
    site = Component(name=NAME, version=__version__, type=ComponentType.APPLICATION, bom_ref=NAME)
    site.licenses.add(_licence_of(LICENCE))
    bom = Bom(components=[component for _, component in packages])
    bom.serial_number = uuid5(NAMESPACE_URL, f"{NAME} {__version__}\n{text}")
    bom.metadata.component, bom.metadata.timestamp = site, made_at
    bom.register_dependency(site, [component for pin, component in packages if _is_direct(pin)])
    for needing, component in packages:
        bom.register_dependency(component, [other for pin, other in packages if needing.name in pin.needed_by])
    return f"{JsonV1Dot6(bom).output_as_string(indent=2)}\n"


def _is_direct(pin: Pin) -> bool:
    return any(name.endswith(".in") for name in pin.needed_by)


def _component(pin: Pin) -> Component:
    purl = PackageURL("pypi", name=pin.name, version=pin.version)
    component = Component(name=pin.name, version=pin.version, purl=purl, bom_ref=str(purl), type=ComponentType.LIBRARY)
    # A package has several files, one of which pip takes, so these are no hashes of the package.
    hashes = [HashType(alg=HashAlgorithm.SHA_256, content=content) for content in pin.hashes]
    files = ExternalReference(type=ExternalReferenceType.DISTRIBUTION, url=XsUri(str(purl)), hashes=hashes)
    component.external_references.add(files)
    if pin.marker:
        component.properties.add(Property(name="marker", value=pin.marker))
    # Some packages put the whole text where the name belongs.
    if (declared := _licence(pin)) and "\n" not in declared:
        component.licenses.add(_licence_of(declared))
    return component


def _licence_of(said: str) -> DisjunctiveLicense | LicenseExpression:
    return LicenseFactory().make_from_string(said, license_acknowledgement=LicenseAcknowledgement.DECLARED)


def _licence(pin: Pin) -> str:
    """Return what an installed package says of its licence; packages of other platforms are not installed."""
    said: dict[str, Any] = {}
    with suppress(metadata.PackageNotFoundError):
        said = metadata.metadata(pin.name).json
    if said.get("version") != pin.version:
        return ""
    classified = [line.removeprefix(TROVE) for line in said.get("classifier", []) if line.startswith(TROVE)]
    return str(said.get("license_expression") or said.get("license") or ", ".join(classified))


def committed_at(folder: Path) -> datetime:
    """Return when the commit was made that lies in a folder."""
    command = ["git", "-C", str(folder), "log", "-1", "--format=%cI"]
    return datetime.fromisoformat(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip())


if __name__ == "__main__":
    sys.stdout.write(sbom((ROOT / "requirements.txt").read_text(), committed_at(ROOT)))
