"""Types are learnt before threads decode: msgspec ends the process if two threads are the first to decode one."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
APPS = """accounts analysis api clubs engine foundation friends games handbook ladders matches meeting moderation
notifications operations rights"""
DECODE_AT_ONCE = """
import sys, threading
import msgspec
from engine.quick_chance import RandomChance
from games.registry import GAMES
from matches.log.prepared_types import prepare_types

prepare_types()
sys.setswitchinterval(1e-6)
for game in GAMES.values():
    players = max(3, game.players[0])
    state = game.initial_state(players, game.Options(), RandomChance(1)).state
    seen = game.observation(state, 0)
    texts = [(msgspec.json.encode(state), game.State), (msgspec.json.encode(seen), game.Observation)]
    line = threading.Barrier(8)

    def decode():
        line.wait()
        for text, kind in texts:
            msgspec.json.decode(text, type=kind)

    threads = [threading.Thread(target=decode) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""
LOADED_LATER = f"""
import pkgutil
from importlib import import_module
import msgspec, piecepack_site.asgi
from matches.log.prepared_types import _structs

loaded = set(_structs(msgspec.Struct))
for app in {APPS.split()}:
    for module in pkgutil.walk_packages(import_module(app).__path__, app + "."):
        # What benchmarks and the checker of files define is decoded by one thread of a process of their own.
        if not module.name.endswith((".bench", "games.verify")):
            import_module(module.name)
print(*sorted(str(kind) for kind in set(_structs(msgspec.Struct)) - loaded))
"""


def _run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)


def test_threads_that_decode_the_same_at_once_do_not_end_the_process() -> None:
    done = _run("import django; django.setup()" + DECODE_AT_ONCE)
    assert done.returncode == 0, done.stderr


def test_every_struct_is_loaded_when_the_site_prepares_them() -> None:
    done = _run(LOADED_LATER)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""
