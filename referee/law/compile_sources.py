"""Compiles the Python modules of a zip, and turns its TOML into JSON.  The runtime itself runs this (compile.mjs),
because each version of Python has bytecode of its own.
"""

import json
import os
import py_compile
import tempfile
import tomllib
import zipfile

NOT_NEEDED = frozenset(
    [
        "_pydatetime",
        "_pyio",
        "_pyrepl",
        "_ssl",
        "argparse",
        "bdb",
        "bz2",
        "cProfile",
        "compression",
        "configparser",
        "ctypes",
        "curses",
        "dbm",
        "doctest",
        "ftplib",
        "html",
        "http",
        "imaplib",
        "lzma",
        "mailbox",
        "multiprocessing",
        "optparse",
        "pdb",
        "pickletools",
        "plistlib",
        "poplib",
        "profile",
        "pstats",
        "pty",
        "pydoc",
        "pydoc_data",
        "smtplib",
        "socketserver",
        "sqlite3",
        "ssl",
        "statistics",
        "tarfile",
        "turtle",
        "unittest",
        "webbrowser",
        "wsgiref",
        "xml",
        "xmlrpc",
        "zipapp",
    ]
)
"""Modules of the standard library that a tablet need not fetch.  The law imports none of them; Pyodide does without
``ssl``, ``bz2``, ``lzma`` and ``compression`` where they are missing, and else imports them at every start.
"""


def compile_sources(
    sources: str,
    target: str,
    place: str,
    left_out: frozenset[str] = frozenset(),
    method: int = zipfile.ZIP_DEFLATED,
) -> None:
    """Write a zip with the bytecode of each module of the zip ``sources``, its TOML as JSON under the same names
    (`rulesets.toml_file`), and everything else that is in it.

    The same sources always give the same bytes.  ``place``: where the modules will lie, for tracebacks; ``left_out``:
    modules and packages at the top that are not taken; ``method``: how the zip is packed.
    """
    with (
        zipfile.ZipFile(sources) as found,
        zipfile.ZipFile(target, "w") as compiled,
        tempfile.TemporaryDirectory() as folder,
    ):
        source, bytecode = os.path.join(folder, "module.py"), os.path.join(folder, "module.pyc")
        for each in found.infolist():
            name = each.filename
            if name.partition("/")[0].removesuffix(".py") in left_out:
                continue
            body = found.read(each)
            if name.endswith(".py"):
                name += "c"
                with open(source, "wb") as file:
                    file.write(body)
                unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH  # the sources are not there to be compared
                py_compile.compile(source, bytecode, f"{place}/{each.filename}", True, invalidation_mode=unchecked)
                with open(bytecode, "rb") as file:
                    body = file.read()
            if name.endswith(".toml"):
                body = json.dumps(tomllib.loads(body.decode()), ensure_ascii=False, separators=(",", ":")).encode()
            if not each.is_dir():
                compiled.writestr(zipfile.ZipInfo(name), body, method)
