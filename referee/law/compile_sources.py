"""Compiles the Python modules of a zip.  The runtime itself runs this (compile.mjs), because each version of Python has
bytecode of its own.
"""

import os
import py_compile
import tempfile
import zipfile


def compile_sources(sources: str, target: str, place: str) -> None:
    """Write a zip with the bytecode of each module of the zip ``sources``, and with everything else that is in it.

    The same sources always give the same bytes.  ``place``: where the modules will lie, for tracebacks.
    """
    with (
        zipfile.ZipFile(sources) as found,
        zipfile.ZipFile(target, "w") as compiled,
        tempfile.TemporaryDirectory() as folder,
    ):
        source, bytecode = os.path.join(folder, "module.py"), os.path.join(folder, "module.pyc")
        for each in found.infolist():
            name, body = each.filename, found.read(each)
            if name.endswith(".py"):
                name += "c"
                with open(source, "wb") as file:
                    file.write(body)
                unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH  # the sources are not there to be compared
                py_compile.compile(source, bytecode, f"{place}/{each.filename}", True, invalidation_mode=unchecked)
                with open(bytecode, "rb") as file:
                    body = file.read()
            if not each.is_dir():
                compiled.writestr(zipfile.ZipInfo(name), body, zipfile.ZIP_DEFLATED)
