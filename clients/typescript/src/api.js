/** Requests of one player to one server: token, language, retries, conditional reads. */

/** @typedef {import('./schema.js').components['schemas']} Schemas */

/** What is awaited before a request is repeated, at most; a longer `Retry-After` is left to the caller. */
const LONGEST_RETRY = 5000;
const MOST_READ = 60;
const STALE = new Set(['question_closed', 'stale_version', 'not_your_turn', 'match_over']);

/** A refusal: branch on `code`, show the message. */
export class Problem extends Error {
  /** @param {Schemas['Problem']} body */
  constructor(body) {
    super(body.detail || body.title);
    this.code = body.code;
    this.status = body.status;
    this.body = body;
  }
}

/** A refused move: the question that it answers is no longer open. */
export class Stale extends Problem {}

/** No answer of this API came: no network, a proxy's page, a server in trouble. */
export class Unreachable extends Error {
  /** @param {string} [message] @param {number} [after] how long the server asks to wait, in milliseconds */
  constructor(message = 'no answer', after = 0) {
    super(message);
    this.after = after;
  }
}

/**
 * @typedef {object} Settings
 * @property {string} [language] of sentences: `fr` or `en`
 * @property {typeof fetch} [fetch]
 * @property {number} [timeout] how long an answer may take, in milliseconds
 * @property {number} [pause] before the first repetition, in milliseconds; it doubles each time
 * @property {number} [poll] between looks at a match while there is no stream, in milliseconds
 * @property {number} [tries] how often a request is sent before it counts as unreachable
 */

/** @typedef {Record<string, string | undefined>} Headers */

export class Api {
  /** @param {string} server its address, such as `https://play.example.org` @param {Settings} [settings] */
  constructor(server, settings = {}) {
    this.server = server.replace(/\/$/, '');
    this.root = `${this.server}/api/v1/`;
    /** @type {string | null} */
    this.token = null;
    /** `Bearer` if the token is one of a third-party app. */
    this.scheme = 'Token';
    /** Called before each request; sets a token that is valid. @type {(() => Promise<void>) | null} */
    this.renew = null;
    this.language = settings.language ?? 'en';
    this.fetch = settings.fetch ?? ((...args) => fetch(...args));
    this.timeout = settings.timeout ?? 20_000;
    this.pause = settings.pause ?? 300;
    this.poll = settings.poll ?? 4000;
    this.tries = settings.tries ?? 4;
    /** @type {Map<string, {etag: string, body: any}>} */
    this.read = new Map();
  }

  /** Read; a body that has not changed is not sent again, and is the same object. @param {string} path @returns {Promise<any>} */
  async get(path) {
    const place = this.#place(path);
    const known = this.read.get(place);
    const { status, body, etag } = await this.#repeat('GET', path, {
      'If-None-Match': known?.etag,
    });
    if (status === 304) return known?.body;
    this.#remember(place, etag, body);
    return body;
  }

  /** Send under a key: repetitions have no further effect. @param {string} path @param {unknown} body @param {string} [key] @returns {Promise<any>} */
  async post(path, body, key = newKey()) {
    const sent = await this.#repeat('POST', path, { 'Idempotency-Key': key }, body);
    const shown = sent.body?.match; // the answer to a move has the ETag of the match in it
    if (sent.etag && shown) this.#remember(this.#place(`matches/${shown.id}`), sent.etag, shown);
    return sent.body;
  }

  /** @param {string} path @param {unknown} body @returns {Promise<any>} */
  async patch(path, body) {
    return (await this.#repeat('PATCH', path, {}, body)).body;
  }

  /** @param {string} path */
  async delete(path) {
    await this.#repeat('DELETE', path, {});
  }

  /** @param {string} path */
  #place(path) {
    return `${this.token} ${this.language} ${path}`;
  }

  /** @param {string} place @param {string | null} etag @param {any} body */
  #remember(place, etag, body) {
    this.read.delete(place);
    if (etag) this.read.set(place, { etag, body });
    if (this.read.size > MOST_READ) this.read.delete(this.read.keys().next().value ?? '');
  }

  /** @param {string} path @param {Headers} headers @param {RequestInit} how */
  async ask(path, headers, how) {
    await this.renew?.();
    const all = { headers: this.#headers(headers), credentials: 'omit', cache: 'no-store', ...how };
    try {
      return await this.fetch(this.root + path, /** @type {RequestInit} */ (all));
    } catch (error) {
      throw new Unreachable(String(error));
    }
  }

  /** @param {Headers} more those that are undefined are left out @returns {Record<string, string>} */
  #headers(more) {
    const Authorization = this.token ? `${this.scheme} ${this.token}` : undefined;
    const all = { 'Accept-Language': this.language, Authorization, ...more };
    return JSON.parse(JSON.stringify(all));
  }

  /** @param {string} method @param {string} path @param {Headers} headers @param {unknown} [body] */
  async #repeat(method, path, headers, body) {
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.#once(method, path, headers, body);
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        const wait = Math.max(this.pause * 2 ** (tried - 1), error.after);
        if (tried >= this.tries || wait > LONGEST_RETRY) throw error;
        await sleep(wait);
      }
    }
  }

  /** @param {string} method @param {string} path @param {Headers} more @param {unknown} [body] */
  async #once(method, path, more, body) {
    const type = body === undefined ? undefined : 'application/json';
    const sent = { method, body: JSON.stringify(body), signal: AbortSignal.timeout(this.timeout) };
    const answer = await this.ask(path, { 'Content-Type': type, ...more }, sent);
    const { status } = answer;
    if (status === 304 || status === 204) return { status, body: null, etag: null };
    return { status, body: await told(answer), etag: answer.headers.get('ETag') };
  }
}

/** The body of an answer, or the refusal that it is. @param {Response} answer @returns {Promise<any>} */
export async function told(answer) {
  const body = await answer.json().catch(() => null);
  if (answer.ok && body) return body;
  const after = 1000 * Number(answer.headers.get('Retry-After') ?? 0) || 0;
  const later = answer.status >= 500 || answer.status === 429;
  if (!body?.code || later || body.code === 'request_in_progress')
    throw new Unreachable(body?.detail, after);
  throw STALE.has(body.code) ? new Stale(body) : new Problem(body);
}

/** A key that sorts after all earlier ones of this device. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${Date.now().toString(16).padStart(12, '0')}-${digits}`;
}

/** @param {number} milliseconds @returns {Promise<void>} */
export function sleep(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}
