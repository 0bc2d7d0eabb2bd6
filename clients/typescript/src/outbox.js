/**
 * What is to be sent, kept with its idempotency key from before the first try until an answer comes,
 * through restarts. What was refused when it was sent later is kept until the player has seen it.
 */
import { newKey, Problem, Unreachable } from './api.js';

/**
 * @typedef {object} Entry
 * @property {string} key
 * @property {string} player whose request it is: nobody else's token sends it
 * @property {string} path
 * @property {any} body
 * @property {string} [match] of a move or resignation; one of them waits at a time
 * @property {string} [seed] that the request commits to
 */
/** @typedef {Entry & {problem: import('./api.js').Schemas['Problem']}} Refused */
/** @typedef {{entry: Entry, answer?: any, problem?: Problem}} Sent */

export class Outbox {
  /**
   * @param {import('./api.js').Api} api
   * @param {import('./stores.js').Store} store
   * @param {(entry: Entry, answer: any) => Promise<void>} accepted called before an entry is forgotten
   */
  constructor(api, store, accepted) {
    this.api = api;
    this.store = store;
    this.accepted = accepted;
  }

  /** Keep a request, then send it: its answer, or null if it waits for a network. @param {Omit<Entry, 'key'>} request @returns {Promise<any>} */
  async send(request) {
    const entry = { ...request, key: newKey() };
    await this.store.set(`outbox.${entry.key}`, entry);
    try {
      return await this.#deliver(entry);
    } catch (error) {
      if (error instanceof Unreachable) return null;
      if (isRefusal(error)) await this.#forget(entry);
      throw error;
    }
  }

  /** What waits, oldest first. @param {string} player @param {string} [match] @returns {Promise<Entry[]>} */
  async waiting(player, match) {
    const names = await this.store.names('outbox.');
    const all = await Promise.all(names.map((name) => this.store.get(name)));
    return all.filter((one) => one?.player === player && (!match || one.match === match));
  }

  /** Send what waits; what is refused is reported and kept as refused, never sent again. @param {string} player @param {string} [match] @returns {Promise<Sent[]>} */
  async flush(player, match) {
    /** @type {Sent[]} */
    const sent = [];
    for (const entry of await this.waiting(player, match)) {
      try {
        sent.push({ entry, answer: await this.#deliver(entry) });
      } catch (error) {
        if (error instanceof Unreachable) continue;
        if (!isRefusal(error)) throw error;
        sent.push({ entry, problem: error });
        await this.store.set(`refused.${entry.key}`, { ...entry, problem: error.body });
        await this.#forget(entry);
      }
    }
    return sent;
  }

  /** @returns {Promise<Refused[]>} */
  async refused() {
    const names = await this.store.names('refused.');
    return Promise.all(names.map((name) => this.store.get(name)));
  }

  /** The player has seen that it was refused. @param {string} key */
  async dismiss(key) {
    await this.store.set(`refused.${key}`, null);
  }

  /** @param {Entry} entry */
  async #deliver(entry) {
    const answer = await this.api.post(entry.path, entry.body, entry.key);
    await this.accepted(entry, answer);
    await this.#forget(entry);
    return answer;
  }

  /** @param {Entry} entry */
  async #forget(entry) {
    await this.store.set(`outbox.${entry.key}`, null);
  }
}

/** Whether the request was refused for good; who must sign in again can still send it. @param {unknown} error @returns {error is Problem} */
function isRefusal(error) {
  return error instanceof Problem && error.status !== 401;
}
