#!/usr/bin/env python3
"""The project's commands. Needs nothing but Python 3.11 or newer.

    python3 dev.py serve [...]      runs the service with its data in data/; further arguments go to `referee serve`
    python3 dev.py demo [...]       creates an event with games that play themselves, and serves it until Ctrl-C
    python3 dev.py test [...]       runs the tests; further arguments go to pytest, except
        --quick                     only the law, the tournament without its service, and every operation and page in
                                    every role; of these, or of the files named, only tests that need no browser,
                                    PostgreSQL or process of their own and are not slow
        --bare                      only tests that want other programs, as on a machine that has none of them
        --coverage                  prints line and branch coverage
    python3 dev.py lint             ruff check, ruff format --check, mypy --strict, the lines of the templates; eslint
                                    and tsc if Node.js is there
    python3 dev.py check            lint, then the quick tests; can be used as a commit hook
    python3 dev.py fuzz law [...]   plays random games with hostile reports; --minutes N, --seed S, --ruleset NAME
    python3 dev.py fuzz moves [...] plays games by nothing but what the library lists as legal; --games N
    python3 dev.py fuzz event [...] plays whole events, anything at any time; --minutes N, --seed S, --regulation NAME
    python3 dev.py chaos [...]      plays a tournament day while everything fails; --minutes N, --postgresql,
                                    --workers N
    python3 dev.py attack [...]     attacks a service that it starts itself; --only NAME, --postgresql, --list;
                                    --mutants: each without the check that it is about, which must be noticed
    python3 dev.py bench [KIND]     runs a benchmark: law, moves (over HTTP), hall (of 200 tables), memory, tournament,
                                    public, sign-in, device (the law in a browser), taps (games by hand), desk,
                                    paper, papers, national (ten venues on PostgreSQL); --write puts it into
                                    docs/performance.md
    python3 dev.py bundle [...]     builds a zip for a laptop without a network, in dist/; --platform NAME, --python 3.N
    python3 dev.py law              builds the package of the law alone (monopoly-law), in dist/
    python3 dev.py audit            looks for known security advisories about the locked packages; 3 if it cannot ask
    python3 dev.py lock [...]       updates both lock files (needs uv) and requirements.cdx.json, which says what the
                                    service is made of; further arguments go to uv, such as --upgrade

The first command creates .venv from the locked packages, with uv if it is on the PATH, else with venv and pip: `serve`,
`demo` and `bundle` install those of requirements.lock, the others those of requirements-dev.lock, which include them.
It is recreated whenever a lock, the project's packaging, the Python or the location of the checkout changes: keep
nothing of your own in it.
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

# Older Pythons get this far only if the file uses no syntax newer than Python 3.6.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(f"dev.py: Python 3.11 or newer is needed, this is {sys.version.split()[0]} ({sys.executable})")

import tomllib  # older Pythons lack it: not before the line above
from collections.abc import Iterator
from typing import NoReturn

if sys.platform != "win32":
    import fcntl

ROOT = Path(__file__).resolve().parent
LOCKS = {"serving": ROOT / "requirements.lock", "everything": ROOT / "requirements-dev.lock"}
"""The lock files, by the purpose for which their packages suffice."""
MEGABYTES = {"serving": 65, "everything": 190}
"""Approximate download size for each purpose; wheels differ by Python version and machine."""
VENV = ROOT / ".venv"
SCRIPTS = VENV / ("Scripts" if sys.platform == "win32" else "bin")
PYTHON = SCRIPTS / ("python.exe" if sys.platform == "win32" else "python")
STAMP = VENV / "made-from"
BROWSER = ROOT / "templates"
"""The browser's code, and package.json with the tools that check it."""
WIDEST = 139
"""Characters in a line of a template."""

QUICK = (
    "tests/rulesets",
    "tests/scenarios",
    "tests/tournaments",
    "tests/test_layering.py",
    "tests/test_subjects.py",
    "tests/referee/core/test_role_matrix.py",
    "tests/referee/core/test_page_matrix.py",
    "tests/referee/desk/test_day.py",
    "tests/referee/desk/test_next.py",
)
"""The quick tests: the law and the tournament, which everything else rests on; which part may import which; and one
walk through the service, every operation and page in every role and what the desk says at every hour of a day.
"""

# Locked packages that ship no wheel. They are built after the others, with the locked build tools: pip would otherwise
# fetch build tools for them that no hash protects.
WITHOUT_WHEEL = ("chess",)

# Bytes that the tests may need on disk at the same time.
TEMPORARY_SPACE = 2 * 2**30


def stop(message: str) -> NoReturn:
    """Exit with a one-line message instead of a traceback."""
    sys.exit(f"dev.py: {message}")


# --- the environment ---------------------------------------------------------------------------------------------


def fingerprint() -> str:
    """Return a hash of everything that the environment depends on; excludes the tools' settings in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    parts = [
        [lock.read_text(encoding="utf-8") for lock in LOCKS.values()],
        [project["build-system"], project["project"], project["tool"]["hatch"]],
        sys.implementation.cache_tag,
        str(ROOT),  # scripts and the editable install hold it
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


@contextlib.contextmanager
def setup_lock() -> Iterator[None]:
    """Hold a lock so that a second start waits until the first has set up the environment (not on Windows)."""
    with open(__file__, "rb") as this_file:
        if sys.platform != "win32":
            with contextlib.suppress(OSError):  # some network file systems have no locks
                fcntl.flock(this_file, fcntl.LOCK_EX)
        yield


def prepare(purpose: str) -> None:
    """Create the environment if it is missing, incomplete, out of date, or lacks packages for a purpose of `LOCKS`."""
    wanted = fingerprint()
    with setup_lock():
        stamp = STAMP.read_text() if PYTHON.exists() and STAMP.is_file() else ""
        stamped, _, installed_purpose = stamp.partition(" ")
        if stamped == wanted and installed_purpose in (purpose, "everything"):
            return
        uv = shutil.which("uv")
        if not uv and not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
            stop("this Python cannot make environments; on Debian and Ubuntu: apt install python3-venv")
        blocks = locked(purpose)
        tool = "uv" if uv else "venv and pip"
        what = f"{len(blocks)} packages for {purpose}, about {MEGABYTES[purpose]} MB to fetch"
        print(f"dev.py: making .venv with {tool}: {what} ...", file=sys.stderr, flush=True)
        if stamped != wanted:
            recreate_environment(uv)
        install(uv, blocks)
        STAMP.write_text(f"{wanted} {purpose}")  # last: without it the next start begins anew


def locked(purpose: str) -> list[str]:
    """The locked packages for a purpose, each with its hashes, in pip's format."""
    return re.findall(r"^[a-z].*(?:\n[ \t].*)*", LOCKS[purpose].read_text(encoding="utf-8"), re.MULTILINE)


def recreate_environment(uv: str | None) -> None:
    """Recreate the environment without any packages."""
    STAMP.unlink(missing_ok=True)  # first: an interrupted removal also leaves half an environment
    if VENV.exists():
        shutil.rmtree(VENV)
    # When run by the environment's own Python, this is the Python that the environment was created from.
    base: str = getattr(sys, "_base_executable", sys.executable)
    run_quietly([uv, "venv", "--quiet", "--python", base, VENV] if uv else [base, "-m", "venv", VENV])


def install(uv: str | None, blocks: list[str]) -> None:
    """Install the locked packages that are missing, checking their hashes, then the project itself as editable."""
    command: list[str | Path] = [uv, "pip", "install", "--python", PYTHON] if uv else [PYTHON, "-m", "pip", "install"]
    command += ["--quiet", "--no-deps"]  # the locks are complete: nothing is left to resolve
    for name, from_source in (("wheels", False), ("sources", True)):
        part = VENV / f"{name}.lock"
        part.write_text("\n".join(block for block in blocks if block.startswith(WITHOUT_WHEEL) == from_source))
        options = ["--no-build-isolation"] if from_source else []
        if part.stat().st_size:
            run_quietly([*command, *options, "--require-hashes", "-r", part])
    run_quietly([*command, "--no-build-isolation", "-e", ROOT])


def run_quietly(command: list[str | Path]) -> None:
    """Run one step of the set-up; if it fails, stop and show the end of its output."""
    done = subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode:
        output = [line.strip() for line in (done.stdout + done.stderr).splitlines()]
        lines = [line for line in output if line and not line.startswith("WARNING")]
        stop("\n  ".join(["the environment could not be made (is the network there?):", *lines[-6:]]))


# --- the commands ------------------------------------------------------------------------------------------------


def run(program: Path | str, *arguments: str, folder: Path = ROOT) -> int:
    """Run a program in the project's folder, or another one, and return its exit code."""
    return subprocess.run([program, *arguments], cwd=folder, check=False).returncode


def fetch_runtime() -> bool:
    """Download the runtime that judges on tablets if it is missing, and return whether it is there now. Everything else
    works without it.
    """
    fetched = subprocess.run([PYTHON, "-m", "referee.law.runtime"], cwd=ROOT, check=False).returncode == 0
    if not fetched:
        print("dev.py: tablets will judge by the server alone; see docs/operating.md", file=sys.stderr, flush=True)
    return fetched


def serve(*arguments: str) -> int:
    """Run the service, with its data in the checkout unless REFEREE_DATA is set."""
    os.environ.setdefault("REFEREE_DATA", str(ROOT / "data"))
    return run_service("serve", *arguments)


def demo(*arguments: str) -> int:
    """Serve a demo event from a temporary database."""
    return run_service("demo", "--serve", *arguments)


def run_service(*arguments: str) -> int:
    """Run a command of the service that serves until it is stopped."""
    fetch_runtime()
    referee = SCRIPTS / "referee"
    if sys.platform == "win32":
        return run(referee, *arguments)
    os.execv(referee, [str(referee), *arguments])  # so that Ctrl-C reaches the service directly


def test(*arguments: str) -> int:
    """Run the tests; all of them with twice as many processes as processors, because many wait for a server.  The quick
    ones wait for nothing and share nothing, so any process takes any of them.

    Each file is run by one process, because its tests share a service and a browser, and the files keep their order,
    longest first. Temporary files are kept in memory if there is room: the tests start services by the dozen and would
    otherwise wait for the disk.
    """
    memory = Path("/dev/shm")
    if "TMPDIR" not in os.environ and memory.is_dir() and shutil.disk_usage(memory).free > TEMPORARY_SPACE:
        os.environ["TMPDIR"] = str(memory)
    quick, bare, coverage = (each in arguments for each in ("--quick", "--bare", "--coverage"))
    options = [each for each in arguments if each not in ("--quick", "--bare", "--coverage")]
    if bare:
        os.environ["PATH"] = ""
        os.environ.pop("CI", None)  # there a missing program is an error
        options += ["-m", "browser or postgresql or program"]
    if quick:
        options = options or ["-n", str(os.cpu_count() or 1), "--dist", "worksteal", *QUICK]
        options += ["-m", "not (browser or postgresql or program or process or slow)"]
    elif not options:
        workers = 2 * (os.cpu_count() or 1)
        options += ["-n", str(workers), "--dist", "loadfile", "--no-loadscope-reorder"]
    if coverage:
        options += ["--cov", "--cov-report=term"]
    if not quick:
        fetch_runtime()
    if sys.platform == "win32":
        return run(PYTHON, "-m", "pytest", *options)
    os.chdir(ROOT)
    os.execv(PYTHON, [str(PYTHON), "-m", "pytest", *options])  # so that whoever kills this command kills the run


def lint() -> int:
    """Run every check, even after one has failed."""
    checks = (("ruff", "check"), ("ruff", "format", "--check"), ("mypy",))
    codes = [run(PYTHON, "-m", *check) for check in checks]
    return int(any([*codes, lint_templates(), lint_browser_code()]))


def lint_templates() -> int:
    """Name every line of a template that is too long; returns 1 if there is one."""
    long = [
        f"{path.relative_to(ROOT).as_posix()}:{number}: {len(line)} characters, at most {WIDEST}"
        for path in sorted(BROWSER.glob("*/*.html"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > WIDEST
    ]
    print(*long, sep="\n", end="\n" if long else "", file=sys.stderr)
    return int(bool(long))


def lint_browser_code() -> int:
    """Check style and types of the browser's code. Without Node.js it only prints that it did not; in CI that fails."""
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
    """Run every check and, if they pass, the quick tests."""
    return lint() or test("--quick")


def bench(*arguments: str) -> int:
    """Run the benchmarks."""
    return run(PYTHON, "-m", "tests.benchmarks", *arguments)


def fuzz(*arguments: str) -> int:
    """Search for reports that break a law; returns 1 if it has found one."""
    return run(PYTHON, "-m", "tests.fuzz", *arguments)


def chaos(*arguments: str) -> int:
    """Play a tournament day in which everything fails; returns 1 if something acknowledged is lost or duplicated."""
    return run(PYTHON, "-m", "tests.chaos", *arguments)


def attack(*arguments: str) -> int:
    """Try what an attacker in the hall would try; returns 1 if an attack succeeds."""
    return run(PYTHON, "-m", "tests.attack", *arguments)


def law(*arguments: str) -> int:
    """Build the package of the law alone, from this tree (rulesets/pyproject.toml)."""
    command: list[str | Path] = [
        PYTHON,
        "-m",
        "hatchling",
        "build",
        "--target",
        "wheel",
        "--directory",
        ROOT / "dist",
        *arguments,
    ]
    return subprocess.run(command, cwd=ROOT / "rulesets", check=False).returncode


def bundle(*arguments: str) -> int:
    """Build a bundle that installs on a laptop without a network."""
    return run(PYTHON, "-m", "referee.bundle", *arguments)


def audit(*arguments: str) -> int:
    """Look for advisories about the locked packages; returns 1 if there are any, 3 if nothing answers. It needs no
    environment.
    """
    return run(sys.executable, "-m", "tests.audit", *arguments)


def lock(*arguments: str) -> int:
    """Update the locks for every Python and platform that the project supports, keeping versions that still fit, and
    the bill of materials.
    """
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
    return run(sys.executable, "-m", "tests.sbom")


def main(command: str = "", *arguments: str) -> int:
    """Run one command and return its exit code; 2 for an unknown command."""
    if command in ("help", "-h", "--help"):
        print(__doc__)
        return 0
    if command in ("lock", "audit"):
        return {"lock": lock, "audit": audit}[command](*arguments)
    serving = {"serve": serve, "demo": demo, "bundle": bundle, "law": law}
    in_environment = {**serving, "test": test, "bench": bench, "fuzz": fuzz, "chaos": chaos, "attack": attack}
    if command in in_environment:
        prepare("serving" if command in serving else "everything")
        return in_environment[command](*arguments)
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
    except BrokenPipeError:  # the reader of the output, such as head, has closed the pipe
        os._exit(1)
    except OSError as error:  # such as a full disk, a read-only folder, a missing lock file
        stop(str(error))
