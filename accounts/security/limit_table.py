"""The rate limits of the site: how often an address, a user or a token may do something.

The settings and the operators' manual are made from it. Every write counts as a write besides its own limit, and those
with a token are counted apart from those of pages. What a room counts in its own rows, such as hints within an hour, is
in its `policy.py`.
"""

from typing import NamedTuple


class Limit(NamedTuple):
    """One counted action."""

    action: str
    what: str
    rates: str
    """Comma-separated `times/period/by`: by address (`ip`), by user, or by what `key` says (`key`)."""
    key: str = "name or address that is typed"


GUESTS_PER_HOUR = 10
LIMITS = (
    # This and the next six, and the three of proofs, are counted in accounts/security/guesses.py.
    Limit("log_in", "log-ins in browsers that the account does not know", "30/m/ip"),
    Limit("log_in_known", "log-ins in all browsers that the account knows, by password or passkey", "30/m/user"),
    Limit("guess_address", "wrong passwords and wrong codes in such browsers", "10/m/ip"),
    Limit("guess", "the same, from one address", "5/5m/key"),
    Limit("guess_everywhere", "the same, from all addresses together", "50/h/key"),
    Limit(
        "guess_known", "wrong passwords and wrong codes in one browser that the account knows", "5/5m/key", "browser"
    ),
    Limit("login_mailed", "wrong passwords before the owner is told, once a day", "4/5m/key"),
    Limit("webauthn_login", "log-ins with a passkey, in browsers that no account knows", "10/m/ip"),
    Limit("webauthn_known", "the same in each browser that an account knows", "10/m/key", "browser"),
    Limit(
        "proof_known",
        "showing once more that it is you, or a new password, in one browser that the account knows",
        "10/m/key,50/h/key",
        "browser",
    ),
    Limit("proof", "the same in other browsers, from one address", "10/m/key", "account"),
    Limit("proof_everywhere", "the same, from all addresses together", "50/h/key", "account"),
    Limit("reset_password", "mails for a new password", "10/h/ip,3/h/key"),
    Limit("reset_password_from_key", "links of such mails", "20/m/ip"),
    Limit("manage_email", "changes of the mail address", "10/m/user"),
    Limit("confirm_email", "mails to confirm an address", "1/3m/key"),
    Limit("signup", "accounts made or kept", "30/h/ip"),
    Limit("guest", "guests", f"{GUESTS_PER_HOUR}/h/ip"),
    Limit("bot_account", "bot accounts made", "30/h/user"),
    Limit("token", "tokens made", "60/h/user"),
    Limit("chat", "messages at tables", "10/m/user,200/h/user"),
    Limit("report", "reports to moderators", "10/h/user"),
    Limit("follow", "people followed, or no longer followed", "60/h/user"),
    Limit("club", "clubs founded, joined and changed", "60/h/user"),
    Limit("replay", "records brought as replays", "20/h/user,60/h/ip"),
    Limit("play_on", "matches played on from a position", "60/h/user"),
    Limit("messenger", "codes for messengers asked for or entered, and trials", "20/h/user"),
    Limit("webhook_test", "trials of a webhook", "20/h/user"),
)
API_REQUESTS_PER_MINUTE = 600
WRITES_PER_MINUTE = 120
BOT_WRITES_PER_MINUTE = 300
ADDRESS_WRITES_PER_MINUTE = 600
COSTLY_PER_MINUTE = 120
STEPS_PER_MINUTE = 600
"""A page with its picture is two, so with the arrow keys one may go on five times a second."""
STRANGERS_PER_MINUTE = 120
CSP_REPORTS_PER_MINUTE = 20
SOCKETS_PER_ADDRESS = 100
SOCKETS_PER_USER = 20
SOCKETS_PER_TOKEN = 10


def rates(**changed: str) -> dict[str, str]:
    """The table in allauth's format, with the operator's changes."""
    # allauth's own limits would let strangers keep the owner of an account out.
    off = {"login": "", "login_failed": "", "reauthenticate": "", "change_password": ""}
    return {limit.action: limit.rates for limit in LIMITS} | off | changed
