/** What needs node: values in files. */

import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

export * from './index.js';

/** @typedef {import('./stores.js').Store} Store */

/** A file for each value, readable by its owner alone. @implements {Store} */
export class FileStore {
  /** @param {string} folder */
  constructor(folder) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.folder = folder;
  }

  /** @param {string} name */
  async get(name) {
    try {
      return JSON.parse(readFileSync(this.#path(name), 'utf8'));
    } catch (error) {
      if (/** @type {any} */ (error).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** @param {string} name @param {unknown} value */
  async set(name, value) {
    if (value === null) return rmSync(this.#path(name), { force: true });
    const written = `${this.#path(name)}.${process.pid}.part`;
    const file = openSync(written, 'w', 0o600);
    writeSync(file, JSON.stringify(value));
    fsyncSync(file);
    closeSync(file);
    renameSync(written, this.#path(name));
  }

  /** @param {string} prefix */
  async names(prefix) {
    /** @type {string[]} */
    const files = readdirSync(this.folder).filter((/** @type {string} */ file) =>
      file.endsWith('.json'),
    );
    const names = files.map((file) => decodeURIComponent(file.slice(0, -'.json'.length)));
    return names.filter((name) => name.startsWith(prefix)).sort();
  }

  /** @param {string} name */
  #path(name) {
    return join(this.folder, `${encodeURIComponent(name)}.json`);
  }
}
