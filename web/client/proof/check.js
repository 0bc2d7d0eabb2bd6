/**
 * Whether an exported match is what it should be: docs/fairness.md, all but the rules themselves. Each
 * check ends with what it found, or throws `Unfair` with the place and the reason. So the best verdict
 * is “consistent, not judged”; only verify.py in a copy of the project can say “fair”.
 */
import { canonical, hash, hex, joined, keyed, raw, same, u64, utf8 } from './bytes.js';
import { below, drawn, shuffled } from './chance.js';
import { checkShown, isKnown } from './shown.js';
import { canVerify, checkReceipts, isPromise } from './signatures.js';
import { must, Unfair } from './unfair.js';

/** @typedef {import('./unfair.js').Kind} Kind */
/** @typedef {'commitment' | 'promise' | 'unpromised' | 'seeds' | 'draws' | 'events' | 'frame' | 'shown' | 'unshown' | 'seen' | 'receipts' | 'unsigned'} Check */
/** @typedef {{check: Check, state: 'good' | 'bad' | 'none', count: number, fault?: Unfair}} Finding */
/** @typedef {{commitment: string, version: number, head: string}} Seen what was shown of the match before */
/** @typedef {(...message: Uint8Array[]) => Promise<Uint8Array>} Mac */

const FILE = 'draws events fairness format match';
const MATCH = 'created_at finished_at game id options outcome ruleset seats started_at status';
const FAIRNESS = 'commitment seats server_seed signing_key';
const SEAT = 'contribution seat seed seed_commitment';
const DRAW = 'k label n op result';
const EVENT = 'cause full hash public seats slots';
const AROUND = ['actor', 'at', 'automatic', 'schema', 'seq', 'type'];
const ENVELOPE = 'actor at automatic data schema seq type';

/** Whether it has these fields, and none that no check looks at. @param {any} value @param {string} names */
function has(value, names) {
  return Object.keys(value).sort().join(' ') === names;
}

/** Whatever cannot even be looked at is wrong there. @template T @param {Kind} kind @param {number} number @param {() => Promise<T>} look @returns {Promise<T>} */
async function at(kind, number, look) {
  try {
    return await look();
  } catch (error) {
    throw error instanceof Unfair ? error : new Unfair('form', kind, number);
  }
}

/**
 * All checks in order; one that cannot be made because an earlier one failed is not among them.
 * @param {any} given the export
 * @param {{seen?: Seen, receipts?: any[], keys?: string[]}} [known] what this device knows beside it
 * @returns {Promise<Finding[]>}
 */
export async function checkExport(given, { seen, receipts = [], keys = [] } = {}) {
  /** @type {Finding[]} */
  const found = [];
  /** @type {<T>(check: Check, count: (value: T) => number, look: () => Promise<T>) => Promise<T | null>} */
  const note = async (check, count, look) => {
    try {
      const value = await at('file', 0, look);
      found.push({ check, state: 'good', count: count(value) });
      return value;
    } catch (error) {
      found.push({ check, state: 'bad', count: 0, fault: /** @type {Unfair} */ (error) });
      return null;
    }
  };
  const secret = await note(
    'commitment',
    () => 1,
    () => checkCommitment(given),
  );
  if (!secret) return found;
  const seeds = await note(
    'seeds',
    (all) => all.filter((seed) => seed.length).length,
    () => checkSeeds(given),
  );
  if (seeds)
    await note(
      'draws',
      (count) => count,
      async () => checkDraws(given.draws, await matchKey(given, secret, seeds)),
    );
  const heads = await note(
    'events',
    (all) => all.length - 1,
    () => checkEvents(given, secret),
  );
  await note(
    'frame',
    () => 1,
    () => checkFrame(given),
  );
  if (isKnown(given))
    await note(
      'shown',
      () => given.draws.length,
      () => checkShown(given),
    );
  else found.push({ check: 'unshown', state: 'none', count: 0 });
  const promises = receipts.filter(isPromise);
  if (heads && promises.length)
    await note(
      'promise',
      (count) => count,
      () => checkReceipts(given, heads, promises, keys),
    );
  else found.push({ check: 'unpromised', state: 'none', count: 0 });
  if (heads && seen)
    await note(
      'seen',
      () => seen.version,
      () => checkSeen(given, heads, seen, keys),
    );
  const others = receipts.filter((one) => !isPromise(one));
  if (heads && others.length)
    await note(
      'receipts',
      (count) => count,
      () => checkReceipts(given, heads, others, keys),
    );
  if (heads && receipts.length && !(await canVerify()))
    found.push({ check: 'unsigned', state: 'none', count: 0 });
  return found;
}

/** 1. The server's number is the one whose fingerprint was shown from the start. @param {any} given */
async function checkCommitment(given) {
  must(
    (has(given, FILE) || has(given, `${FILE} ratings`))
      && given.format === 'gobelet-match/1'
      && has(given.match, MATCH)
      && has(given.fairness, FAIRNESS),
    'form',
  );
  const secret = raw(given.fairness.server_seed, 32);
  must(secret && raw(given.fairness.signing_key, 32), 'form');
  const digest = await hash(
    utf8('gobelet/commit/1\0'),
    names(given.match),
    /** @type {Uint8Array} */ (secret),
  );
  must(hex(digest) === given.fairness.commitment, 'seed_unfit');
  return /** @type {Uint8Array} */ (secret);
}

/** Match and rules, as commitment and chain hold them. @param {any} match */
function names(match) {
  const [game, version] = match.ruleset.split('/');
  must(
    match.game === game && /^\d+$/.test(version) && !`${match.id}${game}`.includes('\0'),
    'names',
  );
  return utf8(`${match.id}\0${match.ruleset}\0`);
}

/** 2. Each seat's number is the one it had promised. @param {any} given @returns {Promise<Uint8Array[]>} */
function checkSeeds(given) {
  return Promise.all(
    given.fairness.seats.map((/** @type {any} */ seat, /** @type {number} */ number) =>
      at('seat', number, async () => {
        const seed = raw(seat.seed, seat.seed ? 32 : 0);
        must(
          seed
            && has(seat, SEAT)
            && seat.seat === number
            && seat.contribution
              === (seat.seed ? 'revealed' : seat.seed_commitment === null ? 'none' : 'withheld'),
          'form',
          'seat',
          number,
        );
        const bytes = /** @type {Uint8Array} */ (seed);
        if (bytes.length)
          must(
            hex(await hash(utf8('gobelet/client/1\0'), bytes)) === seat.seed_commitment,
            'seed_broken',
            'seat',
            number,
          );
        return bytes;
      }),
    ),
  );
}

/** What all draws come from. @param {any} given @param {Uint8Array} secret @param {Uint8Array[]} seeds @returns {Promise<Mac>} */
async function matchKey(given, secret, seeds) {
  const from = await keyed(secret);
  return keyed(
    await from(
      utf8(`gobelet/key/1\0${given.match.id}\0`),
      ...seeds.flatMap((seed) => [u64(seed.length), seed]),
    ),
  );
}

/** 3. Every deal, die and first seat follows from the key. @param {any[]} draws @param {Mac} key */
async function checkDraws(draws, key) {
  await Promise.all(
    draws.map((draw, k) =>
      at('draw', k, async () => {
        must(
          has(draw, DRAW)
            && draw.k === k
            && ['below', 'shuffle'].includes(draw.op)
            && Number.isSafeInteger(draw.n)
            && draw.n >= 0,
          'form',
          'draw',
          k,
        );
        if (draw.op === 'shuffle') must(draw.result.length === draw.n, 'draw_other', 'draw', k);
        const words = await drawn(key, k, draw.label);
        const due =
          draw.op === 'below' ? await below(words, draw.n) : await shuffled(words, draw.n);
        must(same(draw.result, due), 'draw_other', 'draw', k);
      }),
    ),
  );
  return draws.length;
}

/** 4. Nobody was shown what is not so, and nothing was edited: the head after 0, 1, 2 … events. @param {any} given @param {Uint8Array} secret */
async function checkEvents(given, secret) {
  const nonces = await keyed(await (await keyed(secret))(utf8('gobelet/nonce/1')));
  const seats = given.fairness.seats.length;
  must(given.events.length, 'end_missing');
  const leaves = await Promise.all(
    given.events.map((/** @type {any} */ event, /** @type {number} */ place) =>
      at('event', place + 1, () => leafOf(event, place + 1, seats, nonces)),
    ),
  );
  const heads = [
    await hash(
      utf8('gobelet/head/1\0'),
      names(given.match),
      /** @type {Uint8Array} */ (raw(given.fairness.commitment, 32)),
    ),
  ];
  for (const [place, leaf] of leaves.entries()) {
    const head = await hash(Uint8Array.of(1), /** @type {Uint8Array} */ (heads[place]), leaf);
    must(hex(head) === given.events[place].hash, 'hash', 'event', place + 1);
    heads.push(head);
  }
  return heads;
}

/** What the chain holds of an event. @param {any} event @param {number} seq @param {number} seats @param {Mac} nonces */
async function leafOf(event, seq, seats, nonces) {
  must(has(event, EVENT) && has(event.full, ENVELOPE), 'form', 'event', seq);
  must(event.full.seq === seq, 'order', 'event', seq);
  const shown = [...event.seats, event.full];
  must(shown.length === seats + 1 && event.slots.length === seats + 1, 'form', 'event', seq);
  for (const one of [event.public, ...event.seats])
    must(isCut(one, event.full), 'shown_untrue', 'event', seq);
  const slots = await Promise.all(
    shown.map(async (content, number) => {
      const nonce = await nonces(u64(seq), u64(number));
      const slot = await hash(utf8('gobelet/slot/1\0'), nonce, utf8(canonical(content)));
      must(hex(slot) === event.slots[number], 'slot', 'event', seq);
      return slot;
    }),
  );
  return hash(Uint8Array.of(0), u64(seq), utf8(canonical(event.public)), joined(...slots));
}

/** Whether it is that event with nothing but parts of its data left out. @param {any} shown @param {any} full */
function isCut(shown, full) {
  return (
    has(shown, ENVELOPE)
    && AROUND.every((name) => same(shown[name], full[name]))
    && isPart(shown.data, full.data)
  );
}

/** @param {any} part @param {any} whole @returns {boolean} */
function isPart(part, whole) {
  const objects = [part, whole].every(
    (one) => one && typeof one === 'object' && !Array.isArray(one),
  );
  if (!objects) return same(part, whole);
  return Object.entries(part).every(
    ([name, value]) => Object.hasOwn(whole, name) && isPart(value, whole[name]),
  );
}

/** 5. The head of the file says what the first and the last event say. @param {any} given */
async function checkFrame({ match, fairness, events }) {
  const first = events[0].full;
  const last = events.at(-1).full;
  const finished = last.type === 'match_finished';
  must(finished || last.type === 'match_cancelled', 'end_missing');
  const seats = fairness.seats;
  const agreed = [
    [first.type, 'match_started'],
    [match.started_at, first.at],
    [match.options, first.data.options],
    [match.seats, first.data.seats],
    [match.seats.length, seats.length],
    [match.status, finished ? 'finished' : 'cancelled'],
    [match.outcome, finished ? last.data : null],
    [seats.map((/** @type {any} */ seat) => seat.seed), first.data.seeds],
    [seats.map((/** @type {any} */ seat) => seat.seed_commitment), first.data.seed_commitments],
  ];
  must(
    agreed.every(([one, other]) => same(one, other)),
    'frame',
  );
}

/** 6. It is the match that was shown on this device, up to where it was shown. @param {any} given @param {Uint8Array[]} heads @param {Seen} seen @param {string[]} keys */
async function checkSeen(given, heads, seen, keys) {
  must(!keys.length || keys.includes(given.fairness.signing_key), 'receipt_key');
  must(given.fairness.commitment === seen.commitment, 'commitment_other');
  const head = heads[seen.version];
  must(head && hex(head) === seen.head, 'head_other');
}
