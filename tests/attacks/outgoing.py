"""Addresses that the site is made to call."""

from http import HTTPStatus

from tests.attacks.outside import Target, attack

INNER = (
    "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0.0.0.0", "10.0.0.1", "100.64.0.1",  # noqa: S104
    "169.254.169.254", "172.16.0.1", "192.0.0.1", "192.0.0.192", "192.0.2.1", "192.31.196.1", "192.52.193.1",
    "192.88.99.1", "192.168.0.1", "192.175.48.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1",
    "240.0.0.1", "255.255.255.255", "localhost", "localhost.", "[::1]", "[::]", "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::1]", "[100::1]", "[2001::1]", "[2001:db8::1]",
    "[2002:7f00:1::]", "[2620:4f:8000::1]", "[3fff::1]", "[5f00::1]", "[fc00::1]", "[fe80::1]", "[fe80::1%25lo]",
    "[fec0::1]", "[ff02::1]",
)  # fmt: skip
ODD = (
    "http://8.8.8.8/",
    "https://8.8.8.8:22/",
    "https://8.8.8.8:6379/",
    "https://8.8.8.8:80/",
    "https://user:word@8.8.8.8/",
    "ftp://8.8.8.8/",
    "file:///etc/passwd",
    "https://8.8.8.8\\@127.0.0.1/",
    "https://8.8.8.8\r\nX: y/",
    "//8.8.8.8/",
)


@attack()
def webhooks_into_the_house(target: Target) -> None:
    """Have the site post to its own network, to each special range, or to other ports."""
    guest = target.guest()
    for url in (*(f"https://{host}/" for host in INNER), *ODD):
        reply = guest.post("/notices/webhook/", {"form": "json", "url": url})
        assert reply.status_code != HTTPStatus.FOUND, f"{url} is taken"
