// Runs compile_sources.py in the runtime: node compile.mjs FOLDER TARGET [SOURCES PLACE] compiles the modules of the zip
// SOURCES, which will lie in PLACE, or else the standard library in FOLDER, where the runtime is, into the file TARGET.
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [folder, target, sources, place] = process.argv.slice(2);
const { loadPyodide } = await import(new URL("pyodide.mjs", pathToFileURL(`${folder}/`)).href);
const python = await loadPyodide({ indexURL: folder });
python.FS.writeFile("/sources.zip", await readFile(sources ?? `${folder}/python_stdlib.zip`));
python.FS.writeFile("/compile_sources.py", await readFile(new URL("compile_sources.py", import.meta.url)));
python.globals.set("place", place ?? "");
python.runPython(`
import sys
sys.path.insert(0, "/")
from compile_sources import compile_sources
compile_sources("/sources.zip", "/compiled.zip", place or next(each for each in sys.path if each.endswith(".zip")))
`);
await writeFile(target, python.FS.readFile("/compiled.zip"));
