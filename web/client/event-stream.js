/**
 * News as they happen: a stream where one can be read, looking again every few seconds where not.
 * A message only says that there is something to read; what it is, is read from the API.
 */
import { api, headers } from './api.js';

const LOOK_AGAIN = 4000;
const SILENCE = 40_000;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

/** @typedef {'live' | 'polling' | 'offline'} Reach */

/**
 * Call `news` whenever something may have changed at a stream's address, until it is stopped; with false
 * if it was nothing else than events of a match.
 * @param {string} path
 * @param {{news: (more?: boolean) => void, reach?: (reach: Reach) => void}} listener
 * @returns {() => void}
 */
export function follow(path, { news, reach = () => {} }) {
  const stopped = new AbortController();
  let wait = FIRST_PAUSE;
  /** @type {number | undefined} */
  let looking;

  const look = () => {
    clearInterval(looking);
    looking = setInterval(() => news(), LOOK_AGAIN);
  };
  const alive = () => {
    clearInterval(looking);
    wait = FIRST_PAUSE;
    reach('live');
  };
  stopped.signal.addEventListener('abort', () => clearInterval(looking));

  (async () => {
    while (!stopped.signal.aborted) {
      const ended = await readStream(path, stopped.signal, (more) => {
        alive();
        news(more);
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
 * @param {(more: boolean) => void} message
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
      if (told.length) message(told.some((block) => !/^id:/m.test(block)));
    }
  } catch {
    return false;
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
  }
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
