/**
 * News as they happen: a stream where one can be read, looking again every few seconds where not.
 * A stream of a match brings its events, their sentences and the match after them; other messages only
 * say that there is something to read.
 */
import { api, headers } from './api.js';

const LOOK_AGAIN = 4000;
const SILENCE = 40_000;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

/** @typedef {'live' | 'polling' | 'offline'} Reach */

/**
 * What a stream has brought: whether something else than events, recaps and a state, and these; a look
 * without a stream has none of them.
 * @typedef {{more: boolean, state?: any, events?: any[], recaps?: any[]}} News
 */

/**
 * Call `news` whenever something may have changed at a stream's address, until it is stopped.
 * @param {string} path
 * @param {{news: (news: News) => void, reach?: (reach: Reach) => void}} listener
 * @returns {() => void}
 */
export function follow(path, { news, reach = () => {} }) {
  const stopped = new AbortController();
  let wait = FIRST_PAUSE;
  /** @type {number | undefined} */
  let looking;

  const look = () => {
    clearInterval(looking);
    looking = setInterval(() => news({ more: true }), LOOK_AGAIN);
  };
  const alive = () => {
    clearInterval(looking);
    wait = FIRST_PAUSE;
    reach('live');
  };
  stopped.signal.addEventListener('abort', () => clearInterval(looking));

  (async () => {
    while (!stopped.signal.aborted) {
      const ended = await readStream(path, stopped.signal, (told) => {
        alive();
        news(told);
      });
      if (ended || stopped.signal.aborted) return;
      reach(navigator.onLine ? 'polling' : 'offline');
      look();
      await pause(wait, stopped.signal);
      wait = Math.min(wait * 2, LONGEST_PAUSE);
    }
  })();
  return () => stopped.abort();
}

/**
 * Read until it breaks; whether there is nothing more to come.
 * @param {string} path
 * @param {AbortSignal} signal
 * @param {(told: News) => void} message
 */
async function readStream(path, signal, message) {
  const broken = new AbortController();
  const stop = () => broken.abort();
  signal.addEventListener('abort', stop);
  let silence = setTimeout(stop, SILENCE);
  try {
    const answer = await fetch(api.root + path, {
      headers: headers({ Accept: 'text/event-stream' }),
      signal: broken.signal,
      credentials: 'omit',
      cache: 'no-store',
    });
    if (answer.status === 204 || answer.status === 404 || answer.status === 401) return true;
    if (!answer.ok || !answer.body) return false;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return false;
      clearTimeout(silence);
      silence = setTimeout(stop, SILENCE);
      text += value;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      const told = blocks.filter((block) => /^data:/m.test(block));
      if (told.length) message(newsOf(told));
    }
  } catch {
    return false;
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
  }
}

/** @param {string[]} blocks @returns {News} */
function newsOf(blocks) {
  const data = (/** @type {string} */ block) => JSON.parse(block.slice(block.indexOf('data:') + 5));
  const states = blocks.filter((block) => /^event: state$/m.test(block));
  const recaps = blocks.filter((block) => /^event: recap$/m.test(block));
  const events = blocks.filter((block) => /^id:/m.test(block));
  const last = states.at(-1);
  return {
    more: states.length + recaps.length + events.length < blocks.length,
    state: last && data(last),
    events: events.map(data),
    recaps: recaps.map(data),
  };
}

/**
 * Wait, but not once the network is back or nobody listens.
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 */
function pause(milliseconds, signal) {
  return new Promise((done) => {
    const timer = setTimeout(end, milliseconds);
    /** @type {(value?: unknown) => void} */
    function end(value) {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      done(value);
    }
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
