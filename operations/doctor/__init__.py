"""The checks of a set-up by name, in reading order."""

from operations.doctor import files, mail, outside, settings, signing, stores, work
from operations.doctor.findings import Check

CHECKS: dict[str, Check] = {
    "settings": settings.settings_are_safe,
    "keys": settings.keys_fit,
    "database": stores.database_answers,
    "migrations": stores.migrations_are_applied,
    "vault": stores.keys_open_what_is_stored,
    "signing": signing.signing_key_signs,
    "clock": stores.clocks_agree,
    "redis": stores.redis_answers,
    "worker": work.a_worker_answers,
    "sweep": work.sweeps_end,
    "waiting": work.nothing_waits_long,
    "chains": work.chains_hold,
    "mail": mail.mail_can_be_sent,
    "push": mail.push_keys_fit,
    "address": outside.address_fits,
    "proxy": outside.proxy_passes_everything,
    "files": files.permissions_are_narrow,
    "static": files.static_files_are_collected,
    "disk": files.disks_have_room,
    "backup": files.backups_are_fresh,
}

NEEDS: dict[str, tuple[str, ...]] = {
    "migrations": ("database",),
    "vault": ("database",),
    "signing": ("migrations",),
    "clock": ("database",),
    "waiting": ("redis", "migrations"),
    "chains": ("migrations",),
    "worker": ("redis",),
    "sweep": ("redis", "database"),
}
"""Checks that are skipped while another one fails."""
