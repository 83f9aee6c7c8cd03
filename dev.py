#!/usr/bin/env python3
"""The project's commands. Needs nothing but Python 3.11 or newer.

    python3 dev.py serve [...]      runs the service with its data in data/; what follows goes to `referee serve`
    python3 dev.py demo [...]       makes an event with games that go on by themselves, and serves it until Ctrl-C
    python3 dev.py test [...]       runs the tests; what follows goes to pytest, but
        --quick                     runs those that need no browser, no server and no other process, and not seconds
        --coverage                  prints the share of lines and branches that the tests have run through
    python3 dev.py lint             ruff check, ruff format --check, mypy --strict; eslint and tsc where Node.js is
    python3 dev.py check            lint, then the quick tests: fit for a commit hook
    python3 dev.py fuzz law [...]   plays random games with hostile reports; --minutes N, --seed S, --ruleset NAME
    python3 dev.py chaos [...]      a tournament's day while everything fails; --minutes N, --postgresql, --workers N
    python3 dev.py attack [...]     attacks a service that it starts itself; --only NAME, --postgresql, --list
    python3 dev.py bench [KIND]     runs a benchmark: law, moves (over HTTP), hall (of 200 tables), memory, tournament,
                                    public, sign-in, device (the law in a browser), taps (games by hand), desk, paper,
                                    national (ten venues on PostgreSQL); --write puts it into docs/performance.md
    python3 dev.py bundle [...]     makes a zip for a laptop without a network, in dist/; --platform NAME, --python 3.N
    python3 dev.py audit            asks whether advisories are known about the locked packages
    python3 dev.py lock [...]       renews both locks (needs uv); what follows goes to uv, such as --upgrade

The first command makes .venv from the locked packages, with uv where it is on the PATH, else with venv and pip: `serve`
those of requirements.lock, which serving needs, the others those of requirements-dev.lock, which are the same and more.
It is made anew whenever a lock, the project's packaging, the Python or the checkout's place changes: keep nothing of
your own in it.
"""

import contextlib
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

# Older ones can still read the file this far if nothing in it is newer than Python 3.6's syntax.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(f"dev.py: Python 3.11 or newer is needed, this is {sys.version.split()[0]} ({sys.executable})")

import tomllib  # older Pythons lack it: not before the line above
from collections.abc import Iterator
from typing import NoReturn

if sys.platform != "win32":
    import fcntl

ROOT = Path(__file__).resolve().parent
LOCKS = {"serving": ROOT / "requirements.lock", "everything": ROOT / "requirements-dev.lock"}
"""The locked packages, by what they are enough for."""
MEGABYTES = {"serving": 65, "everything": 190}
"""What is fetched for that, about: wheels differ with Python and machine."""
VENV = ROOT / ".venv"
SCRIPTS = VENV / ("Scripts" if sys.platform == "win32" else "bin")
PYTHON = SCRIPTS / ("python.exe" if sys.platform == "win32" else "python")
STAMP = VENV / "made-from"
BROWSER = ROOT / "templates"
"""Where the browser's code is, and package.json with what checks it."""

# Locked packages that ship no wheel. They are built after the others, with the locked build tools: pip would fetch
# build tools of its own for them, which no hash guards.
WITHOUT_WHEEL = ("chess",)

# Bytes that the tests may write at a time.
ROOM = 2 * 2**30


def stop(message: str) -> NoReturn:
    """Ends the program with one line instead of a traceback."""
    sys.exit(f"dev.py: {message}")


# --- the environment ---------------------------------------------------------------------------------------------


def fingerprint() -> str:
    """Names everything that the environment depends on. The tools' settings in pyproject.toml are not among it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    parts = [
        [lock.read_text(encoding="utf-8") for lock in LOCKS.values()],
        [project["build-system"], project["project"], project["tool"]["hatch"]],
        sys.implementation.cache_tag,
        str(ROOT),  # scripts and the editable install hold it
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Lets the second of two starts wait for the first one's set-up (not on Windows)."""
    with open(__file__, "rb") as this_file:
        if sys.platform != "win32":
            with contextlib.suppress(OSError):  # some network file systems have no locks
                fcntl.flock(this_file, fcntl.LOCK_EX)
        yield


def prepare(purpose: str) -> None:
    """Makes the environment if it is missing, half-made, out of date, or lacks packages for a purpose of `LOCKS`."""
    wanted = fingerprint()
    with one_at_a_time():
        stamp = STAMP.read_text() if PYTHON.exists() and STAMP.is_file() else ""
        stamped, _, enough_for = stamp.partition(" ")
        if stamped == wanted and enough_for in (purpose, "everything"):
            return
        uv = shutil.which("uv")
        if not uv and not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
            stop("this Python cannot make environments; on Debian and Ubuntu: apt install python3-venv")
        blocks = locked(purpose)
        tool = "uv" if uv else "venv and pip"
        what = f"{len(blocks)} packages for {purpose}, about {MEGABYTES[purpose]} MB to fetch"
        print(f"dev.py: making .venv with {tool}: {what} ...", file=sys.stderr, flush=True)
        if stamped != wanted:
            empty(uv)
        install(uv, blocks)
        STAMP.write_text(f"{wanted} {purpose}")  # last: without it the next start begins again


def locked(purpose: str) -> list[str]:
    """The locked packages for a purpose, each with its hashes, as pip reads them."""
    return re.findall(r"^[a-z].*(?:\n[ \t].*)*", LOCKS[purpose].read_text(encoding="utf-8"), re.MULTILINE)


def empty(uv: str | None) -> None:
    """Makes the environment anew, with no packages in it."""
    STAMP.unlink(missing_ok=True)  # first: an interrupted removal is half an environment too
    if VENV.exists():
        shutil.rmtree(VENV)
    # Started by the environment's own Python, this is still the one that it was made from.
    base: str = getattr(sys, "_base_executable", sys.executable)
    quietly([uv, "venv", "--quiet", "--python", base, VENV] if uv else [base, "-m", "venv", VENV])


def install(uv: str | None, blocks: list[str]) -> None:
    """Installs locked packages by their hashes, as far as they are not there, then the project itself, editable."""
    command: list[str | Path] = [uv, "pip", "install", "--python", PYTHON] if uv else [PYTHON, "-m", "pip", "install"]
    command += ["--quiet", "--no-deps"]  # the locks are complete: nothing is left to resolve
    for name, from_source in (("wheels", False), ("sources", True)):
        part = VENV / f"{name}.lock"
        part.write_text("\n".join(block for block in blocks if block.startswith(WITHOUT_WHEEL) == from_source))
        options = ["--no-build-isolation"] if from_source else []
        if part.stat().st_size:
            quietly([*command, *options, "--require-hashes", "-r", part])
    quietly([*command, "--no-build-isolation", "-e", ROOT])


def quietly(command: list[str | Path]) -> None:
    """Runs one step of the set-up; shows the end of its output only if it failed."""
    done = subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode:
        output = [line.strip() for line in (done.stdout + done.stderr).splitlines()]
        lines = [line for line in output if line and not line.startswith("WARNING")]
        stop("\n  ".join(["the environment could not be made (is the network there?):", *lines[-6:]]))


# --- the commands ------------------------------------------------------------------------------------------------


def run(program: Path | str, *arguments: str, folder: Path = ROOT) -> int:
    """Runs a program in the project's folder, or another one, and hands its exit code back."""
    return subprocess.run([program, *arguments], cwd=folder, check=False).returncode


def fetch_runtime() -> bool:
    """Fetches what judges on the device, if it is not there; whether it is now. Without it all else works."""
    fetched = subprocess.run([PYTHON, "-m", "referee.law.runtime"], cwd=ROOT, check=False).returncode == 0
    if not fetched:
        print("dev.py: tablets will judge by the server alone; see docs/operating.md", file=sys.stderr, flush=True)
    return fetched


def serve(*arguments: str) -> int:
    """Runs the service, with its data in the checkout unless the environment names another place."""
    os.environ.setdefault("REFEREE_DATA", str(ROOT / "data"))
    return run_service("serve", *arguments)


def demo(*arguments: str) -> int:
    """Serves an event to look at, in a database that is gone afterwards."""
    return run_service("demo", "--serve", *arguments)


def run_service(*arguments: str) -> int:
    """Runs a command of the service that serves until it is stopped."""
    fetch_runtime()
    referee = SCRIPTS / "referee"
    if sys.platform == "win32":
        return run(referee, *arguments)
    os.execv(referee, [str(referee), *arguments])  # nothing stands between Ctrl-C and the service


def test(*arguments: str) -> int:
    """Runs the tests; all of them by twice as many processes as there are processors, for many wait for a server.

    A file is one process's, for its tests share a service and a browser, and files come in their order: the longest
    come first. What was compiled is kept beside the sources even if the environment says otherwise, and what the tests
    write is kept in memory where there is room: they start services by the dozen, and wait for the disk otherwise.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    memory = Path("/dev/shm")
    if "TMPDIR" not in os.environ and memory.is_dir() and shutil.disk_usage(memory).free > ROOM:
        os.environ["TMPDIR"] = str(memory)
    quick, coverage = "--quick" in arguments, "--coverage" in arguments
    options = [each for each in arguments if each not in ("--quick", "--coverage")]
    if not options:
        workers = (os.cpu_count() or 1) * (1 if quick else 2)
        options += ["-n", str(workers), "--dist", "loadfile", "--no-loadscope-reorder"]
    if quick:
        options += ["-m", "not (browser or postgresql or process or slow)"]
    if coverage:
        options += ["--cov", "--cov-report=term"]
    if not quick and not fetch_runtime():
        return 1
    return run(PYTHON, "-m", "pytest", *options)


def lint() -> int:
    """Runs every check, even after one has failed."""
    checks = (("ruff", "check"), ("ruff", "format", "--check"), ("mypy",))
    codes = [run(PYTHON, "-m", *check) for check in checks]
    return int(any([*codes, lint_browser_code()]))


def lint_browser_code() -> int:
    """Checks style and types of the browser's code. Without Node.js it says that it did not; in CI that is an error."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        print("dev.py: Node.js and npm are not installed: THE BROWSER'S CODE WAS NOT CHECKED", file=sys.stderr)
        return int(bool(os.environ.get("CI")))
    lock_file, stamp = BROWSER / "package-lock.json", BROWSER / "node_modules" / ".made-from"
    if not stamp.is_file() or stamp.read_bytes() != lock_file.read_bytes():
        if code := run(npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts", folder=BROWSER):
            return code
        shutil.copyfile(lock_file, stamp)
    modules = BROWSER / "node_modules"
    checks = (
        (modules / "eslint" / "bin" / "eslint.js", "."),
        (modules / "typescript" / "bin" / "tsc", "--project", "tsconfig.json"),
        (modules / "typescript" / "bin" / "tsc", "--project", "tsconfig.workers.json"),
    )
    codes = [run(node, str(script), *arguments, folder=BROWSER) for script, *arguments in checks]
    return int(any(codes))


def check() -> int:
    """Runs every check and the quick tests, as far as the first that fails."""
    return lint() or test("--quick")


def bench(*arguments: str) -> int:
    """Runs the benchmarks."""
    return run(PYTHON, "-m", "tests.benchmarks", *arguments)


def fuzz(*arguments: str) -> int:
    """Looks for reports that break a law; 1 where it has found one."""
    return run(PYTHON, "-m", "tests.fuzz", *arguments)


def chaos(*arguments: str) -> int:
    """Lives through a tournament's day in which everything fails; 1 where something acknowledged is lost or doubled."""
    return run(PYTHON, "-m", "tests.chaos", *arguments)


def attack(*arguments: str) -> int:
    """Tries what an attacker in the hall would try; 1 where something did not hold."""
    return run(PYTHON, "-m", "tests.attack", *arguments)


def bundle(*arguments: str) -> int:
    """Makes what a laptop without a network installs."""
    return run(PYTHON, "-m", "referee.bundle", *arguments)


def audit(*arguments: str) -> int:
    """Asks for advisories about the locked packages; 1 where there are some. It needs no environment."""
    return run(sys.executable, "-m", "tests.audit", *arguments)


def lock(*arguments: str) -> int:
    """Renews the locks for every Python and platform that the project supports, keeping versions that still fit."""
    uv = shutil.which("uv")
    if not uv:
        stop("renewing the locks needs uv on the PATH")
    fixed = ("--universal", "--python-version", "3.11", "--generate-hashes", "--quiet")
    named = ("--custom-compile-command", "python3 dev.py lock")
    for group, output, same in (
        ("build", "serving", ()),
        ("dev", "everything", ("--constraints", LOCKS["serving"].name)),
    ):
        written = ("--group", group, *same, "--output-file", LOCKS[output].name)
        if code := run(uv, "pip", "compile", *fixed, *named, *written, *arguments, "pyproject.toml"):
            return code
    return 0


def main(command: str = "", *arguments: str) -> int:
    """Runs one command; 2 for a command that there is not."""
    if command in ("help", "-h", "--help"):
        print(__doc__)
        return 0
    if command in ("lock", "audit"):
        return {"lock": lock, "audit": audit}[command](*arguments)
    serving = {"serve": serve, "demo": demo, "bundle": bundle}
    of_environment = {**serving, "test": test, "bench": bench, "fuzz": fuzz, "chaos": chaos, "attack": attack}
    if command in of_environment:
        prepare("serving" if command in serving else "everything")
        return of_environment[command](*arguments)
    if command in ("lint", "check") and not arguments:
        prepare("everything")
        return lint() if command == "lint" else check()
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # whoever read the output, such as head, has enough
        os._exit(1)
    except OSError as error:  # a full disk, a folder that may not be written, a lock file that is not there
        stop(str(error))
