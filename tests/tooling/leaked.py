"""Look for secrets in the files of the repository, without a network.

Run it with `make secrets`, or as a program with the files to look at. It exits with 1 and names file, line and kind if
it finds one, and never shows it. Write `no-secret: REASON` on a line that only looks like one.
"""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

KINDS = {
    "a private key": r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----",
    "a token of this site": r"\bpbp_[\w-]{40,}",
    "a key of the vault": r"(?<![\w/+=-])[\w-]{43}=(?![\w/+=-])",
    "a key or password of a server": (
        r"\b(?:SECRET_KEY|VAULT_KEYS|VAPID_PRIVATE_KEY|METRICS_TOKEN|POSTGRES_PASSWORD|REDIS_PASSWORD)"
        r"['\"]?\s*[:=]\s*['\"]?[\w+/.-]{24,}"
    ),
    "a key of Amazon": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    "a token of GitHub": r"\b(?:gh[opsur]_[0-9A-Za-z]{36,}|github_pat_\w{50,})",
    "a token of GitLab": r"\bglpat-[\w-]{20,}",
    "a token of Slack": r"\bxox[abeprs]-[\w-]{10,}|hooks\.slack\.com/services/T\w{8,}/B\w{8,}/\w{20,}",
    "a webhook of Discord": r"\bdiscord(?:app)?\.com/api/webhooks/\d{17,}/[\w-]{60,}",
    "a key of Google": r"\bAIza[\w-]{35}",
    "a key of Stripe": r"\b[rs]k_live_[0-9A-Za-z]{20,}",
    "a key of SendGrid": r"\bSG\.[\w-]{20,}\.[\w-]{40,}",
    "a token of a package index": r"\bpypi-AgE[\w-]{50,}|\bnpm_[0-9A-Za-z]{36}\b",
    "a signed web token": r"\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,}",
}
"""Each kind has a form of its own. A search for text that merely looks random would find every hash of a record."""
ANY = re.compile("|".join(f"(?P<k{number}>{pattern})" for number, pattern in enumerate(KINDS.values())))
NO_SECRET = "no-secret: "


def found_in(text: str) -> Iterator[tuple[int, str]]:
    """Return the line and kind of each secret in a text."""
    for number, line in enumerate(text.splitlines(), start=1):
        if (found := ANY.search(line)) and NO_SECRET not in line:
            yield number, list(KINDS)[int(str(found.lastgroup).removeprefix("k"))]


def report(paths: Iterable[Path]) -> int:
    """Name the secrets in these files, and return the exit code."""
    code = 0
    for path in paths:
        for number, kind in found_in(path.read_text(encoding="utf-8", errors="replace")):
            sys.stdout.write(f"{path}:{number}: this looks like {kind}\n")
            code = 1
    return code


def main(names: Sequence[str]) -> int:
    """Look at the named files, or at all that git knows and those that it does not ignore."""
    if not names:
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\0")
    return report(path for path in map(Path, names) if path.is_file())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
