"""A server that speaks TLS, and puts its reply off again and again."""

import contextlib
import datetime
import socket
import ssl
import threading
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

DRIPS = 150
BETWEEN = 0.02
"""Seconds from one word to the next: after three in all the reply comes."""


class Dripping(NamedTuple):
    """Its address, and the certificate that clients trust."""

    port: int
    certificate: Path


@contextlib.contextmanager
def dripping(folder: Path) -> Iterator[Dripping]:
    """Run one on a free port; it answers one request."""
    certificate = _certificate(folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=_drip, args=[server, context, over], daemon=True)
        thread.start()
        yield Dripping(server.getsockname()[1], certificate)
        over.set()
        thread.join()


def _drip(server: socket.socket, context: ssl.SSLContext, over: threading.Event) -> None:
    # Who has had enough hangs up.
    with contextlib.suppress(OSError), context.wrap_socket(server.accept()[0], server_side=True) as line:
        line.recv(4096)
        for _ in range(DRIPS):
            line.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            if over.wait(BETWEEN):
                return
        line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")


def _certificate(folder: Path) -> Path:
    """A certificate of this machine, signed by itself, with its key, in one file."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    now = datetime.datetime.now(datetime.UTC)
    builder = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=True)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    )
    path = folder / "certificate.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(secret + builder.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM))
    return path
