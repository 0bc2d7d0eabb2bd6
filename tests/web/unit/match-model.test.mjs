import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import {
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
const { MatchModel } = await import('../../../web/client/match-model.js');
const { refused, sentLater } = await import('../../../web/client/offline.js');
const { notices, spoken } = await import('../../../web/client/announcer.js');
const { session } = await import('../../../web/client/session.js');

const MOVE = { type: 'doubt' };
let model;
let table;

/** A match as the server shows it. */
function matchAt(version, more = {}) {
  const running = { id: 'm1', status: 'running', you: 0, asked: 5, seats: [], awaiting: [] };
  return { ...running, version, options: {}, starting: null, choices: [], ...more };
}

const event = (seq) => ({ seq, type: 'moved', data: {} });
const eventsTo = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, at) => event(first + at));
const lines = (...seqs) => seqs.map((seq) => ({ seq, text: `line ${seq}` }));

const recap = (after, version, sentences) => ({ after, version, sentences });

/** The server of one match: what each address answers, unless a test says otherwise. */
function answer({ method, path }) {
  const [address, query] = path.replace('matches/m1', '').split('?');
  const given = new URLSearchParams(query).get('after');
  const after = Number(given);
  const usual = {
    '/stream': () => new Promise(() => {}),
    '': () => json(table.match),
    '/recap': () => json(recap(given === null ? 3 : after, table.match.version, table.sentences)),
    '/events': () => json({ events: eventsTo(after + 1, table.match.version) }),
    '/seen': () => json({ message: 11 }),
  };
  return (table[`${method} ${address}`] ?? usual[address])();
}

beforeEach(() => {
  server.answer = answer;
  server.requests.length = 0;
  session.set({ token: 'secret', player: { id: 'anna' } });
  table = { match: matchAt(8), sentences: lines(6, 7, 8) };
  model = new MatchModel('m1', () => {});
  document.hidden = false;
  notices.set([]);
  spoken.set([]);
});

afterEach(async () => {
  model.stop();
  await later(1500); // what was read last is still marked
  for (const name of Object.keys(localStorage)) localStorage.removeItem(name);
});

/** The model after its first look. */
async function opened() {
  model.start();
  await until(() => model.known.match);
  await settled();
  server.requests.length = 0;
  return model;
}

/** Something has happened at the table. */
async function happened(version, more) {
  table.match = matchAt(version, more);
  table.sentences = [...table.sentences, ...lines(version)];
  model.hear({ more: false });
  await until(() => model.known.match.version === version);
  await settled();
}

const paths = () => server.requests.map(({ path }) => path.replace('matches/m1', ''));
const texts = () => spoken.value.map(({ text }) => text);

test('the first look reads the match, what happened last, and what was missed', async () => {
  await opened();
  assert.equal(model.known.match.version, 8);
  assert.deepEqual(model.known.recent, eventsTo(1, 8));
  assert.deepEqual(model.known.journal, lines(6, 7, 8));
  assert.equal(model.known.read, 3);
  assert.deepEqual(texts(), [], 'nothing is told anew');
});

test('news are read from where one was, and told to who listens', async () => {
  await opened();
  await happened(10);
  assert.deepEqual(model.known.recent, eventsTo(1, 10));
  assert.deepEqual(paths(), ['', '/events?after=8', '/recap?after=0']);
  assert.deepEqual(texts(), ['line 10']);
});

test('where memory fades only new events are held', async () => {
  table.match = matchAt(8, { fades: true });
  await opened();
  await happened(10, { fades: true });
  assert.deepEqual(model.known.recent, eventsTo(9, 10));
});

test('what has faded is no longer in the journal, nor can it be read where it was told', async () => {
  await opened();
  await happened(9);
  await happened(10);
  assert.deepEqual(texts(), ['line 9', 'line 10']);
  table.sentences = lines(10);
  await happened(11);
  assert.deepEqual(model.known.journal, lines(10, 11));
  assert.deepEqual(texts(), ['line 10', 'line 11']);
});

test('what this device knew of a match is where its absence begins', async () => {
  storeElsewhere('match.m1', matchAt(2, { view: { turn: 1 } }));
  await opened();
  assert.deepEqual(model.known.before, { version: 2, view: { turn: 1 }, read: 3 });
  assert.equal(stored('match.m1').version, 8);
});

for (const [what, last] of [
  ['nothing', null],
  ['it as it is', matchAt(8, { view: {} })],
  ['it as somebody else saw it', matchAt(2, { view: {}, you: 1 })],
  ['it as it was before it began', matchAt(0, { view: null })],
]) {
  test(`there is no absence to show where a device knew ${what}`, async () => {
    storeElsewhere('match.m1', last);
    await opened();
    assert.equal(model.known.before, null);
  });
}

test('after a long absence nothing is played out', async () => {
  await opened();
  await happened(8 + 121);
  assert.deepEqual(model.known.recent, []);
  assert.ok(!paths().some((path) => path.startsWith('/events')));
});

test('an older answer changes nothing', async () => {
  await opened();
  await model.take(matchAt(7));
  assert.equal(model.known.match.version, 8);
});

test('who is told of news while reading reads once more afterwards', async () => {
  await opened();
  let release;
  table['GET '] = () => new Promise((done) => (release = () => done(json(table.match))));
  for (let time = 0; time < 3; time += 1) model.hear({ more: true });
  await until(() => release);
  delete table['GET '];
  table.match = matchAt(9);
  release();
  await until(() => model.known.match.version === 9);
  await settled();
  assert.equal(paths().filter((path) => path === '').length, 2);
  assert.equal(model.known.news, 3);
});

test('what was read before an own request was answered does not replace its answer', async () => {
  await opened();
  const releases = [];
  table['GET '] = () =>
    new Promise((done) => releases.push((sealed) => done(json(matchAt(8, { sealed })))));
  model.hear({ more: true });
  await until(() => releases.length);
  table['POST /moves'] = () =>
    json({ match: matchAt(8, { sealed: MOVE }), events: [], receipt: null });
  await model.play(MOVE, 'doubt');
  assert.deepEqual(model.known.match.sealed, MOVE);
  releases[0](null);
  await until(() => releases.length === 2);
  assert.deepEqual(model.known.match.sealed, MOVE);
  releases[1](MOVE);
  await settled();
  assert.deepEqual(model.known.match.sealed, MOVE);
});

/** A turn as the stream brings it. */
const turn = (version, more = {}) => ({
  more: false,
  state: matchAt(version),
  events: eventsTo(version, version),
  recaps: [recap(version - 1, version, lines(version))],
  ...more,
});

test('a turn from the stream needs no reading', async () => {
  await opened();
  model.streams = true;
  await model.hear(turn(9));
  assert.deepEqual(model.known.recent, eventsTo(1, 9));
  assert.deepEqual(model.known.journal, lines(6, 7, 8, 9));
  assert.deepEqual(texts(), ['line 9']);
  assert.deepEqual(paths(), []);
});

test('nor does one that comes in pieces', async () => {
  await opened();
  model.streams = true;
  await model.hear(turn(9, { state: undefined, recaps: [] }));
  assert.equal(model.known.match.version, 8);
  await model.hear(turn(9, { events: [] }));
  assert.deepEqual(model.known.recent, eventsTo(1, 9));
  assert.deepEqual(texts(), ['line 9']);
  assert.deepEqual(paths(), []);
});

test('what the stream tells again replaces what has faded', async () => {
  await opened();
  model.streams = true;
  await model.hear(turn(9));
  await model.hear(turn(10, { recaps: [recap(6, 10, lines(8, 10))] }));
  assert.deepEqual(model.known.journal, lines(6, 8, 10));
  assert.deepEqual(texts(), ['line 10']);
});

test('sentences that are missing between two recaps are read', async () => {
  await opened();
  model.streams = true;
  table.match = matchAt(10);
  table.sentences = lines(6, 7, 8, 9, 10);
  await model.hear(turn(10, { events: eventsTo(9, 10) }));
  assert.deepEqual(paths(), ['/recap?after=0']);
  assert.deepEqual(texts(), ['line 9', 'line 10']);
});

test('an event is no reason to look for messages', async () => {
  await opened();
  await happened(9);
  assert.equal(model.known.news, 0);
});

test('without a network the match that was kept is shown', async () => {
  storeElsewhere('match.m1', matchAt(6));
  navigator.onLine = false;
  server.answer = () => null;
  model.start();
  await until(() => model.known.match);
  assert.deepEqual([model.known.match.version, model.known.reach], [6, 'offline']);
  navigator.onLine = true;
});

test('without a network and with nothing kept one is told so', async () => {
  server.answer = () => null;
  model.start();
  await until(() => model.known.error);
});

test('a match that is not there has no refused moves either', async () => {
  refused.put('m1', { move: MOVE, label: 'Doubt' });
  table['GET '] = () => problem('not_found', 404);
  model.start();
  await until(() => model.known.error);
  assert.deepEqual(refused.value, {});
});

test('a move is played on the question that was shown, with what led there', async () => {
  await opened();
  table['POST /moves'] = () =>
    json({
      match: matchAt(10),
      events: eventsTo(9, 10),
      receipt: { seq: 9 },
      recap: recap(8, 10, lines(9, 10)),
    });
  await model.play(MOVE, 'Doubt');
  assert.deepEqual(server.requests[0].body, { move: MOVE, recap: true, expected_asked: 5 });
  assert.equal(model.known.match.version, 10);
  assert.deepEqual(model.known.recent, eventsTo(1, 10));
  assert.deepEqual(texts(), ['line 9', 'line 10']);
  assert.deepEqual(paths(), ['/moves'], 'one request is a turn');
});

test('a move that comes too late is asked about and the table read again', async () => {
  await opened();
  table['POST /moves'] = () => problem('question_closed', 409);
  table.match = matchAt(9);
  await model.play(MOVE, 'Doubt');
  assert.deepEqual(model.known.overtaken, { move: MOVE, label: 'Doubt' });
  assert.equal(model.known.match.version, 9);
  model.decided();
  assert.equal(model.known.overtaken, null);
});

test('a move that is refused for another reason is told', async () => {
  await opened();
  table['POST /moves'] = () => problem('illegal_move', 409, 'Not now.');
  await model.play(MOVE, 'Doubt');
  assert.deepEqual(
    notices.value.map(({ text, kind }) => [text, kind]),
    [['Not now.', 'bad']],
  );
  assert.equal(model.known.overtaken, null);
});

test('when the network goes after a move was played, nothing is thrown', async () => {
  await opened();
  table['POST /moves'] = () => json({ match: matchAt(12), events: [event(12)], receipt: {} });
  table['GET /events'] = () => null;
  await model.play(MOVE, 'Doubt');
  assert.deepEqual([model.known.match.version, model.known.reach], [8, 'polling']);
  for (const hear of sentLater) hear('m1', { match: matchAt(12), events: [event(12)] });
  await settled();
  delete table['GET /events'];
  await happened(12);
  assert.deepEqual(model.known.recent, eventsTo(1, 12));
});

test('a move that was sent later is heard of, those of other matches are not', async () => {
  await opened();
  for (const hear of sentLater) hear('m2', null);
  await settled();
  assert.deepEqual(paths(), []);
  for (const hear of sentLater) hear('m1', { match: matchAt(9), events: [event(9)] });
  await until(() => model.known.match.version === 9);
  table.match = matchAt(10);
  for (const hear of sentLater) hear('m1', null);
  await until(() => model.known.match.version === 10);
});

test('a finished match is looked at now and then', async () => {
  await opened();
  await happened(9, { status: 'finished' });
  server.requests.length = 0;
  await later(15_000);
  assert.deepEqual(paths().filter((path) => path === '').length, 1);
});

test('the server learns how far one has read, a while after the last change', async () => {
  await opened();
  await happened(9);
  await later(1500);
  const seen = server.requests.filter(({ path }) => path === 'matches/m1/seen');
  assert.deepEqual(
    seen.map(({ body }) => body),
    [{ version: 9 }],
  );
  assert.equal(model.known.heard, 11);
});

test('nobody reads a page that is hidden', async () => {
  await opened();
  document.hidden = true;
  await later(1500);
  server.requests.length = 0;
  await happened(9);
  await later(1500);
  assert.ok(!paths().includes('/seen'));
});

test('the newest twenty matches are kept to be seen without a network', async () => {
  await opened();
  for (let at = 0; at < 20; at += 1) {
    const other = new MatchModel(`x${at}`, () => {});
    other.known.match = matchAt(1, { id: `x${at}` });
    other.told = 1;
    await other.take(matchAt(1, { id: `x${at}` }));
    other.stop();
  }
  const names = Object.keys(localStorage).filter((name) => name.startsWith('gobelet.match.'));
  assert.equal(names.length, 20);
  assert.equal(stored('match.m1'), null);
  assert.equal(stored('recent').length, 20);
});

test('what is asked of a match besides moves answers with the match', async () => {
  await opened();
  table['POST /return'] = () => json(matchAt(9, { seats: [{}] }));
  assert.equal((await model.ask('return')).version, 9);
  assert.equal(model.known.match.version, 9);
  table['POST /invitations'] = () => json({ link: '/join/m1' });
  assert.deepEqual(await model.ask('invitations'), { link: '/join/m1' });
});

test('who has left hears nothing more', async () => {
  const shown = [];
  model = new MatchModel('m1', (known) => shown.push(known));
  await opened();
  model.stop();
  const before = shown.length;
  await model.take(matchAt(9));
  assert.equal(shown.length, before);
  assert.equal(sentLater.size, 0);
});
