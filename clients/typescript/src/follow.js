/** A match as it goes on: its stream, resumed without gaps, and polling while there is none. */
import { Problem, sleep, told, Unreachable } from './api.js';

/** @typedef {import('./api.js').Schemas} Schemas */
/** @typedef {{events: Schemas['Event'][], match: Schemas['Match']}} Update the new events, and the match after them */

/** The server sends a comment every 15 s. */
const SILENCE = 40_000;
const LONGEST_PAUSE = 60_000;

/**
 * Every event after a number exactly once and in order, with the match after them, until the match is over.
 * @param {import('./api.js').Api} api @param {string} id @param {number} after
 * @param {AbortSignal} [signal] ends it
 * @returns {AsyncGenerator<Update, void, void>}
 */
export async function* followMatch(api, id, after, signal) {
  /** @type {Schemas['Event'][]} */
  let events = [];
  let cursor = after;
  /** @type {Schemas['Match'] | undefined} */
  let last;
  const take = (/** @type {Schemas['Event'][]} */ found) => {
    for (const event of found) {
      if (event.seq > cursor + 1) throw new Unreachable('events are missing');
      if (event.seq === cursor + 1) {
        events.push(event);
        cursor = event.seq;
      }
    }
  };
  const update = (/** @type {Schemas['Match']} */ match) => {
    const news = { events, match };
    events = [];
    last = match;
    return news;
  };
  const isOver = () =>
    last && cursor >= last.version && (last.status === 'finished' || last.status === 'cancelled');

  for (let failures = 0; ; failures += 1) {
    let pause = 0;
    try {
      for await (const { kind, data } of messages(api, `matches/${id}/stream`, cursor, signal)) {
        failures = 0;
        if (kind === 'message') take([data]);
        else if (kind === 'state') yield update(data);
      }
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      pause = error.after;
    }
    pause = Math.max(pause, Math.min(api.pause * 2 ** failures, LONGEST_PAUSE));
    const until = Date.now() + pause;
    do {
      if (isOver() || signal?.aborted) return;
      try {
        const match = await api.get(`matches/${id}`);
        for (let more = match.version > cursor; more; ) {
          const page = await api.get(`matches/${id}/events?after=${cursor}`);
          take(page.events);
          more = page.has_more;
        }
        if (events.length || match !== last) yield update(match);
        if (isOver()) return;
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
      }
      await sleep(Math.max(0, Math.min(api.poll, until - Date.now())));
    } while (Date.now() < until);
  }
}

/**
 * The messages of a stream until it ends or breaks.
 * @param {import('./api.js').Api} api @param {string} path @param {number | string} after
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<{kind: string, id: string | null, data: any}, void, void>}
 */
export async function* messages(api, path, after, signal) {
  const broken = new AbortController();
  const stop = () => broken.abort();
  let silence = setTimeout(stop, Math.min(SILENCE, api.timeout));
  signal?.addEventListener('abort', stop);
  try {
    const sent = { Accept: 'text/event-stream', 'Last-Event-ID': String(after) };
    const answer = await api.ask(path, sent, { signal: broken.signal });
    if (answer.status === 204) return;
    if (!answer.ok) return await told(answer);
    if (!answer.body) throw new Unreachable('this fetch has no streams');
    let text = '';
    const decoder = new TextDecoder();
    const reader = answer.body.getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(silence);
      silence = setTimeout(stop, SILENCE);
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (/** @type {string} */ name) =>
          new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
        const data = field('data');
        if (data)
          yield {
            kind: field('event') ?? 'message',
            id: field('id') ?? null,
            data: JSON.parse(data),
          };
      }
    }
  } catch (error) {
    throw error instanceof Problem ? error : new Unreachable(String(error));
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener('abort', stop);
    stop();
  }
}
