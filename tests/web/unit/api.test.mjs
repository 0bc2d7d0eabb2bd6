import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { answerInTurn, json, later, problem, server, stopTheClock } from './browser.mjs';

const { language, session } = await import('../../../web/client/session.js');
const { Problem, Unreachable, api, newKey, secondsUntil } = await import(
  '../../../web/client/api.js'
);

stopTheClock();
const NOBODY = { token: null, player: null };
const ANNA = { token: 'secret', player: { id: 'anna' } };

beforeEach(() => {
  session.set(NOBODY);
  language.set('en');
  navigator.onLine = true;
});

/** The keys that were sent. */
function keys() {
  return server.requests.map((request) => request.headers['Idempotency-Key']);
}

test('requests say who asks and in which language, and carry nothing else', async () => {
  session.set(ANNA);
  language.set('fr');
  answerInTurn(json({ name: 'Anna' }));
  assert.deepEqual(await api.get('me'), { name: 'Anna' });
  const [{ method, path, headers }] = server.requests;
  assert.deepEqual([method, path], ['GET', 'me']);
  assert.deepEqual(headers, { 'Accept-Language': 'fr', Authorization: 'Token secret' });
});

test('what has not changed is not sent again', async () => {
  answerInTurn(json({ a: 1 }, { headers: { ETag: '"1"' } }), new Response(null, { status: 304 }));
  const first = await api.get('games');
  assert.equal(await api.get('games'), first);
  assert.equal(server.requests[1].headers['If-None-Match'], '"1"');
});

test('the match that answered a move is not sent again', async () => {
  const match = { id: 'x', version: 2 };
  const played = json({ match, events: [] }, { headers: { ETag: '"2"' } });
  answerInTurn(played, new Response(null, { status: 304 }));
  const answer = await api.post('matches/x/moves', {});
  assert.equal(await api.get('matches/x'), answer.match);
  assert.equal(server.requests[1].headers['If-None-Match'], '"2"');
});

test('what was read is of one player and one language', async () => {
  const headers = { ETag: '"1"' };
  answerInTurn(json(1, { headers }), json(2, { headers }), json(3, { headers }));
  await api.get('shared');
  language.set('fr');
  await api.get('shared');
  session.set(ANNA);
  await api.get('shared');
  assert.ok(server.requests.every((request) => !request.headers['If-None-Match']));
});

test('only the latest addresses are remembered', async () => {
  const answers = Array.from({ length: 62 }, () => json({}, { headers: { ETag: '"1"' } }));
  answerInTurn(...answers);
  for (let at = 0; at < 61; at += 1) await api.get(`page/${at}`);
  await api.get('page/0');
  assert.equal(server.requests.at(-1).headers['If-None-Match'], undefined);
});

test('a refusal has a code for programs and a sentence for people', async () => {
  answerInTurn(problem('not_found', 404, 'There is no such match.'));
  await assert.rejects(api.get('matches/x'), (error) => {
    assert.ok(error instanceof Problem);
    assert.deepEqual(
      [error.code, error.status, error.message],
      ['not_found', 404, 'There is no such match.'],
    );
    return true;
  });
});

const NO_ANSWER = {
  'no network': () => null,
  'a page where one pays for the Wi-Fi': () => new Response('<!doctype html>'),
  'half an answer': () => new Response('{"match": {"id": "8f'),
  "a proxy's error": () => new Response('{"error": "bad gateway"}', { status: 404 }),
  'a server in trouble': () => problem('not_ready', 503, 'Back soon.'),
};
for (const [what, answer] of Object.entries(NO_ANSWER)) {
  test(`${what} is no answer`, async () => {
    answerInTurn(answer);
    await assert.rejects(api.get('games'), (error) => {
      assert.ok(error instanceof Unreachable);
      assert.equal(error.message, what === 'a server in trouble' ? 'Back soon.' : '');
      return true;
    });
  });
}

test('a worthless token is forgotten', async () => {
  session.set(ANNA);
  answerInTurn(problem('invalid_token', 401));
  await assert.rejects(api.get('me'), Problem);
  assert.deepEqual(session.value, NOBODY);
});

test('what was refused to who has gone meanwhile says nothing of who plays now', async () => {
  session.set(ANNA);
  answerInTurn(() => {
    session.set({ token: 'new', player: { id: 'zoe' } });
    return problem('invalid_token', 401);
  });
  await assert.rejects(api.get('me'), Unreachable);
  assert.equal(session.value.token, 'new');
});

test('what is sent again has the same key, after a longer pause each time', async () => {
  answerInTurn(null, new Response('<p>'), json({ id: 'm1' }));
  const answer = api.post('matches', { game: 'bonbons' });
  await later(599);
  assert.equal(server.requests.length, 1);
  await later(1);
  assert.equal(server.requests.length, 2);
  await later(1199);
  assert.equal(server.requests.length, 2);
  await later(1);
  assert.deepEqual(await answer, { id: 'm1' });
  assert.match(keys()[0], /^[0-9a-f]{32}$/);
  assert.deepEqual(keys(), [keys()[0], keys()[0], keys()[0]]);
  assert.deepEqual(server.requests[2].body, { game: 'bonbons' });
  assert.equal(server.requests[2].method, 'POST');
});

test('it is tried three times, or as often as one says', async () => {
  for (const [how, times] of [
    [{}, 3],
    [{ tries: 1 }, 1],
  ]) {
    answerInTurn(null, null, null, null);
    const asked = assert.rejects(api.post('seen', {}, how), Unreachable);
    await later(600);
    await later(1200);
    await asked;
    assert.equal(server.requests.length, times);
  }
});

test('without a network nothing is tried again', async () => {
  navigator.onLine = false;
  answerInTurn(null);
  await assert.rejects(api.post('matches', {}), Unreachable);
});

test('a request that is still under way is asked for again, a refusal is not', async () => {
  answerInTurn(problem('request_in_progress', 409), problem('not_your_turn', 409));
  const asked = assert.rejects(api.post('moves', {}, { key: 'k' }), { code: 'not_your_turn' });
  await later(600);
  await asked;
  assert.deepEqual(keys(), ['k', 'k']);
});

test('what is sent does not wait for ever', async () => {
  answerInTurn((request) => {
    assert.ok(request.signal instanceof AbortSignal);
    return json({});
  });
  await api.post('matches', {});
});

test('changes, removals and files', async () => {
  answerInTurn(json({ name: 'Z' }), new Response(null, { status: 204 }), new Response('a story'));
  assert.deepEqual(await api.patch('me', { name: 'Z' }), { name: 'Z' });
  assert.equal(await api.remove('me/devices/1'), null);
  assert.equal(await api.file('matches/m1/transcript'), 'a story');
  assert.deepEqual(
    server.requests.map(({ method }) => method),
    ['PATCH', 'DELETE', 'GET'],
  );
  answerInTurn(problem('not_found', 404));
  await assert.rejects(api.file('matches/m2/transcript'), Problem);
});

test('keys are never the same', () => {
  assert.equal(new Set(Array.from({ length: 100 }, newKey)).size, 100);
});

const HOUR = 3_600_000;
const hoursAhead = (hours) => new Date(Date.now() + hours * HOUR).toISOString();

test('time is counted by the clock of the server', async () => {
  const deadline = hoursAhead(8);
  assert.equal(secondsUntil(deadline), 8 * 3600);
  answerInTurn(json({ server_time: hoursAhead(1) }));
  await api.get('matches/m1');
  assert.equal(secondsUntil(deadline), 7 * 3600, 'the device is an hour late');
});

test('an old answer that still holds does not set the clock back', async () => {
  const deadline = hoursAhead(8);
  const first = json({ server_time: hoursAhead(0) }, { headers: { ETag: '"1"' } });
  answerInTurn(first, new Response(null, { status: 304 }));
  await api.get('matches/m2');
  await later(3 * HOUR);
  await api.get('matches/m2');
  assert.equal(secondsUntil(deadline), 5 * 3600);
});
