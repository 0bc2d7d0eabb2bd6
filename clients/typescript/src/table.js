/** One match, as one player follows and plays it. */
import { sleep } from './api.js';
import { followMatch } from './follow.js';

/** @typedef {import('./api.js').Schemas} Schemas */
/** @typedef {import('./follow.js').Update} Update */

/** A move of this match waits for a network: it may have arrived, so that no other can be sent yet. */
export class Pending extends Error {}

export class Table {
  /** The match as it was last seen. @type {Schemas['Match'] | null} */
  match = null;
  /** The last event that `follow` has yielded: `after` of a later one. */
  cursor = 0;

  /** @param {import('./client.js').Gobelet} gobelet @param {string} id */
  constructor(gobelet, id) {
    this.gobelet = gobelet;
    this.id = id;
  }

  /** Read the match; costs little if it has not changed. @returns {Promise<Schemas['Match']>} */
  async read() {
    return this.see(await this.gobelet.api.get(`matches/${this.id}`));
  }

  /** The table and the legal moves as text: for games that an app cannot draw. @returns {Promise<Schemas['MatchText']>} */
  async text() {
    return this.gobelet.api.get(`matches/${this.id}/text`);
  }

  /**
   * Every event after a number exactly once, and every state, until the match is over.
   * @param {{after?: number, signal?: AbortSignal}} [from] @returns {AsyncGenerator<Update, void, void>}
   */
  async *follow({ after = 0, signal } = {}) {
    for await (const { events, match } of followMatch(this.gobelet.api, this.id, after, signal)) {
      this.see(match);
      await this.gobelet.reveal(match);
      yield { events, match: this.match ?? match };
      this.cursor = events.at(-1)?.seq ?? this.cursor;
    }
  }

  /**
   * The match each time that a question is open to you, until it is over. The next one comes when the
   * move that you played has been answered; a refusal of one that was sent later is in `refused()`.
   * @param {{after?: number, signal?: AbortSignal, hear?: (update: Update) => void}} [options] `hear` gets all that `follow` yields
   * @returns {AsyncGenerator<Schemas['Match'], void, void>}
   */
  async *turns({ hear, ...from } = {}) {
    for await (const update of this.follow(from)) {
      hear?.(update);
      for (let asked = this.question(); asked; ) {
        yield asked;
        await this.#settled();
        const next = this.question();
        asked = next === asked ? null : next;
      }
    }
  }

  /** The match, if it asks you something that you have not answered. */
  question() {
    const { match } = this;
    return match?.choices.length && match.sealed === null ? match : null;
  }

  /**
   * Play a move as decided on the match that was shown: its answer, or null if it waits for a network
   * (`flush`). If that question is closed it is refused (`Stale`), never played on another one.
   * @param {Schemas['Move']} move @param {Schemas['Match']} shown @returns {Promise<Schemas['MoveAnswer'] | null>}
   */
  async play(move, shown) {
    await this.gobelet.flush(this.id);
    if ((await this.gobelet.waiting(this.id)).length) throw new Pending();
    const { asked, version } = shown;
    const expected = asked === null ? { expected_version: version } : { expected_asked: asked };
    const body = { move, ...expected };
    return this.gobelet.send(`matches/${this.id}/moves`, body, { match: this.id });
  }

  /** Give the seat up. @returns {Promise<Schemas['Match'] | null>} */
  async resign() {
    return this.gobelet.send(`matches/${this.id}/resign`, {}, { match: this.id });
  }

  /** Check the finished match against all that the server signed; throws `Unfair`. */
  async check() {
    return this.gobelet.evidence.check(await this.read());
  }

  /** Take a state over unless it is older than the known one. @param {Schemas['Match']} match @returns {Schemas['Match']} */
  see(match) {
    const age = (/** @type {Schemas['Match']} */ one) =>
      `${String(one.version).padStart(9, '0')} ${one.server_time}`;
    if (!this.match || age(match) >= age(this.match)) this.match = match;
    return this.match;
  }

  /** Wait until no move of this match waits for a network. */
  async #settled() {
    const { api } = this.gobelet;
    for (let wait = api.pause; (await this.gobelet.waiting(this.id)).length; wait *= 2) {
      await this.gobelet.flush(this.id);
      if ((await this.gobelet.waiting(this.id)).length) await sleep(Math.min(wait, 30_000));
    }
  }
}

/** All legal moves of a match, one after the other. @param {Pick<Schemas['Match'], 'choices'>} match @returns {Generator<Schemas['Move'], void, void>} */
export function* legalMoves({ choices }) {
  for (const { type, ...fields } of choices) {
    let moves = [{ type }];
    for (const [name, values] of Object.entries(fields)) {
      moves = moves.flatMap((move) =>
        /** @type {unknown[]} */ (values).map((value) =>
          value === null ? move : { ...move, [name]: value },
        ),
      );
    }
    yield* /** @type {any[]} */ (moves);
  }
}
