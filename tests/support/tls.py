"""A certificate that vouches for itself, for servers of the tests' own."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


@dataclass(frozen=True)
class Certificate:
    """Two files, as servers take them."""

    chain: Path
    key: Path


def self_signed(directory: Path, *hosts: str) -> Certificate:
    """Make a certificate for these names and 127.0.0.1, valid for clients that trust the file itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, hosts[0] if hosts else "127.0.0.1")])
    alternatives = [*map(x509.DNSName, hosts), x509.IPAddress(ip_address("127.0.0.1"))]
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    made = Certificate(directory / "chain.pem", directory / "key.pem")
    made.chain.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    made.key.touch(mode=0o600)
    form = serialization.PrivateFormat.PKCS8
    made.key.write_bytes(key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()))
    return made
