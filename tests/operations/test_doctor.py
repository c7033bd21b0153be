"""The doctor: each thing that can be broken is found, and named with what to do."""

import os
from collections.abc import Callable, Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.utils import timezone

from operations import heartbeat
from operations.backups import make_backup
from operations.doctor import CHECKS, NEEDS, files, stores
from operations.doctor.findings import Grade
from tests.matches.tables import NOON, table_of
from tests.operations.fronts import Front, fronted
from tests.support import smtp
from tests.support.processes import free_port, listens

pytestmark = pytest.mark.django_db

Change = Callable[[Any], None]


@pytest.fixture(autouse=True)
def _forgetful() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def server(settings: Any) -> Any:
    """The settings of a server, as far as the doctor looks at them."""
    settings.EMBEDDED = False
    settings.DEMO = False
    return settings


@pytest.fixture
def front(server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Front]:
    """A front that does everything right, and is trusted."""
    with fronted(tmp_path) as running:
        server.SITE_URL = running.url
        monkeypatch.setenv("SSL_CERT_FILE", str(running.certificate and running.certificate.chain))
        yield running


def found(check: str) -> list[tuple[str, str]]:
    """What one check finds, as grade and words."""
    return [(finding.grade.value, finding.words) for finding in CHECKS[check]()]


def complaints(check: str) -> str:
    """The words of all that is not well."""
    return " ".join(words for grade, words in found(check) if grade != Grade.OK)


def doctor(*arguments: str) -> tuple[int, str]:
    """Exit code and output of the command."""
    output = StringIO()
    try:
        call_command("doctor", *arguments, stdout=output)
    except CommandError as error:
        return error.returncode, output.getvalue() + str(error)
    return 0, output.getvalue()


def test_a_good_set_up_is_well(settings: Any):
    settings.DEMO = False
    assert doctor("keys", "database", "migrations", "vault", "clock", "redis") == (
        0,
        "ok    keys       SECRET_KEY is long enough.\n"
        "ok    keys       VAULT_KEYS has one key.\n"
        "ok    database   SQLite 3.40.1 answers.\n".replace("3.40.1", found("database")[0][1].split()[1])
        + "ok    migrations All migrations are applied.\n"
        "ok    vault      There is no match yet to try VAULT_KEYS on.\n"
        "ok    clock      The database uses the clock of this machine.\n"
        "ok    redis      Queue, sockets and cache are in memory.\n"
        "All is well.\n",
    )


def test_one_failure_makes_it_fail(settings: Any):
    settings.SECRET_KEY = "short"
    code, output = doctor("keys", "database")
    assert code == 1
    assert "FAIL  keys" in output and "ok    database" in output and output.endswith("1 thing to do.")


def test_what_needs_another_thing_waits_for_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("operations.probes.database_error", lambda: "refused")
    code, output = doctor("database", "migrations", "vault", "clock")
    assert code == 1
    assert output.count("Fix database first.") == 3
    assert set(NEEDS).union(*NEEDS.values()) <= set(CHECKS)
    code, output = doctor("database", "redis", "sweep")
    assert code == 1 and "sweep      Fix database first." in output


def test_a_check_that_breaks_keeps_no_other_from_being_made(monkeypatch: pytest.MonkeyPatch):
    def broken() -> None:
        raise RuntimeError("odd")

    monkeypatch.setitem(CHECKS, "keys", broken)
    code, output = doctor("keys", "clock")
    assert code == 1
    assert "This could not be checked: RuntimeError: odd" in output and "ok    clock" in output


def test_checks_can_be_chosen_and_left_out():
    assert doctor("--skip", "clock", "clock", "redis")[1].count("ok") == 1
    assert doctor("colour")[0] == 1
    assert "There is no check colour" in doctor("colour")[1]


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("DEBUG", True, "Unset it"),
        ("DEMO", True, "Set DEMO=0"),
        ("REDIS_URL", "", "Set REDIS_URL"),
        ("SESSION_COOKIE_SECURE", False, "SESSION_COOKIE_SECURE"),
        ("SECURE_HSTS_SECONDS", 0, "SECURE_HSTS_SECONDS"),
        ("ALLOWED_HOSTS", [], "ALLOWED_HOSTS"),
    ],
)
def test_unsafe_settings(server: Any, name: str, value: object, words: str):
    setattr(server, name, value)
    assert words in complaints("settings")


@pytest.mark.parametrize(("silenced", "told"), [([], True), (["security.W021"], False)])
def test_what_the_settings_leave_to_the_operator_is_no_complaint(server: Any, silenced: list[str], told: bool):
    server.SECURE_HSTS_SECONDS, server.SECURE_HSTS_PRELOAD = 31_536_000, False
    server.SILENCED_SYSTEM_CHECKS = silenced
    assert ("SECURE_HSTS_PRELOAD" in complaints("settings")) is told


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("SECRET_KEY", "x" * 80, "SECRET_KEY is easily guessed"),
        ("VAULT_KEYS", [Fernet.generate_key().decode(), "half a key"], "an invalid key (number 2)"),
        ("SECRET_KEY", "", "SECRET_KEY is empty"),
        ("VAULT_KEYS", [], "VAULT_KEYS is empty"),
        ("VAULT_KEYS", [Fernet.generate_key().decode() for _ in range(2)], "vault_rotate"),
    ],
)
def test_keys_that_are_none(settings: Any, name: str, value: object, words: str):
    setattr(settings, name, value)
    assert words in complaints("keys")


def test_keys_of_another_database(settings: Any):
    table_of("ana", "ben", "cleo")
    assert found("vault") == [("ok", "VAULT_KEYS fit this database.")]
    settings.VAULT_KEYS = [Fernet.generate_key().decode()]
    assert "Add the keys it was encrypted with" in complaints("vault")


@pytest.mark.postgres
def test_a_postgresql_that_refuses(monkeypatch: pytest.MonkeyPatch):
    from django.db import connection

    assert found("database")[0][1].startswith("PostgreSQL")
    monkeypatch.setitem(connection.settings_dict, "PASSWORD", "wrong")
    assert "Check DATABASE_URL" in complaints("database")
    assert "password authentication failed for user" in complaints("database")


def test_a_migration_that_is_missing():
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    assert complaints("migrations") == "1 migrations are not applied. Run `manage.py migrate`."


@pytest.mark.postgres
def test_the_clock_of_a_postgresql_is_read():
    assert found("clock") == [("ok", "The clocks of this machine and the database agree.")]


@pytest.mark.parametrize(("seconds", "grade"), [(0.4, "ok"), (3, "warn"), (-3, "warn"), (7, "FAIL"), (-7, "FAIL")])
def test_clocks_that_differ(seconds: float, grade: str):
    there = NOON + timedelta(seconds=seconds + 1)
    assert stores.clock_finding(NOON, there, NOON + timedelta(seconds=2)).grade == grade


@pytest.mark.postgres
def test_a_redis_that_answers_or_not(settings: Any):
    assert [grade for grade, _ in found("redis")] == ["ok"]
    url = settings.REDIS_URL
    settings.REDIS_URL = url.replace("redis://:", "redis://:not-")
    assert "rejects the password" in complaints("redis")
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    assert "cannot be reached" in complaints("redis")
    settings.REDIS_URL = url
    settings.CACHE_REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    assert "Check CACHE_REDIS_URL" in complaints("redis")


def test_a_redis_that_forgets(settings: Any, monkeypatch: pytest.MonkeyPatch):
    output = {"redis_version": "7", "maxmemory": 1000, "maxmemory_policy": "allkeys-lru"}
    settings.REDIS_URL = "redis://nowhere"
    monkeypatch.setattr("redis.Redis.info", lambda client: output)
    assert "noeviction" in complaints("redis")


@pytest.mark.postgres
def test_without_a_worker_nothing_opens():
    assert "No worker answers" in complaints("worker")


@pytest.mark.postgres
def test_sweeps_that_do_not_end():
    assert "No recent sweep: matches.sweep, notifications.sweep" in complaints("sweep")
    for task in heartbeat.SWEEPS:
        heartbeat.beat(task, now=timezone.now(), seconds=0.1)
    assert complaints("sweep") == ""


def test_an_embedded_site_that_does_not_run(settings: Any):
    settings.PORT = free_port()
    assert not listens(settings.PORT)
    assert "Start it with `manage.py play`" in complaints("sweep")


@pytest.mark.parametrize(("embedded", "grade"), [(True, "warn"), (False, "FAIL")])
def test_mails_that_nobody_gets(settings: Any, embedded: bool, grade: str):
    settings.EMBEDDED, settings.EMAIL_URL = embedded, ""
    assert found("mail") == [(grade, "This site sends no mail. Set EMAIL_URL.")]


def mail_settings(settings: Any, port: int, user: str = "", password: str = "") -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_URL = f"smtp://127.0.0.1:{port}"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", port, 10
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = user, password
    settings.DEFAULT_FROM_EMAIL = "table@example.org"


def test_a_mail_server_that_takes_us(settings: Any, mail_server: smtp.MailServer):
    mail_settings(settings, mail_server.port)
    assert found("mail") == [("ok", f"The mail server 127.0.0.1:{mail_server.port} accepts connections.")]
    assert mail_server.deliveries == []
    settings.DEFAULT_FROM_EMAIL = "table@localhost"
    assert "Set DEFAULT_FROM_EMAIL" in complaints("mail")


def test_a_mail_server_that_is_gone(settings: Any):
    mail_settings(settings, free_port())
    output = complaints("mail")
    assert "Cannot connect to the mail server" in output and "(ConnectionRefusedError" in output


def test_a_mail_server_that_says_nothing(settings: Any):
    with smtp.hanging() as url:
        mail_settings(settings, int(url.rpartition(":")[2]))
        settings.EMAIL_TIMEOUT = 1
        assert "Cannot connect" in complaints("mail")


def test_a_mail_server_that_wants_another_password(settings: Any):
    with smtp.started(password="right") as server:
        mail_settings(settings, server.port, "table", "wrong")
        assert "rejects the user or password" in complaints("mail")
        mail_settings(settings, server.port, "table", "right")
        assert complaints("mail") == ""


@pytest.mark.parametrize(("key", "well"), [("", True), ("A" * 43, True), ("A" * 20, False), ("no key!", False)])
def test_the_key_for_push(settings: Any, key: str, well: bool):
    settings.VAPID_PRIVATE_KEY = key
    assert (complaints("push") == "") is well


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("play.example.org", "Write it as https://"),
        ("https://other.example.org", "add other.example.org to ALLOWED_HOSTS"),
        ("https://localhost", "lead to the reader's own machine"),
        ("http://play.example.org", "sessions need https://"),
        ("https://play.example.org/games", "has a path"),
        ("https://play.example.org", ""),
    ],
)
def test_the_address(server: Any, url: str, words: str):
    server.ALLOWED_HOSTS, server.SITE_URL = ["play.example.org", "localhost"], url
    assert words in complaints("address")
    assert bool(words) == bool(complaints("address"))


def test_a_front_that_does_everything(front: Front):
    assert [grade for grade, _ in found("proxy")] == ["ok", "ok", "ok"]


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/healthz", 502, "Does the proxy reach the site?"),
        ("/accounts/login/", 301, "Have the proxy send `X-Forwarded-Proto: https`"),
        ("/accounts/login/", 400, "Have the proxy pass `Host` on"),
        ("/accounts/login/", 500, "returns 500"),
        ("/ws/turns/", 404, "Have the proxy pass upgrades of /ws/ on"),
        ("/metrics", 200, "Everyone can read /metrics"),
    ],
)
def test_a_front_that_does_one_thing_wrong(front: Front, path: str, status: int, words: str):
    front.statuses[path] = status
    assert words in complaints("proxy")


def test_sockets_are_not_laid_to_a_front_while_redis_is_gone(front: Front, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("operations.probes.redis_server", lambda: "unreachable")
    front.statuses["/ws/turns/"] = 500
    assert "Fix that first" in complaints("proxy") and "upgrades" not in complaints("proxy")


def test_a_front_that_leaves_headers_out_or_in(front: Front):
    front.headers.clear()
    front.passes_ids = True
    assert "Set SECURE_HSTS_SECONDS" in complaints("proxy")
    assert "overwrite X-Request-ID" in complaints("proxy")


def test_a_certificate_that_nobody_trusts(front: Front, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("SSL_CERT_FILE")
    assert "The certificate of localhost" in complaints("proxy")


def test_a_front_that_is_not_there(server: Any):
    server.SITE_URL = f"https://localhost:{free_port()}"
    assert "cannot be reached from here (ConnectionRefusedError)" in complaints("proxy")


def test_files_that_others_can_read_or_write(settings: Any, tmp_path: Path):
    settings.VAR_DIR, settings.STATIC_ROOT = tmp_path, tmp_path / "static"
    settings.STATIC_ROOT.mkdir()
    (tmp_path / "keys.json").touch(mode=0o600)
    assert complaints("files") == ""
    os.chmod(tmp_path / "keys.json", 0o640)
    assert "chmod 600" in complaints("files")
    os.chmod(settings.STATIC_ROOT, 0o777)  # noqa: S103 - this is what is wrong
    assert f"chmod o-w {settings.STATIC_ROOT}" in complaints("files")
    settings.METRICS_DIR = str(tmp_path / "nowhere")
    assert "METRICS_DIR cannot be written" in complaints("files")


@pytest.mark.long("all static files collected again")
def test_static_files_that_are_old_or_missing(server: Any, tmp_path: Path):
    server.STATIC_ROOT = tmp_path
    server.STORAGES = server.STORAGES | {
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    }
    assert "Run `manage.py collectstatic`" in complaints("static")
    call_command("collectstatic", interactive=False, verbosity=0)
    assert complaints("static") == ""
    (tmp_path / "css/layout.css").write_text("/* of an older release */")
    assert complaints("static").startswith("1 static files are missing or old")
    call_command("collectstatic", interactive=False, verbosity=0, clear=True)
    (tmp_path / "staticfiles.json").unlink()
    assert complaints("static").startswith("0 static files")


@pytest.mark.parametrize(("megabytes", "grade"), [(100, "FAIL"), (1000, "warn"), (5000, "ok")])
def test_disks_that_are_full(megabytes: int, grade: str):
    assert files.room_finding("/srv", megabytes * 1024**2).grade == grade
    assert found("disk")


def test_backups_that_are_old(settings: Any, tmp_path: Path):
    settings.BACKUP_DIR = ""
    assert "BACKUP_DIR is not set" in complaints("backup")
    settings.BACKUP_DIR = str(tmp_path)
    assert "There is no backup" in complaints("backup")
    make_backup(directory=tmp_path, now=timezone.now() - timedelta(hours=27))
    assert "Find out why there is no newer one" in complaints("backup")
    make_backup(directory=tmp_path, now=timezone.now())
    assert complaints("backup") == ""
