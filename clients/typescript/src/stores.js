/** Where a device keeps token, queue, seeds, promises and receipts. */

/**
 * Named JSON values. `set` must not return before the value would survive a crash; null removes it.
 * @typedef {object} Store
 * @property {(name: string) => Promise<any>} get null if there is none
 * @property {(name: string, value: unknown) => Promise<void>} set
 * @property {(prefix: string) => Promise<string[]>} names in order
 */

/** Survives nothing; for tests and bots without a memory. @implements {Store} */
export class MemoryStore {
  /** @type {Map<string, string>} */
  #values = new Map();

  /** @param {string} name */
  async get(name) {
    return JSON.parse(this.#values.get(name) ?? 'null');
  }

  /** @param {string} name @param {unknown} value */
  async set(name, value) {
    if (value === null) this.#values.delete(name);
    else this.#values.set(name, JSON.stringify(value));
  }

  /** @param {string} prefix */
  async names(prefix) {
    return [...this.#values.keys()].filter((name) => name.startsWith(prefix)).sort();
  }
}

/** In a browser's `localStorage`, or anything with its methods. @implements {Store} */
export class WebStore {
  /** @param {Storage} storage @param {string} [start] what the names begin with there */
  constructor(storage = localStorage, start = 'gobelet-sdk.') {
    this.storage = storage;
    this.start = start;
  }

  /** @param {string} name */
  async get(name) {
    return JSON.parse(this.storage.getItem(this.start + name) ?? 'null');
  }

  /** @param {string} name @param {unknown} value */
  async set(name, value) {
    if (value === null) this.storage.removeItem(this.start + name);
    else this.storage.setItem(this.start + name, JSON.stringify(value));
  }

  /** @param {string} prefix */
  async names(prefix) {
    const all = Array.from({ length: this.storage.length }, (_, at) => this.storage.key(at) ?? '');
    const found = all.filter((name) => name.startsWith(this.start + prefix));
    return found.map((name) => name.slice(this.start.length)).sort();
  }
}
