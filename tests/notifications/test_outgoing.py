"""URLs given by users never reach an internal machine, whatever they resolve to and however it answers."""

import socket
from ipaddress import ip_address

import pytest
import requests

from notifications import outgoing
from notifications.checks import a_server_posts_to_nobody_inside
from notifications.outgoing import GuardedSession, NotAllowed, check_url
from notifications.public_addresses import is_public
from tests.support.catcher import catching
from tests.support.dripping import dripping

PUBLIC = "93.184.216.34"


def resolving(monkeypatch, *answers: str) -> list[str]:
    """Names resolve to these addresses, one after another; return what was asked."""
    asked: list[str] = []

    def resolve(host: str, port: int, **kwargs: object) -> list[object]:
        asked.append(host)
        address = answers[min(len(asked), len(answers)) - 1]
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        return [(family, socket.SOCK_STREAM, 6, "", (address, port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return asked


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.9.9.9",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",  # noqa: S104 - this is what must be refused
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "192.0.2.1",
        "::",
        "::1",
        "fe80::1",
        "fc00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "2002:7f00:1::",
        "2001:db8::1",
        "100::1",
        "192.0.0.192",
        "192.0.0.9",
        "192.31.196.1",
        "192.52.193.1",
        "192.88.99.1",
        "192.175.48.1",
        "198.19.255.255",
        "203.0.113.1",
        "fec0::1",
        "feff::1",
        "::7f00:1",
        "::93.184.216.34",
        "64:ff9b:1::1",
        "100:0:0:1::1",
        "2001::1",
        "2001:1::1",
        "2001:3::1",
        "2001:20::1",
        "2002:5db8:d822::",
        "2620:4f:8000::1",
        "3fff::1",
        "4000::1",
        "5f00::1",
    ],
)
def test_no_address_of_the_house_is_public(address, monkeypatch):
    assert not is_public(ip_address(address))
    resolving(monkeypatch, address)
    with pytest.raises(NotAllowed, match="public"):
        check_url("https://hook.example/x")


@pytest.mark.parametrize(
    "address", [PUBLIC, "2606:2800:220:1:248:1893:25c8:1946", "::ffff:93.184.216.34", "64:ff9b::5db8:d822"]
)
def test_addresses_of_the_open_internet_are(address):
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        "http://hook.example/x",
        "ftp://hook.example/x",
        "file:///etc/passwd",
        "hook.example/x",
        "https://",
        "https://user:word@hook.example/",
        "https://hook.example:99999/",
        "https://[::1/",
        "",
    ],
)
def test_only_https_is_taken(url, monkeypatch):
    resolving(monkeypatch, PUBLIC)
    with pytest.raises(NotAllowed):
        check_url(url)


@pytest.mark.parametrize("host", ["localhost", "127.1", "2130706433", "0x7f000001", "[::ffff:7f00:1]"])
def test_other_ways_to_write_this_machine_are_seen_through(host):
    """By the machine's own resolver, which knows them."""
    with pytest.raises(NotAllowed):
        check_url(f"https://{host}/x")


def test_a_name_with_one_private_address_among_public_ones_is_refused(monkeypatch):
    rows = [(2, 1, 6, "", (PUBLIC, 443)), (2, 1, 6, "", ("10.0.0.1", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: rows)
    with pytest.raises(NotAllowed):
        check_url("https://hook.example/x")


def test_a_name_that_changes_its_address_after_the_check_is_connected_to_where_it_was_checked(monkeypatch):
    asked = resolving(monkeypatch, PUBLIC, "127.0.0.1")
    connected: list[str] = []

    def connect(address: tuple[str, int], *args: object) -> socket.socket:
        connected.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    with GuardedSession() as session, pytest.raises(requests.ConnectionError):
        session.post("https://hook.example/x")
    assert asked == ["hook.example"], "looked up once"
    assert connected == [PUBLIC]


@pytest.mark.parametrize("port", [22, 25, 80, 6379, 8080, 8444])
def test_no_port_but_those_of_web_servers_is_taken(port, monkeypatch):
    resolving(monkeypatch, PUBLIC)
    with pytest.raises(NotAllowed, match="443"):
        check_url(f"https://hook.example:{port}/x")
    with GuardedSession() as session, pytest.raises(requests.ConnectionError, match="443"):
        session.post(f"https://hook.example:{port}/x")


@pytest.mark.parametrize("written", ["", ":443", ":8443"])
def test_the_ports_of_web_servers_are(written, monkeypatch):
    asked = resolving(monkeypatch, PUBLIC)
    check_url(f"https://hook.example{written}/x")
    assert asked == ["hook.example"]


def test_a_name_that_changed_since_it_was_given_is_refused_when_it_is_used(monkeypatch):
    with catching() as caught:
        monkeypatch.setattr(outgoing, "PORTS", {caught.port})
        resolving(monkeypatch, PUBLIC, "127.0.0.1")
        check_url(f"https://hook.example:{caught.port}/x")
        with GuardedSession() as session, pytest.raises(requests.ConnectionError) as raised:
            session.post(f"https://hook.example:{caught.port}/x")
        assert "public" in str(raised.value)
        assert caught.posted == []


def test_plain_http_is_refused_when_it_is_used_too():
    with catching() as caught, GuardedSession() as session:
        with pytest.raises(NotAllowed):
            session.post(f"{caught.url}/x")
        assert caught.posted == []


def test_no_redirect_is_followed(settings):
    settings.OUTGOING_TO_PRIVATE = True
    with catching() as caught, GuardedSession() as session:
        caught.status, caught.headers = 307, {"Location": f"{caught.url}/inner"}
        assert session.post(f"{caught.url}/x", data=b"1", allow_redirects=True).status_code == 307
        assert [posted.path for posted in caught.posted] == ["/x"]


def test_little_of_a_long_reply_is_read(settings):
    settings.OUTGOING_TO_PRIVATE = True
    with catching() as caught, GuardedSession() as session:
        caught.answer = b"x" * 5_000_000
        assert 0 < len(session.post(f"{caught.url}/x").content) <= outgoing.MOST_READ


def test_a_reply_that_never_comes_is_not_waited_for(settings, monkeypatch):
    settings.OUTGOING_TO_PRIVATE = True
    monkeypatch.setattr(outgoing, "SECONDS_TO_READ", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(requests.Timeout):
        GuardedSession().post(f"http://127.0.0.1:{silent.getsockname()[1]}/x")


def test_a_reply_that_drips_is_cut(settings, monkeypatch):
    """Every byte comes in time, but the whole never ends."""
    settings.OUTGOING_TO_PRIVATE = True
    monkeypatch.setattr(outgoing, "SECONDS_IN_ALL", 0.3)
    monkeypatch.setattr(outgoing, "SECONDS_TO_READ", 30)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(requests.ConnectionError):
        GuardedSession().post(f"http://127.0.0.1:{silent.getsockname()[1]}/x")


def test_a_reply_that_drips_over_tls_is_cut(settings, monkeypatch, tmp_path):
    settings.OUTGOING_TO_PRIVATE = True
    monkeypatch.setattr(outgoing, "SECONDS_IN_ALL", 0.3)
    with dripping(tmp_path) as end, GuardedSession() as session, pytest.raises(requests.ConnectionError):
        session.post(f"https://127.0.0.1:{end.port}/x", verify=str(end.certificate))


def test_a_handshake_that_never_ends_is_cut(settings, monkeypatch):
    settings.OUTGOING_TO_PRIVATE = True
    monkeypatch.setattr(outgoing, "SECONDS_IN_ALL", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(requests.ConnectionError) as raised:
        GuardedSession().post(f"https://127.0.0.1:{silent.getsockname()[1]}/x")
    assert not isinstance(raised.value, requests.Timeout)


def test_proxies_of_the_environment_are_not_used(settings, monkeypatch):
    settings.OUTGOING_TO_PRIVATE = True
    with catching() as caught, catching() as proxy, GuardedSession() as session:
        monkeypatch.setenv("http_proxy", proxy.url)
        assert session.post(f"{caught.url}/x").status_code == 201
        assert (len(caught.posted), len(proxy.posted)) == (1, 0)


@pytest.mark.parametrize(("embedded", "to_private", "errors"), [(False, True, 1), (False, False, 0), (True, True, 0)])
def test_a_server_is_not_deployed_with_the_check_switched_off(settings, embedded, to_private, errors):
    settings.EMBEDDED, settings.OUTGOING_TO_PRIVATE = embedded, to_private
    assert len(a_server_posts_to_nobody_inside(None)) == errors


def test_of_a_name_with_many_addresses_few_are_tried(monkeypatch):
    tried: list[str] = []

    def refuses(address: tuple[str, int], timeout: float) -> socket.socket:
        tried.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(outgoing, "checked_addresses", lambda host, port: [f"93.184.216.{last}" for last in range(60)])
    monkeypatch.setattr(socket, "create_connection", refuses)
    with GuardedSession() as session, pytest.raises(requests.ConnectionError):
        session.post("https://many.example.org/x")
    assert len(tried) == outgoing.ADDRESSES_TRIED


def test_no_long_address_is_taken_apart(monkeypatch):
    monkeypatch.setattr("notifications.outgoing.urlsplit", pytest.fail)
    with pytest.raises(NotAllowed, match="too long"):
        check_url("https://a" + "\u0300\u0316" * 400 + "/")
