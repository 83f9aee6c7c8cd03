// The law on this device, as a page asks it: a worker that runs it (static/law/worker.js), questions and answers.

const PATIENCE = 120000; // ms until a device that has not begun to judge is taken for one that cannot

/** The law does not answer here: why. */
export class NoLaw extends Error {}

/** The law in a worker: questions in, answers out. It is started once, and stopped for good. */
export class Law {
  /**
   * `law`: which one; `worker` and `runtime`: where what runs it is fetched from.
   * @param {{ hash: string, worker: string, runtime: string | null }} offered
   */
  constructor({ hash, worker, runtime }) {
    this.hash = hash;
    this.workerAddress = worker;
    this.runtime = runtime;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Map<number, { resolve: (answer: any) => void, reject: (why: Error) => void }>} */
    this.waiting = new Map();
    this.lastId = 0;
    this.took = 0; // ms that it took to begin
  }

  /** The addresses of all that it is made of, to be kept for a start without a network. */
  get addresses() {
    const files = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];
    return [this.workerAddress, this.address, ...files.map(name => `${this.runtime}${name}`)];
  }

  get address() {
    return `/law/${this.hash}/rulesets.zip`;
  }

  /** Begin; resolves once it answers. Throws `NoLaw` where it cannot. */
  async begin() {
    if (!this.runtime) throw new NoLaw("the service has no runtime");
    if (typeof Worker === "undefined" || typeof WebAssembly === "undefined") throw new NoLaw("this browser runs no WebAssembly");
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    try {
      await new Promise((resolve, reject) => {
        timer = setTimeout(() => reject(new NoLaw("it took too long")), PATIENCE);
        const worker = new Worker(this.workerAddress, { type: "module" });
        this.worker = worker;
        worker.addEventListener("error", event => {
          event.preventDefault();
          reject(new NoLaw(event.message || "the worker did not start"));
          this.stop(event.message || "the worker ended");
        });
        worker.addEventListener("message", ({ data }) => {
          if (data.ready !== undefined) {
            this.took = data.ready;
            resolve(null);
          } else if (data.failed !== undefined) reject(new NoLaw(data.failed));
          else this.answered(data);
        });
        worker.postMessage({ begin: { runtime: this.runtime, law: this.address } });
      });
    } catch (error) {
      this.stop(String(error));
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param {{ id: number, answer?: string, fault?: string }} data */
  answered({ id, answer, fault }) {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (answer === undefined) return waiting?.reject(new NoLaw(fault));
    const body = JSON.parse(answer);
    if (body.unknown) waiting?.reject(new NoLaw(body.unknown));
    else waiting?.resolve(body);
  }

  /**
   * Ask a question of rulesets/embedded.py. Throws `NoLaw`.
   * @param {string} question
   * @param {Record<string, any>} [facts]
   * @returns {Promise<any>}
   */
  ask(question, facts = {}) {
    const { worker } = this;
    if (!worker) return Promise.reject(new NoLaw("the law has ended"));
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ask: JSON.stringify({ ask: question, ...facts }) });
    });
  }

  /**
   * End it; open questions get no answer any more.
   * @param {string} why
   */
  stop(why) {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(new NoLaw(why));
    this.waiting.clear();
  }
}
