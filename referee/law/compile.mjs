// Runs compile_sources.py in the runtime: node compile.mjs FOLDER TARGET [SOURCES PLACE] compiles the modules of the zip
// SOURCES, which will lie in PLACE, or else what is needed of the standard library in FOLDER, where the runtime is, into the
// file TARGET. The law's zip is not packed: a tablet reads it as it is, and it is packed as a whole on its way there.
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [folder, target, sources, place] = process.argv.slice(2);
const { loadPyodide } = await import(new URL("pyodide.mjs", pathToFileURL(`${folder}/`)).href);
const python = await loadPyodide({ indexURL: folder });
python.FS.writeFile("/sources.zip", await readFile(sources ?? `${folder}/python_stdlib.zip`));
python.FS.writeFile("/compile_sources.py", await readFile(new URL("compile_sources.py", import.meta.url)));
python.globals.set("place", place ?? "");
python.runPython(`
import sys, zipfile
sys.path.insert(0, "/")
from compile_sources import NOT_NEEDED, compile_sources
if place:
    compile_sources("/sources.zip", "/compiled.zip", place, method=zipfile.ZIP_STORED)
else:
    library = next(each for each in sys.path if each.endswith(".zip"))
    compile_sources("/sources.zip", "/compiled.zip", library, NOT_NEEDED)
`);
await writeFile(target, python.FS.readFile("/compiled.zip"));
