"""The runtime of the law on the device: Python for browsers, whose files are downloaded when the service is set up.

They are neither in the repository nor in our packages: 12 MB that change with somebody else's releases.  They are
pinned by their hashes in ``runtime.toml``.

The standard library comes as sources, and so does the law.  Where Node.js is installed both are compiled once, because
a browser would compile what it imports again whenever a page starts to judge, which takes longer than all the rest.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import logging
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

from referee.law.package import law

LOG = logging.getLogger(__name__)

GZIP_SUFFIX = ".gz"
"""The suffix of the compressed copy of a file, which almost every browser accepts: half the bytes."""
COMPRESSED = frozenset({".mjs", ".json", ".wasm"})
LIBRARY, COMPILED_LIBRARY = "python_stdlib.zip", "python_stdlib.needed.zip"
"""The standard library, as it comes, and what is needed of it, compiled."""
COMPILED_LAW = "rulesets-{hash}.compiled.zip.gz"
"""The compiled law, under its hash: each version of the service has its own."""
LAW_FOLDER = "/law"
"""Where a browser unpacks the law (``worker.js``), for tracebacks."""
COMPILING_SECONDS = 300
"""How long compiling may take, on the slowest machine."""


class RuntimeFault(Exception):
    """The runtime cannot be fetched or is not the pinned one; the message says which, and what to do."""


class Runtime(NamedTuple):
    """The pinned runtime.  ``sha256``: of its files, by name; ``compiled_sha256``: of the compiled standard library."""

    name: str
    version: str
    tarball_sha512: str
    sha256: Mapping[str, str]
    compiled_sha256: str

    @property
    def label(self) -> str:
        return f"{self.name}-{self.version}"


@cache
def pinned_runtime() -> Runtime:
    """The runtime that this version of the service needs."""
    pinned = tomllib.loads((files("referee.law") / "runtime.toml").read_text("utf-8"))
    return Runtime(*(pinned[name] for name in Runtime._fields))


def default_folder() -> Path:
    """The default folder of the runtime, inside this Python environment."""
    return Path(sys.prefix) / "share" / "referee" / pinned_runtime().label


def is_installed(folder: Path) -> bool:
    """Whether a folder has every file of the runtime.  Installing is atomic, so the contents need not be checked."""
    return all((folder / name).is_file() for name in pinned_runtime().sha256)


def install(archive: bytes, folder: Path) -> None:
    """Install the files of the npm package into a folder atomically.  Raises `RuntimeFault`, OSError."""
    if hashlib.sha512(archive).hexdigest() != pinned_runtime().tarball_sha512:
        raise RuntimeFault(f"this is not the package {pinned_runtime().label}: its SHA-512 is another one")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".coming-") as temporary:
        staging = Path(temporary) / "files"
        staging.mkdir()
        with tarfile.open(fileobj=io.BytesIO(archive)) as package:
            for name, sha256 in pinned_runtime().sha256.items():
                member = package.extractfile(f"package/{name}")
                body = member.read() if member else b""
                if hashlib.sha256(body).hexdigest() != sha256:
                    raise RuntimeFault(f"{name} in the package is another file than this version was tried with")
                (staging / name).write_bytes(body)
                if Path(name).suffix in COMPRESSED:
                    (staging / f"{name}{GZIP_SUFFIX}").write_bytes(gzip.compress(body, 9, mtime=0))
        if folder.exists():
            shutil.rmtree(folder)
        staging.rename(folder)


def install_file(file: Path, folder: Path) -> None:
    """Install the npm package in a file, and the compiled library and law beside it if they are there.

    Raises `RuntimeFault`, OSError.
    """
    install(file.read_bytes(), folder)
    if (compiled := file.with_name(COMPILED_LIBRARY)).is_file():
        install_compiled(compiled.read_bytes(), folder)
    if (judging := compiled_law(file.parent)).is_file():
        put(judging.read_bytes(), compiled_law(folder))
    compile_all(folder)


def ensure_installed(folder: Path | None = None) -> Path:
    """Return the folder of the runtime, after fetching it and compiling what runs in it if that has not been done.

    Raises `RuntimeFault`, OSError.
    """
    folder = folder or default_folder()
    if not is_installed(folder):
        install(fetch(), folder)
    compile_all(folder)
    return folder


def library(folder: Path) -> str:
    """The name of the standard library that browsers get: the compiled one if it is there."""
    return COMPILED_LIBRARY if (folder / COMPILED_LIBRARY).is_file() else LIBRARY


def compiled_law(folder: Path) -> Path:
    """Where the law of this service lies in the runtime's folder once it is compiled."""
    return folder / COMPILED_LAW.format(hash=law().hash)


def compile_all(folder: Path) -> None:
    """Compile the standard library of an installed runtime and the law, if Node.js is there and as far as it has not
    been done yet.

    If that fails, a warning says why: everything works, and a page takes longer to start to judge.
    """
    node = shutil.which("node")
    if node is None:
        return
    try:
        if library(folder) != COMPILED_LIBRARY:
            install_compiled(compiled(node, folder), folder)
        if not compiled_law(folder).is_file():
            put(gzip.compress(compiled(node, folder, law().archive), 9, mtime=0), compiled_law(folder))
            for old in set(folder.glob("rulesets-*")) - {compiled_law(folder)}:
                old.unlink(missing_ok=True)
    except (subprocess.SubprocessError, RuntimeFault, OSError) as error:
        why = getattr(error, "stderr", None) or str(error)
        LOG.warning("Pages take longer to start to judge: the law and its runtime were not compiled: %s", why)


def compiled(node: str, folder: Path, sources: bytes | None = None) -> bytes:
    """Compile the modules of a zip in the runtime: the law's, or without ``sources`` the standard library.

    Raises subprocess.SubprocessError, OSError.
    """
    with tempfile.TemporaryDirectory() as temporary, as_file(files("referee.law")) as scripts:
        target, given = Path(temporary) / "compiled.zip", Path(temporary) / "sources.zip"
        command = [node, str(scripts / "compile.mjs"), str(folder.resolve()), str(target)]
        if sources is not None:
            given.write_bytes(sources)
            command += [str(given), LAW_FOLDER]
        subprocess.run(command, capture_output=True, text=True, check=True, timeout=COMPILING_SECONDS)
        return target.read_bytes()


def install_compiled(body: bytes, folder: Path) -> None:
    """Add the compiled standard library to an installed runtime atomically.  Raises `RuntimeFault`, OSError."""
    if hashlib.sha256(body).hexdigest() != pinned_runtime().compiled_sha256:
        raise RuntimeFault(f"{COMPILED_LIBRARY} is another file than this version was tried with")
    put(body, folder / COMPILED_LIBRARY)


def put(body: bytes, path: Path) -> None:
    """Write a file whole or not at all.  Raises OSError."""
    staging = path.with_name(f".coming-{os.getpid()}-{path.name}")
    staging.write_bytes(body)
    staging.replace(path)


def fetch() -> bytes:
    """Download the package with npm, from the registry that npm is configured for.  Raises `RuntimeFault`."""
    npm = shutil.which("npm")
    if npm is None:
        raise RuntimeFault(f"npm is not installed; fetch {pinned_runtime().label}.tgz elsewhere and name the file")
    runtime = pinned_runtime()
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [npm, "pack", f"{runtime.name}@{runtime.version}", "--pack-destination", folder, "--silent"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "NO_UPDATE_NOTIFIER": "1"},
        )
        archives = list(Path(folder).glob("*.tgz"))
        if done.returncode or len(archives) != 1:
            lines = [line for line in done.stderr.splitlines() if line.strip()][-1:]
            raise RuntimeFault(" ".join(["npm could not fetch it (is the network there?):", *lines]))
        return archives[0].read_bytes()


if __name__ == "__main__":  # run by dev.py, before anything of the service is imported
    try:
        ensure_installed()
    except (RuntimeFault, OSError) as fault:
        sys.exit(f"dev.py: what judges on the device was not fetched: {fault}")
