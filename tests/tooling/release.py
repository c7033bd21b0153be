"""Make the files of a release and sign them: `make release KEY=~/.ssh/id_ed25519`.

It writes to `dist/` the source, its bill of materials, the SHA-256 of both, and a signature of these sums with an SSH
key. It refuses a commit without a signed tag, changed files, images of containers without a digest, and a key that
`deploy/release_signers` does not name.
`docs/operators/safety.md` says how to check them.
"""

import hashlib
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from piecepack_site import __version__
from tests.support.processes import ROOT
from tests.tooling.sbom import NAME, committed_at, sbom

NAMESPACE = f"{NAME}-release"
"""What is signed: a signature that the key's owner gives for something else does not pass."""
SUMS = "SHA256SUMS"
SIGNERS = Path("deploy/release_signers")
CONTAINERS = (Path("deploy/compose.yaml"), Path("deploy/Dockerfile"))
IMAGE = re.compile(r"_IMAGE(?::-|=)([^}\s]+)")
DIGEST = re.compile(r"@sha256:[0-9a-f]{64}$")


class Refused(Exception):
    """Why there is no release, in one sentence that says what to do."""


def release(key: Path, *, root: Path = ROOT, version: str = __version__) -> list[Path]:
    """Make and sign the files of the tagged commit in `root`, and return them. Raises `Refused`."""
    tag = f"v{version}"
    if _git(root, "status", "--porcelain"):
        raise Refused("Some files are changed. Commit them.")
    if tag not in _git(root, "tag", "--points-at", "HEAD").splitlines():
        raise Refused(f"This commit has no tag {tag}. Run `git tag -s {tag}`.")
    if not _is_signed(root, tag):
        raise Refused(f"{tag} is not signed by anybody in {SIGNERS}. Run `git tag --force -s {tag}`.")
    if unpinned := unpinned_images(root):
        raise Refused(
            f"These images have no digest, so anybody who can write to their registry could change what operators get: "
            f"{', '.join(unpinned)}. Run deploy/pin-images where there is Docker and a network, write the digests that "
            f"it prints into {' and '.join(map(str, CONTAINERS))}, and commit."
        )
    signer = _signer(root / SIGNERS, key)
    folder = root / "dist"
    folder.mkdir(exist_ok=True)
    source, bill = folder / f"{NAME}-{version}.tar.gz", folder / f"{NAME}-{version}.cdx.json"
    _git(root, "archive", "--format=tar.gz", f"--prefix={NAME}-{version}/", f"--output={source}", "HEAD")
    bill.write_text(sbom((root / "requirements.txt").read_text(), committed_at(root)))
    sums, signature = folder / SUMS, folder / f"{SUMS}.sig"
    sums.write_text(
        "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in (source, bill))
    )
    signature.unlink(missing_ok=True)  # ssh-keygen would ask
    _run("ssh-keygen", "-q", "-Y", "sign", "-f", str(key), "-n", NAMESPACE, str(sums))
    how = ["-Y", "verify", "-f", str(root / SIGNERS), "-I", signer, "-n", NAMESPACE, "-s", str(signature)]
    _run("ssh-keygen", *how, text=sums.read_text())
    return [source, bill, sums, signature]


def unpinned_images(root: Path) -> list[str]:
    """Return the images that containers are made from and that are named by a tag alone."""
    named = {image for file in CONTAINERS for image in IMAGE.findall((root / file).read_text())}
    return sorted(image for image in named if not DIGEST.search(image))


def _signer(signers: Path, key: Path) -> str:
    """Return the name under which the public half of a key may sign releases."""
    public = key.with_name(f"{key.name.removesuffix('.pub')}.pub")
    if not public.exists():
        raise Refused(f"There is no {public}. Name an SSH key with KEY=, whose public half lies beside it.")
    kind, body, *_ = public.read_text().split()
    for line in signers.read_text().splitlines():
        if not line.startswith("#") and f"{kind} {body}" in line:
            return line.split()[0]
    raise Refused(f"{SIGNERS} does not name this key. Add it as the file says, and commit.")


def _is_signed(root: Path, tag: str) -> bool:
    try:
        _git(root, "-c", f"gpg.ssh.allowedSignersFile={root / SIGNERS}", "verify-tag", tag)
    except Refused:
        return False
    return True


def _git(root: Path, *arguments: str) -> str:
    return _run("git", "-C", str(root), *arguments)


def _run(*command: str, text: str = "") -> str:
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Refused(f"{' '.join(command[:3])} failed: {(done.stderr or done.stdout).strip()}")
    return done.stdout


def main(arguments: Sequence[str]) -> int:
    """Make a release with the named key, and name its files."""
    try:
        if not arguments:
            raise Refused("Name the SSH key that signs: make release KEY=~/.ssh/id_ed25519.")
        for file in release(Path(arguments[0]).expanduser()):
            sys.stdout.write(f"{file}\n")
    except Refused as refused:
        sys.stderr.write(f"{refused}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
