import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { later, server, settled, stopTheClock, until } from './browser.mjs';

const { follow } = await import('../../../web/client/event-stream.js');

stopTheClock();
let stop = () => {};
afterEach(() => stop());

/** A stream that the test writes to. */
function stream() {
  const { readable, writable } = new TransformStream();
  const writer = writable.getWriter();
  const text = new TextEncoder();
  return {
    response: new Response(readable),
    write: (words) => writer.write(text.encode(words)),
    end: () => writer.close(),
  };
}

/** What a follower hears. */
function followed(...answers) {
  server.requests.length = 0;
  server.answer = () => answers.shift();
  const heard = { news: [], reach: [] };
  stop = follow('matches/m1/stream', {
    news: (news) => heard.news.push(news),
    reach: (reach) => heard.reach.push(reach),
  });
  return heard;
}

test('events of a match are told from all other news', async () => {
  const { response, write } = stream();
  const heard = followed(response);
  await write('id: 4\nevent: moved\ndata: {}\n\n');
  await until(() => heard.news.length === 1);
  await write('event: message\ndata: {}\n\n');
  await until(() => heard.news.length === 2);
  await write('id: 5\ndata: {}\n\nevent: message\ndata: {}\n\n');
  await until(() => heard.news.length === 3);
  assert.deepEqual(
    heard.news.map(({ more }) => more),
    [false, true, true],
  );
  assert.deepEqual(heard.reach, ['live', 'live', 'live']);
  assert.equal(server.requests[0].headers.Accept, 'text/event-stream');
});

test('a state comes with the events that led to it, and their sentences', async () => {
  const { response, write } = stream();
  const heard = followed(response);
  await write('id: 4\ndata: {"seq":4}\n\nevent: recap\ndata: {"after":3}\n\n');
  await write('event: state\ndata: {"version":4}\n\n');
  await until(() => heard.news.length === 2);
  assert.deepEqual(heard.news.splice(0), [
    { more: false, state: undefined, events: [{ seq: 4 }], recaps: [{ after: 3 }] },
    { more: false, state: { version: 4 }, events: [], recaps: [] },
  ]);
  await write('id: 4\ndata: {"seq":4}\n\nevent: state\ndata: {"version":4}\n\n');
  await until(() => heard.news.length === 1);
  assert.deepEqual(heard.news, [
    { more: false, state: { version: 4 }, events: [{ seq: 4 }], recaps: [] },
  ]);
});

test('comments are no news, and a block may come in pieces', async () => {
  const { response, write } = stream();
  const heard = followed(response);
  await write(': hello\n\n');
  await write('id: 4\nda');
  await settled();
  assert.deepEqual(heard.news, []);
  await write('ta: {}\n\n');
  await until(() => heard.news.length === 1);
});

test('when the stream breaks one looks now and then, and tries again', async () => {
  const [first, second] = [stream(), stream()];
  const heard = followed(first.response, null, second.response);
  await first.end();
  await until(() => heard.reach.at(-1) === 'polling');
  await later(1000);
  await until(() => server.requests.length === 2);
  await later(1999);
  assert.equal(server.requests.length, 2, 'the pause is twice as long');
  assert.deepEqual(heard.news, []);
  await later(1);
  await until(() => server.requests.length === 3);
  await later(4000);
  assert.deepEqual(heard.news, [{ more: true }], 'there may be news');
  await second.write('data: {}\n\n');
  await until(() => heard.reach.at(-1) === 'live');
  await later(20_000);
  assert.equal(heard.news.length, 2, 'a stream that can be read is enough');
});

test('a stream that is silent for long is broken', async () => {
  const { response, write } = stream();
  const heard = followed(response, null);
  await write(': hello\n\n');
  await until(() => server.requests.length === 1);
  await later(40_000);
  assert.ok(server.requests[0].signal.aborted);
  assert.deepEqual(heard.news, []);
});

test('without a network one is told so, and the next try is made when it is back', async () => {
  navigator.onLine = false;
  const heard = followed(null, stream().response);
  await until(() => heard.reach.at(-1) === 'offline');
  navigator.onLine = true;
  dispatchEvent(new Event('online'));
  await until(() => server.requests.length === 2);
});

for (const status of [204, 401, 404]) {
  test(`nothing more is to come after ${status}`, async () => {
    const heard = followed(new Response(null, { status }));
    await later(60_000);
    assert.equal(server.requests.length, 1);
    assert.deepEqual(heard, { news: [], reach: [] });
  });
}

test('who stops hears nothing more', async () => {
  const heard = followed(null, null);
  await until(() => heard.reach.length === 1);
  stop();
  await later(60_000);
  assert.equal(server.requests.length, 1);
  assert.deepEqual(heard.news, []);
});
