/** What the TypeScript SDK keeps, repeats, reports and checks on one device, against a real server. */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  FileStore,
  Gobelet,
  legalMoves,
  MemoryStore,
  Pending,
  Problem,
  Stale,
  Unfair,
  WebStore,
} from '../../../clients/typescript/src/node.js';

const { SERVER = '', SUBSCRIPTION = '' } = process.env;

/** A network that can be away, wholly or for streams alone, and counts what it carries. */
class Network {
  away = false;
  streamsAway = false;
  statuses = {};

  fetch = async (url, how) => {
    if (this.away || (this.streamsAway && url.endsWith('/stream'))) throw new TypeError('away');
    const answer = await fetch(url, how);
    this.statuses[answer.status] = (this.statuses[answer.status] ?? 0) + 1;
    return answer;
  };
}

/** An app that has just been started, and signed in. */
async function started(store, network = new Network()) {
  const gobelet = new Gobelet(SERVER, { store, pause: 5, poll: 100, fetch: network.fetch });
  await gobelet.signIn({ name: 'Ada' });
  return gobelet;
}

/** A match against a bot, and its first question. */
async function asked(gobelet) {
  const wanted = { game: 'ciaociao', seats: 2, bots: 1, visibility: 'unlisted' };
  const table = await gobelet.open(wanted);
  for await (const match of table.turns()) return { table, match };
}

/** The moves of a seat in the log of a match. */
async function played(gobelet, { id }, seat) {
  const { events } = await gobelet.api.get(`matches/${id}/export`);
  const causes = events.map(({ cause }) => cause).filter((cause) => cause?.by === 'player');
  return causes.filter((cause) => cause.seat === seat).map(({ move }) => move);
}

test('a move made offline is sent once after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gobelet-'));
  const network = new Network();
  const gobelet = await started(new FileStore(folder), network);
  const { table, match } = await asked(gobelet);
  const [move] = legalMoves(match);
  network.away = true;
  assert.equal(await table.play(move, match), null);
  await assert.rejects(table.play(move, match), Pending);
  const again = await started(new FileStore(folder), network);
  assert.deepEqual(again.player, gobelet.player);
  assert.deepEqual(await again.flush(), []);
  network.away = false;
  const [sent] = await again.flush();
  assert.deepEqual((await again.evidence.kept(table.id)).at(-1), sent.answer.receipt);
  assert.deepEqual(await again.flush(), []);
  await again.table(table.id).resign();
  assert.deepEqual((await played(again, table, match.you))[0], move);
});

test('a stale move is reported and never played on another question', async () => {
  const network = new Network();
  const store = new MemoryStore();
  const gobelet = await started(store, network);
  const { table, match } = await asked(gobelet);
  const moves = [...legalMoves(match)];
  network.away = true;
  assert.equal(await table.play(moves.at(-1), match), null);
  const elsewhere = new MemoryStore();
  await elsewhere.set('session', await store.get('session'));
  const other = (await started(elsewhere)).table(table.id);
  assert.ok(await other.play(moves[0], match));
  for await (const later of other.turns()) {
    assert.notEqual(later.asked, match.asked); // the same seat is asked something else
    break;
  }
  network.away = false;
  const [sent] = await gobelet.flush();
  assert.ok(sent.problem instanceof Stale);
  const [refused] = await gobelet.refused();
  assert.deepEqual(refused.body.move, moves.at(-1));
  assert.equal(refused.problem.code, sent.problem.code);
  await gobelet.dismiss(refused.key);
  assert.deepEqual(await gobelet.refused(), []);
  await assert.rejects(table.play(moves.at(-1), match), Stale);
  await other.resign();
  assert.deepEqual(await played(gobelet, table, match.you), [moves[0]]);
});

test('a queue waits for its own player', async () => {
  const network = new Network();
  const store = new MemoryStore();
  const gobelet = await started(store, network);
  const { table, match } = await asked(gobelet);
  const before = gobelet.player.id;
  network.away = true;
  await table.play([...legalMoves(match)][0], match);
  network.away = false;
  const { token } = await store.get('session');
  await gobelet.signOut();
  assert.notEqual((await gobelet.signIn()).id, before);
  assert.deepEqual(await gobelet.flush(), []);
  gobelet.api.token = token;
  await assert.rejects(gobelet.api.get('me'), Problem);
});

test('without streams a match is followed by looking again', async () => {
  const network = new Network();
  network.streamsAway = true;
  const gobelet = await started(new MemoryStore(), network);
  const table = await gobelet.open({ game: 'ciaociao', seats: 2, bots: 1 });
  const seen = [];
  const hear = ({ events }) => seen.push(...events.map(({ seq }) => seq));
  let turns = 0;
  for await (const match of table.turns({ hear })) {
    turns += 1;
    if (turns > 3) await table.resign();
    else await table.play([...legalMoves(match)][0], match);
  }
  const over = await table.read();
  const { status, version } = over;
  assert.equal(status, 'finished');
  assert.deepEqual(
    seen,
    Array.from({ length: version }, (_, at) => at + 1),
  );
  const before = network.statuses[304] ?? 0;
  assert.equal(await table.read(), over);
  assert.equal(network.statuses[304], before + 1, 'what has not changed is not sent again');
});

test('the match that answered a move is not sent again', async () => {
  const network = new Network();
  const host = await started(new MemoryStore(), network);
  const guest = await started(new MemoryStore(), network);
  const opened = await host.open({ game: 'ciaociao', seats: 2, visibility: 'unlisted' });
  const tables = [opened, await guest.join(opened.id)];
  const shown = await Promise.all(tables.map((table) => table.read()));
  const at = shown.findIndex(({ choices }) => choices.length);
  const answer = await tables[at].play([...legalMoves(shown[at])][0], shown[at]);
  const before = network.statuses[304] ?? 0;
  assert.equal(await tables[at].read(), answer.match);
  assert.equal(network.statuses[304], before + 1);
});

test('a promise that was not so signed or not kept is found', async () => {
  const gobelet = await started(new MemoryStore());
  const { table, match } = await asked(gobelet);
  const [promise, seed] = await gobelet.evidence.kept(table.id);
  assert.equal(seed.seed, await gobelet.store.get(`seed.${table.id}`));
  const signature = [...promise.signature].reverse().join('');
  await assert.rejects(gobelet.evidence.keep(match, { ...promise, signature }), Unfair);
  await gobelet.store.set(`kept.${table.id}`, [promise, seed]);
  await table.resign();
  assert.ok((await table.check()).some(({ check }) => check === 'promise'));
  const changed = { ...promise, commitment: '0'.repeat(64) };
  await gobelet.store.set(`kept.${table.id}`, [changed]);
  await assert.rejects(table.check(), Unfair);
});

test('a device is registered for notices once', async () => {
  const gobelet = await started(new MemoryStore());
  const device = { ...JSON.parse(SUBSCRIPTION), kind: 'unifiedpush', receipts: true };
  const { id } = await gobelet.registerPush(device);
  assert.equal((await gobelet.registerPush(device)).id, id);
  assert.equal((await gobelet.api.get('me/push')).results[0].kind, 'unifiedpush');
  await gobelet.removePush(id);
  assert.deepEqual((await gobelet.api.get('me/push')).results, []);
});

test('a storage of the browser keeps values by name', async () => {
  const values = new Map();
  const storage = {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => values.set(name, value),
    removeItem: (name) => values.delete(name),
    key: (at) => [...values.keys()][at] ?? null,
    get length() {
      return values.size;
    },
  };
  const store = new WebStore(storage);
  for (const name of ['outbox.2', 'outbox.1', 'session']) await store.set(name, { name });
  assert.deepEqual(await store.names('outbox.'), ['outbox.1', 'outbox.2']);
  await store.set('outbox.1', null);
  assert.deepEqual(await store.get('outbox.1'), null);
  assert.deepEqual(await store.get('session'), { name: 'session' });
});
