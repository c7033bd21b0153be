"""The intake of a process prepares a group of answers while the one before is committed, and no answer overtakes."""

import asyncio
from collections.abc import Callable, Sequence
from threading import Event

import pytest

from matches.api.answer_groups import Reply, Sent
from matches.api.answer_socket import MOST_GROUPS, Intake

HELD = 40
LONG_ENOUGH = 0.1
"""Seconds in which a group would begin that does not wait."""
pytestmark = [pytest.mark.django_db(transaction=True)]


class Disk:
    """Stands in for what seals a group: its commit lasts until the disk is ready."""

    def __init__(self) -> None:
        self.begun: list[list[int]] = []
        self.ready = Event()

    def take_together(self, group: Sequence[Sent], prepared: Callable[[], object]) -> list[Reply]:
        self.begun.append([one.number for one in group])
        prepared()
        assert self.ready.wait(30)
        return [Reply(201, one.answers) for one in group]


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    made = Disk()
    monkeypatch.setattr("matches.api.answer_socket.take_together", made.take_together)
    return made


def answer(intake: Intake, number: int, answers: str = "", key: str | None = None) -> "asyncio.Task[Reply]":
    return asyncio.create_task(intake.reply_to(Sent({}, "", 1, "", number, answers, key)))


async def until(check: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not check():  # noqa: ASYNC110 - a thread changes what is checked
            await asyncio.sleep(0)


async def test_the_next_group_is_prepared_while_one_is_committed(disk: Disk):
    intake = Intake()
    replies = [answer(intake, 1)]
    await until(lambda: disk.begun == [[1]])
    replies += [answer(intake, 2), answer(intake, 3)]
    await until(lambda: disk.begun == [[1], [2, 3]])
    disk.ready.set()
    assert [reply.status for reply in await asyncio.gather(*replies)] == [201] * 3


async def test_an_answer_waits_for_the_group_that_has_its_table(disk: Disk):
    intake = Intake()
    replies = [answer(intake, 1, "first")]
    await until(lambda: disk.begun == [[1]])
    replies += [answer(intake, 1, "second"), answer(intake, 2)]
    await until(lambda: len(disk.begun) == 2)
    assert disk.begun == [[1], [2]]
    disk.ready.set()
    assert [reply.body for reply in await asyncio.gather(*replies)] == ["first", "second", ""]
    assert disk.begun == [[1], [2], [1]]


async def test_an_answer_that_alone_waits_for_a_group_is_taken_after_it(disk: Disk):
    intake = Intake()
    replies = [answer(intake, 1, "first")]
    await until(lambda: disk.begun == [[1]])
    replies.append(answer(intake, 1, "second"))
    await asyncio.sleep(LONG_ENOUGH)
    assert disk.begun == [[1]]
    disk.ready.set()
    async with asyncio.timeout(30):
        assert [reply.body for reply in await asyncio.gather(*replies)] == ["first", "second"]


async def test_no_more_than_two_groups_are_under_way(disk: Disk):
    intake, replies = Intake(), []
    for number in range(MOST_GROUPS):
        replies.append(answer(intake, number))
        await until(lambda: len(disk.begun) == len(replies))
    replies.append(answer(intake, MOST_GROUPS))
    await asyncio.sleep(LONG_ENOUGH)
    assert len(disk.begun) == MOST_GROUPS == 2
    disk.ready.set()
    assert [reply.status for reply in await asyncio.gather(*replies)] == [201] * 3


async def test_an_intake_goes_on_after_a_group_that_failed(disk: Disk, monkeypatch: pytest.MonkeyPatch):
    def fail(group: Sequence[Sent], prepared: Callable[[], object]) -> list[Reply]:
        raise RuntimeError

    intake = Intake()
    with monkeypatch.context() as patched:
        patched.setattr("matches.api.answer_socket.take_together", fail)
        assert (await answer(intake, 1)).status == 500
    disk.ready.set()
    assert (await answer(intake, 1)).status == 201


async def test_a_key_that_is_being_committed_is_in_no_other_group(disk: Disk):
    """It would wait there for the first, and then undo what the group has of others."""
    intake = Intake()
    replies = [answer(intake, 1, key="k")]
    await until(lambda: disk.begun == [[1]])
    replies += [answer(intake, 2, "first", key="k"), answer(intake, 3), answer(intake, 2, "second")]
    await until(lambda: disk.begun == [[1], [3]])
    disk.ready.set()
    assert [reply.body for reply in await asyncio.gather(*replies)] == ["", "first", "", "second"]
    assert disk.begun == [[1], [3], [2, 2]]


async def test_tables_that_are_held_for_long_keep_no_group_waiting(disk: Disk, monkeypatch: pytest.MonkeyPatch):
    free = Event()

    def wait() -> Reply:
        assert free.wait(30)
        return Reply(201, None)

    def take(group: Sequence[Sent], prepared: Callable[[], object]) -> "list[Reply | Callable[[], Reply]]":
        return [wait if one.number < HELD else Reply(201, None) for one in group]

    monkeypatch.setattr("matches.api.answer_socket.take_together", take)
    intake = Intake()
    held = [answer(intake, number) for number in range(HELD)]
    await until(lambda: len(intake.behind) == HELD)
    async with asyncio.timeout(20):
        assert (await answer(intake, HELD)).status == 201
    assert not any(one.done() for one in held)
    free.set()
    assert {reply.status for reply in await asyncio.gather(*held)} == {201}


async def test_an_intake_goes_on_where_no_thread_can_be_had(disk: Disk, monkeypatch: pytest.MonkeyPatch):
    def refuse(*args: object, **more: object) -> None:
        raise RuntimeError

    intake = Intake()
    disk.ready.set()
    with monkeypatch.context() as patched:
        patched.setattr("matches.api.answer_socket.database_sync_to_async", refuse)
        assert [reply.status for reply in await asyncio.gather(answer(intake, 1), answer(intake, 2))] == [500, 500]
    assert (await answer(intake, 1)).status == 201
