"""Install the referee beside this file from the packages in this folder, verified by their hashes, without a network.

It needs nothing but the Python version that the bundle was built for.
"""

import os
import platform
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PLACE = HERE / "referee"
SCRIPTS = PLACE / ("Scripts" if sys.platform == "win32" else "bin")
SYSTEMS = {"Linux": "linux", "Darwin": "macos", "Windows": "windows"}
MACHINES = {"AMD64": "x86_64"}
WRONG = """\
This bundle is for {wanted}, and this is {here}.
この一式は {wanted} 用です。この環境は {here} です。
本包适用于 {wanted}，而这里是 {here}。"""
READY = """\
Installed. To start the referee / 起動 / 启动:

    {referee} serve"""


def this_machine() -> str:
    """The platform name of bundles for this machine, such as ``linux-x86_64``."""
    machine = platform.machine()
    return f"{SYSTEMS.get(platform.system(), platform.system())}-{MACHINES.get(machine, machine)}"


def main() -> None:
    """Install everything, or exit with the reason why not."""
    built_for = (HERE / "made-for.txt").read_text("utf-8").strip()
    here = f"{this_machine()} {sys.version_info[0]}.{sys.version_info[1]}"
    if here != built_for:
        sys.exit(WRONG.format(wanted=built_for, here=here))
    os.environ["PIP_CONFIG_FILE"] = os.devnull  # ignore the user's pip configuration
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", "--clear", PLACE], check=True)
    [pip] = (HERE / "wheels").glob("pip-*.whl")
    subprocess.run(
        [
            *(SCRIPTS / "python", pip / "pip", "--isolated", "--disable-pip-version-check", "install", "--quiet"),
            *("--no-index", "--find-links", HERE / "wheels", "--no-deps", "--only-binary", ":all:"),
            *("--require-hashes", "--requirement", HERE / "requirements.txt"),
        ],
        check=True,
    )
    for runtime in (HERE / "tablets").glob("*.tgz"):
        subprocess.run([SCRIPTS / "referee", "runtime", runtime], check=True)
    print(READY.format(referee=SCRIPTS / "referee"))


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as failed:
        sys.exit(failed.returncode)
