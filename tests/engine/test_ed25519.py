"""Signatures are verified as RFC 8032 says, and as the program that makes them does."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine.ed25519 import L, is_signed

RFC_8032 = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24"
        "655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aee"
        "b00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28d"
        "c027beceea1ec40a",
    ),
    (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e"
        "2a9ac94fa54ca49f",
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17a"
        "d9bef1177331a704",
    ),
]
"""Section 7.1: public key, message, signature."""


@pytest.mark.parametrize(("key", "message", "signature"), RFC_8032)
def test_the_vectors_of_the_rfc_hold(key: str, message: str, signature: str) -> None:
    public, words, signed = map(bytes.fromhex, (key, message, signature))
    assert is_signed(public, words, signed)
    for part in range(64):
        changed = signed[:part] + bytes([signed[part] ^ 1]) + signed[part + 1 :]
        assert not is_signed(public, words, changed)
    assert not is_signed(public, words + b"!", signed)


def test_it_agrees_with_the_program_that_signs() -> None:
    private, other = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    for length in range(0, 200, 20):
        signature = private.sign(bytes(length))
        assert is_signed(private.public_key().public_bytes_raw(), bytes(length), signature)
        assert not is_signed(other.public_key().public_bytes_raw(), bytes(length), signature)


def test_a_message_has_no_second_signature() -> None:
    """A scalar that is larger by the order of the base point would pass the equation."""
    key, message, signature = (bytes.fromhex(text) for text in RFC_8032[1])
    larger = int.from_bytes(signature[32:], "little") + L
    assert not is_signed(key, message, signature[:32] + larger.to_bytes(32, "little"))


@pytest.mark.parametrize(
    "key", [b"", bytes(31), b"\xff" * 32, (2).to_bytes(32, "little"), (1 | 1 << 255).to_bytes(32, "little")]
)
def test_what_is_no_key_signs_nothing(key: bytes) -> None:
    assert not is_signed(key, b"", bytes(64))
