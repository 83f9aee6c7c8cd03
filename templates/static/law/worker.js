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
  python.unpackArchive(await archive, "zip", { extractDir: FOLDER });
  python.runPython(`import sys; sys.path.insert(0, "${FOLDER}")`);
  answer = python.pyimport("rulesets.embedded").answer;
  return Math.round(performance.now() - from);
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
