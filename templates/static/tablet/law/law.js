// The page's side of the law on this device: it starts the worker (static/law/worker.js) and asks it questions.

const START_TIMEOUT = 120000; // ms after which a device that has not begun to judge is considered unable to

/** The law does not answer on this device; the message says why. */
export class LawUnavailable extends Error {}

/** The law in a worker: questions in, answers out. Once stopped, it cannot be started again. */
export class Law {
  /**
   * `hash`: of the law; `worker` and `runtime`: the addresses of what runs it; `library`: the file of the standard library.
   * @param {{ hash: string, worker: string, runtime: string | null, library: string }} offered
   */
  constructor({ hash, worker, runtime, library }) {
    this.hash = hash;
    this.workerAddress = worker;
    this.runtime = runtime;
    this.library = library;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Map<number, { resolve: (answer: any) => void, reject: (why: Error) => void }>} */
    this.waiting = new Map();
    this.lastId = 0;
    this.startupTime = 0; // ms that it took to start
  }

  /** The addresses of all its files, to be cached for a start without a network. */
  get addresses() {
    const files = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", this.library, "pyodide-lock.json"];
    return [this.workerAddress, this.address, ...files.map(name => `${this.runtime}${name}`)];
  }

  get address() {
    return `/law/${this.hash}/device.zip`;
  }

  /** Start the worker; resolves once it can answer. Throws `LawUnavailable` if it cannot. */
  async start() {
    if (!this.runtime) throw new LawUnavailable("the service has no runtime");
    if (typeof Worker === "undefined" || typeof WebAssembly === "undefined") throw new LawUnavailable("this browser runs no WebAssembly");
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    try {
      await new Promise((resolve, reject) => {
        timer = setTimeout(() => reject(new LawUnavailable("it took too long")), START_TIMEOUT);
        const worker = new Worker(this.workerAddress, { type: "module" });
        this.worker = worker;
        worker.addEventListener("error", event => {
          event.preventDefault();
          reject(new LawUnavailable(event.message || "the worker did not start"));
          this.stop(event.message || "the worker ended");
        });
        worker.addEventListener("message", ({ data }) => {
          if (data.ready !== undefined) {
            this.startupTime = data.ready;
            resolve(null);
          } else if (data.failed !== undefined) reject(new LawUnavailable(data.failed));
          else this.handleAnswer(data);
        });
        worker.postMessage({ begin: { runtime: this.runtime, library: this.library, law: this.address } });
      });
    } catch (error) {
      this.stop(String(error));
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param {{ id: number, answer?: string, fault?: string }} data */
  handleAnswer({ id, answer, fault }) {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (answer === undefined) return waiting?.reject(new LawUnavailable(fault));
    const body = JSON.parse(answer);
    if (body.unknown) waiting?.reject(new LawUnavailable(body.unknown));
    else waiting?.resolve(body);
  }

  /**
   * Ask rulesets/embedded.py a question. Throws `LawUnavailable`.
   * @param {string} question
   * @param {Record<string, any>} [facts]
   * @returns {Promise<any>}
   */
  ask(question, facts = {}) {
    const { worker } = this;
    if (!worker) return Promise.reject(new LawUnavailable("the law has ended"));
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ask: JSON.stringify({ ask: question, ...facts }) });
    });
  }

  /**
   * Stop the worker; open questions are rejected.
   * @param {string} why
   */
  stop(why) {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(new LawUnavailable(why));
    this.waiting.clear();
  }
}
