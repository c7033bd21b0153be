"""Which addresses are on the public internet, by IANA's registries and not by what this Python knows of them.

The ranges: https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry. Of IPv6, only
2000::/3 has been given out, so everything else is refused without a list.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

Address = IPv4Address | IPv6Address

_SPECIAL_V4 = tuple(
    IPv4Network(given)
    for given in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",
    )
)
_GIVEN_OUT_V6 = IPv6Network("2000::/3")
_SPECIAL_V6 = tuple(
    IPv6Network(given)
    for given in (
        "2001::/23",
        "2001:db8::/32",
        "2002::/16",
        "2620:4f:8000::/48",
        "3fff::/20",
    )
)
_NAT64 = IPv6Network("64:ff9b::/96")


def is_public(address: Address) -> bool:
    """True if an address is on the public internet, including IPv4 addresses written as IPv6."""
    if isinstance(address, IPv4Address):
        return not any(address in special for special in _SPECIAL_V4)
    inner = IPv4Address(int(address) & 0xFFFFFFFF) if address in _NAT64 else address.ipv4_mapped
    if inner is not None:
        return is_public(inner)
    return address in _GIVEN_OUT_V6 and not any(address in special for special in _SPECIAL_V6)
