/** A player of one server: signing in, taking seats, the queue, notices. */
import { Api, Problem, Unreachable } from './api.js';
import { Evidence, newSeed } from './fairness.js';
import { Outbox } from './outbox.js';
import { getPasskey, makePasskey } from './passkeys.js';
import { MemoryStore } from './stores.js';
import { Table } from './table.js';

/** @typedef {import('./api.js').Schemas} Schemas */
/** @typedef {Omit<Schemas['NewMatch'], 'visibility'> & {visibility?: Schemas['Visibility']}} NewTable */
/** @typedef {{seed?: boolean}} Seeding whether to add a number of one's own; by default if that completes the table */

export class Gobelet {
  /** The account that is signed in. @type {Schemas['Account'] | null} */
  player = null;
  /** @type {Map<string, Table>} */
  #tables = new Map();

  /** @param {string} server @param {import('./api.js').Settings & {store?: import('./stores.js').Store}} [settings] */
  constructor(server, settings = {}) {
    this.api = new Api(server, settings);
    this.store = settings.store ?? new MemoryStore();
    this.evidence = new Evidence(this.api, this.store);
    this.outbox = new Outbox(this.api, this.store, this.#accepted.bind(this));
  }

  /** Sign in with the saved token, or as a new guest. @param {Schemas['NewGuest']} [guest] */
  async signIn(guest = {}) {
    const saved = await this.store.get('session');
    if (saved) this.#use(saved);
    else await this.#save(await this.api.post('auth/guest', guest));
    return /** @type {Schemas['Account']} */ (this.player);
  }

  /** Have a code mailed; the nonce belongs to `confirmCode`. @param {string} email @returns {Promise<Schemas['CodeSent']>} */
  async askCode(email) {
    return this.api.post('auth/email', { email });
  }

  /** Sign in by a mailed code; a guest keeps its matches. @param {Schemas['CodeProof']} proof */
  async confirmCode(proof) {
    await this.#save(await this.api.post('auth/email/confirm', proof));
    return /** @type {Schemas['Account']} */ (this.player);
  }

  /** Sign in with a passkey, by default of this browser; a guest keeps its matches. */
  async signInWithPasskey(ask = getPasskey) {
    const { nonce, options } = await this.api.post('auth/passkey/options', {});
    const credential = await ask(options);
    await this.#save(await this.api.post('auth/passkey', { nonce, credential }));
    return /** @type {Schemas['Account']} */ (this.player);
  }

  /** Register a passkey, by default of this browser. @param {string} [name] @returns {Promise<Schemas['Passkey']>} */
  async addPasskey(name, make = makePasskey) {
    const { nonce, options } = await this.api.post('me/passkeys/options', {});
    return this.api.post('me/passkeys', { nonce, credential: await make(options), name });
  }

  /** Forget the token here and at the server, if that can be reached. */
  async signOut() {
    try {
      const { results } = await this.api.get('me/devices');
      const own = results.find((/** @type {Schemas['Device']} */ device) => device.current);
      if (own) await this.api.delete(`me/devices/${own.id}`);
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Problem)) throw error;
    }
    await this.store.set('session', null);
    this.#use(null);
  }

  /** Open a match; private unless said otherwise. @param {NewTable & Seeding} table */
  async open({ seed, ...table }) {
    const bots = Array.isArray(table.bots) ? table.bots.length : (table.bots ?? 0);
    const body = { visibility: 'private', ...table };
    return this.#seat('matches', body, seed ?? bots === table.seats - 1);
  }

  /** Take a seat. @param {string} id @param {{invite?: string} & Seeding} [how] */
  async join(id, { seed, invite } = {}) {
    const free = seed === undefined && !invite ? await this.#freeSeats(id) : 0;
    return this.#seat(`matches/${id}/join`, invite ? { invite } : {}, seed ?? free === 1);
  }

  /** A match by its id. @param {string} id */
  table(id) {
    const table = this.#tables.get(id) ?? new Table(this, id);
    this.#tables.set(id, table);
    return table;
  }

  /** The matches that wait for this player. @returns {Promise<Schemas['TurnList']>} */
  async turns() {
    return this.api.get('me/turns');
  }

  /** Keep a request and its key, then send it: its answer, or null if it waits. @param {string} path @param {unknown} body @param {{match?: string, seed?: string}} [more] @returns {Promise<any>} */
  async send(path, body, more = {}) {
    return this.outbox.send({ path, body, player: this.#id(), ...more });
  }

  /** Send what waits, as on start and whenever there is a network again. @param {string} [match] */
  async flush(match) {
    return this.outbox.flush(this.#id(), match);
  }

  /** What waits for an answer. @param {string} [match] */
  async waiting(match) {
    return this.outbox.waiting(this.#id(), match);
  }

  /** What was refused when it was sent later, until `dismiss`. */
  async refused() {
    return this.outbox.refused();
  }

  /** @param {string} key */
  async dismiss(key) {
    await this.outbox.dismiss(key);
  }

  /** Register this device for notices, at every start: the same again changes nothing. @param {Schemas['NewPush']} device @returns {Promise<Schemas['EndpointShown']>} */
  async registerPush(device) {
    return this.api.post('me/push', device);
  }

  /** Report a notice that was shown or opened. @param {string} endpoint @param {Schemas['NewReceipt']} receipt @returns {Promise<Schemas['DeliveryReceipt']>} */
  async reportPush(endpoint, receipt) {
    return this.api.post(`me/push/${endpoint}/receipts`, receipt);
  }

  /** @param {string} endpoint */
  async removePush(endpoint) {
    await this.api.delete(`me/push/${endpoint}`);
  }

  /** Reveal this device's number if the deal waits for it. @param {Schemas['Match']} match */
  async reveal(match) {
    if (match.you === null || !match.starting?.waiting_for.includes(match.you)) return;
    const seed = await this.store.get(`seed.${match.id}`);
    const path = `matches/${match.id}/seed`;
    const waits = (await this.waiting()).some((entry) => entry.path === path);
    if (waits) await this.flush();
    else if (seed) await this.send(path, { seed });
  }

  /** @param {string} path @param {any} body @param {boolean} seeded */
  async #seat(path, body, seeded) {
    const own = seeded ? await newSeed() : null;
    const whole = own ? { ...body, seed_commitment: own.commitment } : body;
    const match = await this.send(path, whole, own ? { seed: own.seed } : {});
    if (!match) throw new Unreachable('it is sent later: `flush`');
    await this.reveal(match);
    return this.table(match.id);
  }

  /** @param {string} id */
  async #freeSeats(id) {
    const { seats } = await this.api.get(`matches/${id}`);
    return seats.filter((/** @type {Schemas['SeatShown']} */ seat) => !seat.player).length;
  }

  /** What an answer proves and shows is kept before its request is forgotten. @param {import('./outbox.js').Entry} entry @param {any} answer */
  async #accepted(entry, answer) {
    const match = answer.match ?? answer;
    if (entry.seed) await this.store.set(`seed.${match.id}`, entry.seed);
    const signed = answer.receipt ?? answer.promise;
    if (signed) await this.evidence.keep(match, signed);
    if (match.choices) this.table(match.id).see(match);
  }

  /** @param {Schemas['SignedIn']} session */
  async #save(session) {
    await this.store.set('session', session);
    this.#use(session);
  }

  /** @param {Schemas['SignedIn'] | null} session */
  #use(session) {
    this.api.token = session?.token ?? null;
    this.player = session?.player ?? null;
    this.#tables.clear();
  }

  #id() {
    if (!this.player) throw new Error('sign in first');
    return this.player.id;
  }
}
