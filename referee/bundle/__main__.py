"""``python3 dev.py bundle``: one zip with everything that a laptop without a network needs to run the referee.

It contains the wheels of requirements.lock for a platform and a Python version, the project's own wheel, the runtime
that judges on the tablets, requirements.txt with the hash of each wheel, the installer, and instructions in three
languages.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import parse_wheel_filename

from referee.bundle.install import this_machine
from referee.law.runtime import (
    COMPILED_LIBRARY,
    RuntimeFault,
    compile_all,
    compiled_law,
    default_folder,
    fetch,
    install,
    is_installed,
    pinned_runtime,
)

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LOCK = ROOT / "requirements.lock"
ENTRY = re.compile(r"^([a-z][^\\\n]*)\\\n((?:[ \t]+--hash.*\n?)+)", re.MULTILINE)
"""A locked package, and its hashes."""
HASH = re.compile(r"--hash=\S+")
GLIBC = range(28, 4, -1)
"""The minor versions of glibc whose wheels run on any Linux with glibc 2.28 or newer (Debian 10, Ubuntu 18.10)."""
PLATFORMS = {
    **{
        f"linux-{machine}": [*(f"manylinux_2_{number}_{machine}" for number in GLIBC), f"manylinux2014_{machine}"]
        for machine in ("x86_64", "aarch64")
    },
    "macos-arm64": ["macosx_15_0_arm64"],
    "windows-x86_64": ["win_amd64"],
}
"""The wheel tags of each platform.  Some locked packages no longer ship wheels for Macs with Intel processors."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = {
    "linux": {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
    "macos": {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
    "windows": {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
}
"""The values of environment markers for each operating system."""
MACHINES = {"windows-x86_64": "AMD64"}
"""What a machine calls itself, if we use another name."""
PACKED = (".whl", ".tgz", ".zip")
PARTS = ("install.py", "install.sh", "install.cmd", "README.txt", "README.ja.txt", "README.zh.txt")


def main() -> None:
    """Build the bundle and print its path."""
    parser = argparse.ArgumentParser(prog="dev.py bundle", description=__doc__.partition("\n")[0])
    here, python = this_machine(), f"{sys.version_info[0]}.{sys.version_info[1]}"
    parser.add_argument(
        "--platform", choices=PLATFORMS, default=here, required=here not in PLATFORMS, help="[%(default)s]"
    )
    parser.add_argument("--python", choices=PYTHONS, default=python, help="the laptop's [%(default)s]")
    parser.add_argument("--output", type=Path, default=ROOT / "dist", help="the folder for the zip [dist]")
    options = parser.parse_args()
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    name = f"referee-{version}-{options.platform}-python{options.python}"
    with tempfile.TemporaryDirectory(prefix="referee-bundle-") as folder:
        fill(Path(folder) / name, options.platform, options.python)
        options.output.mkdir(parents=True, exist_ok=True)
        place = options.output.resolve() / f"{name}.zip"
        pack(Path(folder), place)
        print(place)


def pack(folder: Path, place: Path) -> None:
    """Zip what is in a folder.  What is packed already, nearly all of it, would take long and get no smaller."""
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            how = zipfile.ZIP_STORED if file.suffix in PACKED else None
            archive.write(file, file.relative_to(folder), compress_type=how)


def fill(folder: Path, platform: str, python: str) -> None:
    """Assemble a bundle for a platform and a Python version (3.N) in a new folder."""
    wheels, requirements = folder / "wheels", folder / "requirements.txt"
    wheels.mkdir(parents=True)
    requirements.write_text("".join(locked_packages(platform, python)), "utf-8")
    run("-m", "hatchling", "build", "--target", "wheel", "--directory", wheels)
    run(
        *("-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps", "--only-binary", ":all:"),
        *("--require-hashes", "--requirement", requirements, "--dest", wheels, "--python-version", python),
        *(part for tag in PLATFORMS[platform] for part in ("--platform", tag)),
    )
    requirements.write_text("".join(hashed_wheels(wheels)), "utf-8")
    (folder / "made-for.txt").write_text(f"{platform} {python}\n", "utf-8")
    for part in PARTS:
        shutil.copy(HERE / part, folder)
    try:
        runtime = fetch()
    except RuntimeFault as fault:
        print(f"dev.py: without what judges on the tablets: {fault}", file=sys.stderr)
    else:
        tablets, here = folder / "tablets", default_folder()
        tablets.mkdir()
        (tablets / f"{pinned_runtime().label}.tgz").write_bytes(runtime)
        if not is_installed(here):
            install(runtime, here)
        compile_all(here)  # the laptop may have no Node.js
        for compiled in (here / COMPILED_LIBRARY, compiled_law(here)):
            if compiled.is_file():
                shutil.copy(compiled, tablets)


def locked_packages(platform: str, python: str) -> Iterator[str]:
    """The locked packages that a platform and a Python version need, with their hashes, as lines for pip."""
    system, _, machine = platform.partition("-")
    environment = {**SYSTEMS[system], "platform_machine": MACHINES.get(platform, machine), "python_version": python}
    environment |= {"python_full_version": f"{python}.0", "implementation_name": "cpython", "extra": ""}
    environment["platform_python_implementation"] = "CPython"
    for entry in ENTRY.finditer(LOCK.read_text("utf-8")):
        package = Requirement(entry[1])
        if package.marker is None or package.marker.evaluate(environment):
            yield f"{package.name}{package.specifier} {' '.join(HASH.findall(entry[2]))}\n"


def hashed_wheels(wheels: Path) -> Iterator[str]:
    """Every wheel of a folder with its version and hash, as lines for pip."""
    for wheel in sorted(wheels.glob("*.whl")):
        name, version, *_ = parse_wheel_filename(wheel.name)
        yield f"{name}=={version} --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n"


def run(*arguments: str | Path) -> None:
    """Run Python with these arguments; if that fails, exit with the last lines of its output."""
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip() and not line.startswith("WARNING")]
        sys.exit("\n  ".join(["dev.py: the bundle could not be made (is the network there?):", *lines[-6:]]))


if __name__ == "__main__":
    main()
