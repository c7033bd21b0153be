"""The check of the key that signs records and receipts."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from django.conf import settings

from foundation.signing import KeyState, look_at_keys
from operations.doctor.files import BY_OTHERS, SECRET_FILES
from operations.doctor.findings import Finding, fail, ok
from operations.open_to_others import demo_was_here, has_demo, is_loopback

SHOWN = 16
"""So many digits of a public key tell it apart from all others."""
REPLACE = "run `manage.py signing_rotate --withdraw`"


def signing_key_signs() -> Iterator[Finding]:
    """Check that the key opens and signs, and that nobody else could have used it."""
    keys = look_at_keys()
    if keys.unopened:
        yield fail(
            f"{keys.unopened} signing key{'s' if keys.unopened > 1 else ''} cannot be opened, so what was signed with "
            "it is not known as this site's. Add the key of the vault that sealed it to VAULT_KEYS."
        )
    if keys.current is None:
        if keys.unopened:
            yield fail("Nothing can be signed until then.")
        elif keys.total:
            yield fail("Nothing can be signed. Run `manage.py signing_rotate`.")
        else:
            yield ok("There is no signing key yet. It is made when it is first needed.")
        return
    faults = [*_others_can_read_it(), *_findings_of_demo_key(keys)]
    yield from faults
    if not (faults or keys.unopened):
        yield ok(f"The site signs with key {keys.total}, {keys.current.key[:SHOWN]}…, of {keys.current.since}.")


def _others_can_read_it() -> Iterator[Finding]:
    """The key is sealed in the database; anyone who can read the vault's key too can open it."""
    paths = [settings.VAR_DIR / name for name in SECRET_FILES]
    if settings.EMBEDDED and all(path.exists() and path.stat().st_mode & BY_OTHERS for path in paths):
        yield fail(f"Others can read the signing key. Run `chmod 600 {' '.join(map(str, paths))}`, then {REPLACE}.")


def _findings_of_demo_key(keys: KeyState) -> Iterator[Finding]:
    """With the demo's passwords anyone can play both sides of a match, and have its record signed."""
    public = not (settings.EMBEDDED and is_loopback(urlsplit(settings.SITE_URL).hostname or ""))
    if public and (settings.DEMO or has_demo() or (keys.total == 1 and demo_was_here())):
        yield fail(
            "The signing key is the demo's, whose passwords are public. Set DEMO=0, give the demo's accounts other "
            f"passwords, then {REPLACE}."
        )
