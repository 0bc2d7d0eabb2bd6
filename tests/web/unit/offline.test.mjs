import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  answerInTurn,
  json,
  later,
  problem,
  server,
  settled,
  stopTheClock,
  stored,
  storeElsewhere,
  until,
} from './browser.mjs';

stopTheClock();
const offline = await import('../../../web/client/offline.js');
const { deliverWaiting, deliverWhenOnline, movedOn, refused, send, sentLater, takeBack, waiting } =
  offline;
const { session } = await import('../../../web/client/session.js');
const { notices } = await import('../../../web/client/announcer.js');
const { receiptsOf } = await import('../../../web/client/receipts.js');
const { Problem } = await import('../../../web/client/api.js');

const MOVE = { type: 'announce', number: 4 };
const WISH = { match: 'm1', move: MOVE, asked: 7, label: 'Announce 4' };
const ANSWER = { match: { id: 'm1', version: 9 }, events: [], receipt: { seq: 9 } };
const TEXTS = {
  sent: 'Your move was sent: Announce 4',
  not_played: 'Your move was not played: “Announce 4”.',
};

beforeEach(() => {
  navigator.onLine = true;
  location.pathname = '/';
  session.set({ token: null, player: null });
  session.set({ token: 'secret', player: { id: 'anna' } });
  notices.set([]);
  sentLater.clear();
  for (const name of Object.keys(localStorage)) localStorage.removeItem(name);
});

/** A move that waits, because there was no network when it was played. */
async function keptMove(wish = WISH) {
  navigator.onLine = false;
  answerInTurn(null);
  assert.equal(await send(wish), null);
  navigator.onLine = true;
  return waiting.value[wish.match].key;
}

const texts = () => notices.value.map(({ text }) => text);

test('a move is kept until it is answered, with the question that it answers', async () => {
  answerInTurn(() => {
    assert.deepEqual(stored('outbox.m1').move, MOVE);
    return json(ANSWER);
  });
  assert.deepEqual(await send(WISH), ANSWER);
  const [{ path, body }] = server.requests;
  assert.equal(path, 'matches/m1/moves');
  assert.deepEqual(body, { move: MOVE, recap: true, expected_asked: 7 });
  assert.deepEqual(waiting.value, {});
  assert.equal(stored('outbox.m1'), null);
  assert.deepEqual(receiptsOf('m1'), [{ seq: 9 }]);
});

test('a move that answers no question says so', async () => {
  answerInTurn(json(ANSWER));
  await send({ ...WISH, asked: null });
  assert.deepEqual(server.requests[0].body, { move: MOVE, recap: true });
});

test('without a network it is kept, and sent once when there is one again', async () => {
  const key = await keptMove();
  assert.equal(waiting.value.m1.lasts, 'kept');
  assert.equal(stored('outbox.m1').key, key);
  const heard = [];
  sentLater.add((match, answer) => heard.push([match, answer]));
  answerInTurn(json(ANSWER));
  await Promise.all([deliverWaiting(), deliverWaiting()]);
  await deliverWaiting();
  assert.deepEqual(
    server.requests.map(({ headers }) => headers['Idempotency-Key']),
    [key],
  );
  assert.deepEqual(texts(), [TEXTS.sent]);
  assert.deepEqual(heard, [['m1', ANSWER]]);
  assert.deepEqual(waiting.value, {});
});

test('it outlives a reload', async () => {
  const key = await keptMove();
  const again = await import('../../../web/client/offline.js?reloaded');
  assert.equal(again.waiting.value.m1.key, key);
});

test('it outlives a server in trouble, a Wi-Fi page and half an answer', async () => {
  const wifi = new Response('<!doctype html><p>Pay for the Wi-Fi');
  const half = new Response(JSON.stringify(ANSWER).slice(0, 20));
  answerInTurn(problem('not_ready', 503), wifi, problem('not_ready', 503), half, json(ANSWER));
  const sent = send(WISH);
  await later(600);
  assert.equal(await sent, null);
  assert.equal(waiting.value.m1.lasts, 'kept');
  const tried = deliverWaiting();
  await later(600);
  await tried;
  assert.deepEqual(texts(), [], 'nothing is told before there is an answer');
  await deliverWaiting();
  const keys = server.requests.map(({ headers }) => headers['Idempotency-Key']);
  assert.equal(keys.length, 5);
  assert.equal(new Set(keys).size, 1, 'the server plays it once');
  assert.deepEqual(texts(), [TEXTS.sent]);
});

for (const [code, status] of [
  ['throttled', 429],
  ['request_in_progress', 409],
]) {
  test(`${code} may go better later`, async () => {
    answerInTurn(
      () => problem(code, status),
      () => problem(code, status),
    );
    const sent = send(WISH);
    await later(600);
    assert.equal(await sent, null);
    assert.equal(waiting.value.m1.lasts, 'kept');
  });
}

test('a slow answer is not called a missing network', async () => {
  let answer;
  answerInTurn(() => new Promise((done) => (answer = done)));
  const sent = send(WISH);
  await until(() => answer);
  assert.equal(waiting.value.m1.lasts, undefined);
  await later(1500);
  assert.equal(waiting.value.m1.lasts, 'slow');
  answer(json(ANSWER));
  assert.deepEqual(await sent, ANSWER);
});

test('a refusal is thrown and nothing is kept', async () => {
  answerInTurn(problem('illegal_move', 409));
  await assert.rejects(send(WISH), { code: 'illegal_move' });
  assert.deepEqual(waiting.value, {});
});

test('a stale move is told wherever one is, and the player is asked', async () => {
  await keptMove();
  const heard = [];
  sentLater.add((match, answer) => heard.push([match, answer]));
  answerInTurn(problem('question_closed', 409));
  await deliverWaiting();
  assert.deepEqual(waiting.value, {});
  assert.deepEqual(refused.value, { m1: { move: MOVE, label: 'Announce 4' } });
  assert.deepEqual(stored('refused.m1'), refused.value.m1);
  const [{ text, kind, path }] = notices.value;
  assert.deepEqual([text, kind, path], [TEXTS.not_played, 'bad', '/matches/m1']);
  assert.deepEqual(heard, [['m1', null]]);
});

test('a move that is refused for another reason says why', async () => {
  await keptMove();
  answerInTurn(problem('illegal_move', 409, 'That is not among the numbers.'));
  await deliverWaiting();
  assert.equal(refused.value.m1.why, 'That is not among the numbers.');
});

test('at its table there is no notice: the table tells it', async () => {
  await keptMove();
  location.pathname = '/matches/m1';
  answerInTurn(problem('question_closed', 409));
  await deliverWaiting();
  assert.deepEqual(texts(), []);
});

test('what was refused is told again on the next page, until it was seen', async () => {
  answerInTurn();
  refused.put('m1', { move: MOVE, label: 'Announce 4' });
  deliverWhenOnline();
  await settled();
  assert.deepEqual(texts(), [TEXTS.not_played]);
});

test('what waits is sent when the network comes back, and every few seconds', async () => {
  answerInTurn();
  await keptMove();
  answerInTurn(json(ANSWER));
  dispatchEvent(new Event('online'));
  await until(() => !waiting.value.m1);
  await keptMove();
  answerInTurn(json(ANSWER));
  await later(5000);
  await until(() => !waiting.value.m1);
  await keptMove();
  navigator.onLine = false;
  answerInTurn();
  await later(20_000);
  assert.equal(server.requests.length, 0);
});

test('a kept move is taken back', async () => {
  await keptMove();
  await takeBack('m1');
  assert.deepEqual(waiting.value, {});
  answerInTurn();
  await deliverWaiting();
  await takeBack('m1');
});

test('what has left already is not taken back: its answer decides', async () => {
  await keptMove();
  let answer;
  answerInTurn(() => new Promise((done) => (answer = done)));
  const delivered = deliverWaiting();
  await until(() => answer);
  const back = takeBack('m1');
  await settled();
  assert.ok(waiting.value.m1, 'it may arrive');
  answer(json(ANSWER));
  await Promise.all([delivered, back]);
  assert.deepEqual(texts(), [TEXTS.sent]);
});

test('moves of several matches and pages are sent, each once', async () => {
  await keptMove();
  storeElsewhere('outbox.m2', { ...WISH, match: 'm2', key: 'elsewhere' });
  assert.deepEqual(Object.keys(waiting.value), ['m1', 'm2']);
  answerInTurn(json(ANSWER), json({ ...ANSWER, match: { id: 'm2' } }));
  await deliverWaiting();
  assert.deepEqual(
    server.requests.map(({ path }) => path),
    ['matches/m1/moves', 'matches/m2/moves'],
  );
  assert.deepEqual(waiting.value, {});
});

test('what another page has sent meanwhile is not sent again', async () => {
  await keptMove();
  await keptMove({ ...WISH, match: 'm2' });
  answerInTurn(() => {
    storeElsewhere('outbox.m2', null);
    return json(ANSWER);
  });
  await deliverWaiting();
  assert.equal(server.requests.length, 1);
});

test('the answer to a move does not drop a later one', async () => {
  let answer;
  answerInTurn(
    () =>
      new Promise((done) => {
        answer = done;
      }),
  );
  const sent = send(WISH);
  await until(() => answer);
  storeElsewhere('outbox.m1', { ...WISH, key: 'later' });
  answer(json(ANSWER));
  await sent;
  assert.equal(waiting.value.m1.key, 'later');
});

test('signing out leaves no move on the device', async () => {
  await keptMove();
  refused.put('m2', { move: MOVE, label: 'Announce 4' });
  session.set({ token: null, player: null });
  assert.deepEqual([waiting.value, refused.value], [{}, {}]);
});

for (const code of ['question_closed', 'stale_version', 'not_your_turn', 'match_over']) {
  test(`${code} means that the table has moved on`, () => {
    assert.ok(movedOn(new Problem({ code })));
  });
}

test('nothing else means that the table has moved on', () => {
  assert.ok(!movedOn(new Problem({ code: 'illegal_move' })));
  assert.ok(!movedOn(new Error('question_closed')));
});
