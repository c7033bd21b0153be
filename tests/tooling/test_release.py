"""What `make release` makes can be checked by those who download it, and nothing else passes for it."""

import re
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.processes import ROOT
from tests.support.signing_keys import SIGNER, new_key, signed_by
from tests.tooling.release import CONTAINERS, IMAGE, NAMESPACE, SIGNERS, Refused, main, release, unpinned_images

PINNED = re.compile(r"(?<=_IMAGE:-)[^}@]+|(?<=_IMAGE=)[^\s@]+")
Make = Callable[[], list[Path]]


def run(*command: str | Path, text: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def git(root: Path, *words: str) -> None:
    done = run(*signed_by(root.parent / "key"), "-C", root, *words)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small repository that names a key, with a signed tag."""
    public = new_key(tmp_path / "key")
    root = tmp_path / "site"
    (root / "deploy").mkdir(parents=True)
    (root / ".gitignore").write_text("dist/\n")
    (root / "requirements.txt").write_text((ROOT / "requirements.txt").read_text())
    (root / SIGNERS).write_text(f'# Who may sign.\n{SIGNER} namespaces="git,{NAMESPACE}" {public}\n')
    for file in CONTAINERS:
        (root / file).write_text(PINNED.sub(rf"\g<0>@sha256:{'4d' * 32}", (ROOT / file).read_text()))
    git(tmp_path, "init", "--quiet", str(root))
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "Begin")
    git(root, "tag", "--sign", "v9.9", "--message", "9.9")
    return root


@pytest.fixture
def make(root: Path) -> Make:
    return lambda: release(root.parent / "key", root=root, version="9.9")


def verified(root: Path, folder: Path, *, namespace: str = NAMESPACE) -> bool:
    """What docs/operators/safety.md tells those to do who download a release."""
    how: list[str | Path] = [
        "-Y",
        "verify",
        "-f",
        root / SIGNERS,
        "-I",
        SIGNER,
        "-n",
        namespace,
        "-s",
        folder / "SHA256SUMS.sig",
    ]
    signed = run("ssh-keygen", *how, text=(folder / "SHA256SUMS").read_text())
    sums = subprocess.run(
        ["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=folder, check=False, capture_output=True
    )
    return signed.returncode == 0 and sums.returncode == 0


def test_a_release_can_be_checked(root: Path, make: Make):
    source, bill, sums, signature = make()
    assert [file.name for file in (source, bill, sums, signature)] == [
        "piecepack-by-post-9.9.tar.gz", "piecepack-by-post-9.9.cdx.json", "SHA256SUMS", "SHA256SUMS.sig",
    ]  # fmt: skip
    assert verified(root, root / "dist")
    with tarfile.open(source) as archive:
        assert "piecepack-by-post-9.9/requirements.txt" in archive.getnames()
    before = {file.name: file.read_bytes() for file in (source, bill, sums)}
    assert {file.name: file.read_bytes() for file in make()[:3]} == before


@pytest.mark.parametrize("name", ["piecepack-by-post-9.9.tar.gz", "piecepack-by-post-9.9.cdx.json", "SHA256SUMS"])
def test_a_changed_file_does_not_pass(root: Path, make: Make, name: str):
    make()
    with (root / "dist" / name).open("ab") as file:
        file.write(b"\n")
    assert not verified(root, root / "dist")


def test_another_key_or_another_purpose_does_not_pass(root: Path, make: Make):
    sums = make()[2]
    assert not verified(root, root / "dist", namespace="file")
    new_key(root.parent / "other")
    (root / "dist/SHA256SUMS.sig").unlink()
    run("ssh-keygen", "-q", "-Y", "sign", "-f", root.parent / "other", "-n", NAMESPACE, sums)
    assert not verified(root, root / "dist")
    with pytest.raises(Refused, match="does not name this key"):
        release(root.parent / "other", root=root, version="9.9")


def test_only_a_tagged_commit_without_changes_is_released(root: Path, make: Make):
    with pytest.raises(Refused, match=r"no tag v9\.10"):
        release(root.parent / "key", root=root, version="9.10")
    (root / "new.txt").write_text("forgotten")
    with pytest.raises(Refused, match="Commit them"):
        make()
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "More")
    with pytest.raises(Refused, match=r"no tag v9\.9"):
        make()
    git(root, "tag", "--force", "v9.9")
    with pytest.raises(Refused, match="not signed"):
        make()
    assert not (root / "dist").exists()


@pytest.mark.parametrize("file", CONTAINERS, ids=str)
def test_images_without_a_digest_are_not_released(root: Path, make: Make, file: Path):
    assert unpinned_images(root) == []
    text, pinned = (root / file).read_text(), f"@sha256:{'4d' * 32}"
    for worse in ("", "@sha256:4d", "@sha1:" + "4d" * 20):
        (root / file).write_text(text.replace(pinned, worse, 1))
        git(root, "commit", "--quiet", "--all", "--message", "Unpin")
        git(root, "tag", "--force", "--sign", "v9.9", "--message", "9.9")
        with pytest.raises(Refused, match=r"no digest.*(python|postgres):.*pin-images"):
            make()
    assert not (root / "dist").exists()


def test_the_release_knows_every_image_of_the_containers():
    names = {
        image.partition("@")[0].partition(":")[0]
        for file in CONTAINERS
        for image in IMAGE.findall((ROOT / file).read_text())
    }
    assert names == {"python", "postgres", "redis", "caddy"}


def test_without_a_key_it_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main([]) == 1
    assert "KEY=" in capsys.readouterr().err


def test_the_docs_say_what_was_tried_here():
    said = " ".join((ROOT / "docs/operators/safety.md").read_text().split())
    assert f"ssh-keygen -Y verify -f release_signers -I SIGNER -n {NAMESPACE} -s SHA256SUMS.sig < SHA256SUMS" in said
    assert "sha256sum --check --strict SHA256SUMS" in said
    assert (ROOT / SIGNERS).exists()
