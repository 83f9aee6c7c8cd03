// The law on this device: the server's rulesets/, the same Python code, run by the runtime (Pyodide) in a worker.
//
// In: {begin: {runtime, library, law}}: addresses, and the name of the standard library in the runtime's folder; then {id, ask}, questions to rulesets/embedded.py as JSON text. Out:
// {ready: ms} or {failed: why}; {id, answer} as JSON text, or {id, fault}.
const FOLDER = "/law";
const scope = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** @type {((text: string) => string) | null} */
let answer = null;

/**
 * Load the runtime and the law, both from our own server. Returns how long it took, in ms.
 * @param {{ runtime: string, library: string, law: string }} addresses
 */
async function begin({ runtime, library, law }) {
  const from = performance.now();
  const archive = fetch(law, { credentials: "omit" }).then(response => {
    if (!response.ok) throw new Error(`${law}: ${response.status}`);
    return response.arrayBuffer();
  });
  archive.catch(() => {}); // it is awaited below
  const folder = new URL(runtime, location.origin);
  const { loadPyodide } = await import(new URL("pyodide.mjs", folder).href);
  const python = await loadPyodide({ indexURL: folder.href, stdLibURL: new URL(library, folder).href, stdout: () => {}, stderr: () => {} });
  unpack(python.FS, new Uint8Array(await archive));
  python.runPython(`import sys; sys.path.insert(0, "${FOLDER}")`);
  answer = python.pyimport("rulesets.embedded").answer;
  return Math.round(performance.now() - from);
}

/**
 * Write the files of a zip into the folder of the law. They are in it as they are, not packed; the runtime's own unpacking,
 * in Python, takes five times as long.
 * @param {{ mkdirTree: (path: string) => void, writeFile: (path: string, bytes: Uint8Array, options: { canOwn: boolean }) => void }} files
 * @param {Uint8Array} zip
 */
function unpack(files, zip) {
  const seen = new DataView(zip.buffer);
  const end = zip.length - 22; // its last record, of fixed length without a comment, says where the directory is
  const names = new TextDecoder();
  let at = seen.getUint32(end + 16, true);
  for (let count = seen.getUint16(end + 10, true); count > 0; count -= 1) {
    const [length, name, extra, comment] = [seen.getUint32(at + 24, true), ...[28, 30, 32].map(place => seen.getUint16(at + place, true))];
    const path = `${FOLDER}/${names.decode(zip.subarray(at + 46, at + 46 + name))}`;
    const header = seen.getUint32(at + 42, true);
    const start = header + 30 + seen.getUint16(header + 26, true) + seen.getUint16(header + 28, true);
    if (seen.getUint16(at + 10, true) !== 0) throw new Error(`${path} is packed`);
    files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    files.writeFile(path, zip.subarray(start, start + length), { canOwn: true });
    at += 46 + name + extra + comment;
  }
}

scope.addEventListener("message", async ({ data }) => {
  if (data.begin) {
    try {
      scope.postMessage({ ready: await begin(data.begin) });
    } catch (error) {
      scope.postMessage({ failed: String(error) });
    }
    return;
  }
  try {
    if (!answer) throw new Error("the law is not loaded");
    scope.postMessage({ id: data.id, answer: answer(data.ask) });
  } catch (error) {
    scope.postMessage({ id: data.id, fault: String(error).slice(-500) });
  }
});
