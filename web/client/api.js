/**
 * The public API, and nothing that is private to this client: a token, a language, keys that make
 * sending twice harmless, ETags that make reading twice cheap, and refusals as sentences.
 */
import { forget, language, session } from './session.js';

const ROOT = '/api/v1/';
const TRIES = 3;
/** How long an answer to something sent may take; then it is sent again with the same key. */
const PATIENCE = 20_000;
/** What was read last, by address and language. @type {Map<string, {etag: string, body: any}>} */
const read = new Map();
const MOST_READ = 60;
/** By how many milliseconds the server's clock is ahead of this device's. */
let ahead = 0;

/** How many seconds there are until a moment, by the server's clock. @param {string} moment */
export function secondsUntil(moment) {
  return (Date.parse(moment) - Date.now() - ahead) / 1000;
}

/** A refusal; `code` is for programs, the message is for people. */
export class Problem extends Error {
  /** @param {import('./types').Problem} body */
  constructor(body) {
    super(body.detail || body.title);
    this.code = body.code;
    this.status = body.status;
    this.body = body;
  }
}

/** No answer came: the network is away, or the server is; the message is what it said of that, if it did. */
export class Unreachable extends Error {}

/** A key that nobody else uses. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {Record<string, string>} [more] */
export function headers(more = {}) {
  const { token } = session.value;
  return {
    'Accept-Language': language.value,
    ...(token ? { Authorization: `Token ${token}` } : {}),
    ...more,
  };
}

/** @param {string} path @param {RequestInit} how @returns {Promise<Response>} */
async function ask(path, how) {
  const { token } = session.value;
  const answer = await fetch(ROOT + path, { ...how, credentials: 'omit', cache: 'no-store' }).catch(
    () => null,
  );
  // What was refused to somebody who has gone meanwhile says nothing about who plays here now.
  if (!answer || (answer.status === 401 && token !== session.value.token)) throw new Unreachable();
  return answer;
}

/**
 * The body of an answer, or the refusal that it is. Whatever is not a whole answer of this API (a page
 * where one signs in to a Wi-Fi, a proxy's error) and whatever a server in trouble says is no answer.
 * @param {Response} answer
 */
async function told(answer) {
  if (answer.status === 204) return null;
  const body = await answer.json().catch(() => null);
  if (!body || answer.status >= 500 || !(answer.ok || body.code))
    throw new Unreachable(body?.detail);
  if (answer.ok) return body;
  if (body.code === 'invalid_token') forget();
  throw new Problem(body);
}

/**
 * What stands at an address; what has not changed is not sent again.
 * @param {string} path @param {Record<string, string>} [more] headers
 * @returns {Promise<any>}
 */
async function get(path, more = {}) {
  const place = placeOf(path);
  const known = read.get(place);
  const answer = await ask(path, {
    headers: headers({ ...more, ...(known && { 'If-None-Match': known.etag }) }),
  });
  if (answer.status === 304 && known) return known.body;
  const body = await told(answer);
  if (body?.server_time) ahead = Date.parse(body.server_time) - Date.now();
  remember(place, answer, body);
  return body;
}

/** @param {string} path */
function placeOf(path) {
  return `${language.value} ${session.value.player?.id ?? ''} ${path}`;
}

/** @param {string} place @param {Response} answer @param {any} body */
function remember(place, answer, body) {
  const etag = answer.headers.get('ETag');
  read.delete(place);
  if (etag) read.set(place, { etag, body });
  if (read.size > MOST_READ) read.delete(read.keys().next().value ?? '');
}

/**
 * Send something. The same key is used until an answer comes, so nothing is done twice.
 * @param {string} path
 * @param {unknown} body
 * @param {{key?: string, tries?: number}} [how]
 * @returns {Promise<any>}
 */
async function post(path, body, { key = newKey(), tries = TRIES } = {}) {
  const sent = {
    method: 'POST',
    headers: headers({ 'Content-Type': 'application/json', 'Idempotency-Key': key }),
    body: JSON.stringify(body),
  };
  for (let tried = 1; ; tried += 1) {
    try {
      const answer = await ask(path, { ...sent, signal: AbortSignal.timeout(PATIENCE) });
      const body = await told(answer);
      // The answer to a move has the ETag of the match in it.
      if (body?.match) remember(placeOf(`matches/${body.match.id}`), answer, body.match);
      return body;
    } catch (error) {
      const again =
        error instanceof Unreachable
          ? navigator.onLine
          : error instanceof Problem && error.code === 'request_in_progress';
      if (!again || tried >= tries) throw error;
      await new Promise((done) => setTimeout(done, 300 * 2 ** tried));
    }
  }
}

/** @param {string} path @param {unknown} body @returns {Promise<any>} */
async function patch(path, body) {
  const sent = {
    method: 'PATCH',
    headers: headers({ 'Content-Type': 'application/json' }),
    body: JSON.stringify(body),
  };
  return told(await ask(path, sent));
}

/** Take something away. @param {string} path @returns {Promise<any>} */
async function remove(path) {
  return told(await ask(path, { method: 'DELETE', headers: headers() }));
}

/** A file as it is. @param {string} path @returns {Promise<string>} */
async function file(path) {
  const answer = await ask(path, { headers: headers() });
  return answer.ok ? answer.text() : told(answer);
}

export const api = { get, post, patch, remove, file, root: ROOT };
