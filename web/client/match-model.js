/** One match as this device knows it: read, followed, and played. */

import { notice, say, unsay } from './announcer.js';
import { api, Problem, Unreachable } from './api.js';
import { follow } from './event-stream.js';
import { useEffect, useRef, useState } from './html.js';
import { movedOn, refused, send, sentLater, takeBack } from './offline.js';
import { reveal } from './seed.js';
import { session } from './session.js';
import { keep, kept, keptNames } from './store.js';

/** @typedef {import('./types').Match} Match */
/** @typedef {import('./types').Event} Event */
/** @typedef {import('./types').Move} Move */
/** @typedef {import('./types').Sentence} Sentence */
/** @typedef {import('./types').Recap} Recap */
/** @typedef {{match: Match, events?: Event[], recap?: Recap}} Answer what was played came to */
/** @typedef {import('./offline.js').Wish} Wish */
/**
 * @typedef {object} Known
 * @property {Match | null} match
 * @property {Event[]} recent the latest events, up to the match's version; none are missing among them
 * @property {number} news how often something may have been said at the table
 * @property {number | null} heard the last message that the player has read, once it is known
 * @property {Sentence[]} journal the latest of what happened, in sentences
 * @property {number} read the seq up to which the player had read before they came
 * @property {import('./tables/stage.js').Before | null} before how this device knew the match before they came
 * @property {import('./event-stream.js').Reach} reach
 * @property {unknown} error
 * @property {Wish | null} overtaken a move that was not played because the table had moved on
 */

const JOURNAL = 60;
const MOST_SHOWN = 120;
const FIRST_EVENTS = 20;
const KEPT_MATCHES = 20;
const MARK_AFTER = 1500;
const LOOK_SELDOM = 15_000;

export class MatchModel {
  /** @param {string} id @param {(known: Known) => void} show */
  constructor(id, show) {
    this.id = id;
    this.show = show;
    /** @type {Known} */
    this.known = {
      match: null,
      recent: [],
      news: 0,
      heard: null,
      journal: [],
      read: 0,
      before: null,
      reach: 'live',
      error: undefined,
      overtaken: null,
    };
    this.looking = false;
    this.lookAgain = false;
    this.stopped = false;
    this.slow = false;
    /** How many requests of this player have been answered: what was read before may be older. */
    this.answered = 0;
    /** Whether the stream is there, which brings what happened in sentences. */
    this.streams = false;
    /** What the stream has brought since its last state. @type {Event[]} */
    this.fed = [];
    /** The version up to which the journal tells. */
    this.told = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.marking = undefined;
    /** @type {() => void} */
    this.unfollow = () => {};
  }

  /** Begin to read and to follow. */
  start() {
    this.unfollow = follow(`matches/${this.id}/stream?recap=1`, {
      news: (news) => this.hear(news),
      reach: (reach) => {
        this.streams = reach === 'live';
        this.tell({ reach });
      },
    });
    this.look();
    sentLater.add(this.onSentLater);
  }

  stop() {
    this.stopped = true;
    this.unfollow();
    sentLater.delete(this.onSentLater);
  }

  /** @type {(match: string, answer: Answer | null) => void} */
  onSentLater = (match, answer) => {
    if (match !== this.id) return;
    if (answer) this.receiveOwn(answer);
    else this.look();
  };

  /** @param {Partial<Known>} news */
  tell(news) {
    if (this.stopped) return;
    this.known = { ...this.known, ...news };
    this.show(this.known);
  }

  /** Read the match; if asked while reading, once more afterwards. */
  async look() {
    if (this.looking) {
      this.lookAgain = true;
      return;
    }
    this.looking = true;
    try {
      do {
        const { answered } = this;
        this.lookAgain = false;
        const match = await api.get(`matches/${this.id}`);
        if (this.answered === answered) await this.take(match);
        else this.lookAgain = true;
      } while (this.lookAgain && !this.stopped);
    } catch (error) {
      this.missed(error);
    } finally {
      this.looking = false;
    }
  }

  /** @param {unknown} error */
  missed(error) {
    const last = this.known.match ?? kept(`match.${this.id}`, null);
    if (error instanceof Problem && error.status === 404) this.decided(); // there is no table to see it at
    if (error instanceof Unreachable && last)
      this.tell({ match: last, reach: navigator.onLine ? 'polling' : 'offline' });
    else if (error instanceof Unreachable || error instanceof Problem) this.tell({ error });
    else throw error;
  }

  /** The match is now like this. @param {Match} match @param {Event[]} [events] what led there, if known */
  async take(match, events) {
    const before = this.known.match;
    if (before && match.version < before.version) return;
    if (match.status === 'finished' || match.status === 'cancelled') this.slowDown();
    if (!before) await this.open(match);
    else if (match.version === before.version)
      this.tell({ match, error: undefined, reach: 'live' });
    else await this.advance(before.version, match, events);
    keepMatch(match);
    this.markRead(match);
    if (match.starting)
      reveal(match).then(
        (begun) => begun && this.receive({ match: begun }),
        () => {},
      );
    if (!this.streams && this.told < match.version) await this.recall(match.version);
  }

  /** The answer to something sent, or a state; what cannot be read beside it is read with the next news. @param {Answer} answer */
  async receive({ match, events, recap }) {
    try {
      if (recap) await this.continue(recap);
      await this.take(match, events);
    } catch (error) {
      this.missed(error);
    }
  }

  /** The answer to a request of this player. @param {Answer} answer */
  receiveOwn(answer) {
    this.answered += 1;
    return this.receive(answer);
  }

  /** The stream of a match ends with it; people may still talk, so look now and then. */
  slowDown() {
    if (this.slow) return;
    this.slow = true;
    this.streams = false;
    this.unfollow();
    const timer = setInterval(() => this.hear({ more: true }), LOOK_SELDOM);
    this.unfollow = () => clearInterval(timer);
  }

  /** There is something new, or may be. @param {import('./event-stream.js').News} news */
  async hear({ more, state, events, recaps = [] }) {
    if (more) this.tell({ news: this.known.news + 1 });
    if (!events) {
      await this.look();
      return;
    }
    this.fed.push(...events);
    for (const recap of recaps) await this.continue(recap);
    if (!state) return; // it is still to come
    const fed = this.fed.splice(0);
    await this.receive({ match: state, events: fed });
  }

  /** The first look: what was missed is marked, with what it takes to show it. @param {Match} match */
  async open(match) {
    const last = lastKnown(match);
    const first = Math.min(last?.version ?? match.version, match.version - FIRST_EVENTS);
    const [journal, missed, fed] = match.version
      ? await Promise.all([
          this.readRecap(match.version),
          session.value.token ? api.get(`matches/${this.id}/recap`) : null,
          api.get(`matches/${this.id}/events?after=${Math.max(0, first)}`),
        ])
      : [{ sentences: [], version: 0, after: 0 }, null, { events: [] }];
    if (this.known.match && this.known.match.version > match.version) return;
    this.note(journal);
    this.tell({
      match,
      recent: fed.events,
      read: missed?.after ?? match.version,
      before: last && { ...last, read: missed?.after ?? match.version },
      error: undefined,
      reach: 'live',
    });
  }

  /** @param {number} seen @param {Match} match @param {Event[]} [events] */
  async advance(seen, match, events) {
    const few = match.version - seen <= MOST_SHOWN;
    const whole = events?.length === match.version - seen && events[0]?.seq === seen + 1;
    const fed = whole
      ? events
      : few
        ? (await api.get(`matches/${this.id}/events?after=${seen}`)).events
        : [];
    // Another answer may have come meanwhile: what it has shown is not shown again.
    const shown = this.known.match?.version ?? seen;
    if (shown >= match.version) return;
    const fresh = fed.filter(
      (/** @type {Event} */ event) => event.seq > shown && event.seq <= match.version,
    );
    // Where memory fades, values of earlier events may have faded now: only new events are kept.
    const past = match.fades ? [] : this.known.recent;
    this.tell({
      match,
      recent: few ? [...past, ...fresh].slice(-MOST_SHOWN) : [],
      error: undefined,
      reach: 'live',
    });
  }

  /** What happened last, as it may be told now. @param {number} version @returns {Promise<Recap>} */
  readRecap(version) {
    return api.get(`matches/${this.id}/recap?after=${Math.max(0, version - JOURNAL)}`);
  }

  /** Read the journal; if no answer comes, it is read with the next news. @param {number} version */
  async recall(version) {
    const told = await this.readRecap(version).catch(() => null);
    if (told) this.note(told);
  }

  /** A turn in sentences; those between it and the journal are read. @param {Recap} told */
  async continue(told) {
    const isWhole = told.after <= this.told || told.sentences.length >= JOURNAL;
    if (isWhole) this.note(told);
    else await this.recall(told.version);
  }

  /**
   * From `after` on the journal is what is told now, whatever was told before and has faded; what is
   * new is told to who listens, except to who has just come.
   * @param {Pick<Recap, 'after' | 'version' | 'sentences'>} told
   */
  note({ after, version, sentences }) {
    if (version < this.told) return;
    this.told = version;
    const before = this.known.journal;
    const kept = before.filter((line) => line.seq <= after);
    const journal = [...kept, ...sentences].slice(-JOURNAL);
    const texts = journal.map((line) => line.text);
    unsay(before.map((line) => line.text).filter((text) => !texts.includes(text)));
    this.tell({ journal });
    if (!this.known.match) return;
    const last = before.at(-1)?.seq ?? 0;
    for (const line of journal) if (line.seq > last) say(line.text);
  }

  /** The server learns how far one has read, a while after the last change. @param {Match} match */
  markRead(match) {
    if (match.you === null || !match.version || document.hidden) return;
    clearTimeout(this.marking);
    this.marking = setTimeout(() => {
      api.post(`matches/${this.id}/seen`, { version: match.version }, { tries: 1 }).then(
        (marks) => this.tell({ heard: marks.message }),
        () => {},
      );
    }, MARK_AFTER);
  }

  /** Play a move that was decided on the table as it is shown. @param {Move} move @param {string} label */
  async play(move, label) {
    const { match } = this.known;
    if (!match) return;
    this.decided();
    try {
      const answer = await send({ match: this.id, move, asked: match.asked, label });
      if (answer) await this.receiveOwn(answer);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (movedOn(error)) this.tell({ overtaken: { move, label } });
      else notice(error.message, 'bad');
      await this.look();
    }
  }

  /** Take back a move that waits for a network. */
  takeBack() {
    takeBack(this.id);
  }

  /** The player has seen that a move was not played. */
  decided() {
    refused.put(this.id, null);
    this.tell({ overtaken: null });
  }

  /**
   * Something else than a move is asked of the match, which answers with itself.
   * @param {string} what
   * @param {unknown} body
   */
  async ask(what, body = {}) {
    const answer = await api.post(`matches/${this.id}/${what}`, body);
    if (answer.seats) await this.receiveOwn({ match: answer });
    return answer;
  }
}

/** How this device last knew a match, if it has moved on since, not too far to be shown. @param {Match} match */
function lastKnown(match) {
  const last = kept(`match.${match.id}`, /** @type {Match | null} */ (null));
  if (!last?.view || last.you !== match.you) return null;
  const missed = match.version - last.version;
  return missed > 0 && missed <= MOST_SHOWN ? { version: last.version, view: last.view } : null;
}

/** Keep the last answer, which is all that is needed to show a match without a network; the newest
 * few only, and always in place of what was kept before. @param {Match} match */
function keepMatch(match) {
  const others = keptNames('match.').filter((name) => name !== `match.${match.id}`);
  const order = kept('recent', /** @type {string[]} */ ([])).filter((id) => id !== match.id);
  keep('recent', [match.id, ...order].slice(0, KEPT_MATCHES));
  for (const name of others)
    if (!order.slice(0, KEPT_MATCHES - 1).includes(name.slice('match.'.length))) keep(name, null);
  keep(`match.${match.id}`, match);
}

/**
 * Whether a move is among the choices.
 * @param {Match['choices']} choices
 * @param {Move} move
 */
export function isOffered(choices, move) {
  const wanted = /** @type {Record<string, unknown>} */ (move);
  return choices.some((entry) =>
    Object.entries(entry).every(([name, values]) =>
      name === 'type'
        ? values === wanted.type
        : /** @type {unknown[]} */ (values).some(
            (value) => JSON.stringify(value) === JSON.stringify(wanted[name] ?? null),
          ),
    ),
  );
}

/**
 * A match, followed as long as the component is shown.
 * @param {string} id
 * @returns {{known: Known, model: MatchModel}}
 */
export function useMatch(id) {
  const [known, setKnown] = useState(/** @type {Known | null} */ (null));
  const held = useRef(/** @type {MatchModel | null} */ (null));
  if (held.current?.id !== id) held.current = new MatchModel(id, setKnown);
  const model = held.current;
  useEffect(() => {
    model.start();
    return () => model.stop();
  }, [model]);
  return { known: known ?? model.known, model };
}
