import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import './browser.mjs';
import { textOf } from './vnodes.mjs';

const { language } = await import('../../../web/client/session.js');
const { Terms, clockInWords, nameAndTime, othersWait, waitedFor } = await import(
  '../../../web/client/time/terms.js'
);

const HOUR = 3600;
const SLOW = { kind: 'bank', bank: 72 * HOUR, increment: 36 * HOUR, time_out: 'autoplay' };

beforeEach(() => language.set('en'));

const CLOCKS = [
  [{ kind: 'none' }, 'No time limit', 'Sans limite de temps'],
  [{ kind: 'per_move', seconds: 9 * HOUR }, '9 h a move', '9 h par coup'],
  [SLOW, '3 days each, plus 36 h a move', '3 jours chacun, plus 36 h par coup'],
];
for (const [clock, english, french] of CLOCKS) {
  test(`${clock.kind}: ${english}`, () => {
    assert.equal(clockInWords(clock), english);
    language.set('fr');
    assert.equal(clockInWords(clock), french);
  });
}

test('terms tell what is unusual about being late and how punctual one has to be', () => {
  const terms = (table) => textOf(Terms({ table }));
  assert.equal(terms({ clock: SLOW }), '3 days each, plus 36 h a move');
  const strict = { clock: { ...SLOW, time_out: 'forfeit' }, minimum_reliability: 90 };
  assert.equal(
    terms(strict),
    '3 days each, plus 36 h a move · being late loses the seat · at least 90% in time',
  );
  const ends = { clock: { kind: 'none', time_out: 'end' } };
  assert.equal(terms(ends), 'No time limit · being late ends the match');
});

test('a name tells how its player keeps time, if that is known', () => {
  const player = { name: 'Anna' };
  assert.equal(nameAndTime({ player, reliability: null }), 'Anna');
  const reliability = { in_time_percent: 100 };
  assert.equal(nameAndTime({ player, reliability }), 'Anna (100% in time)');
});

test('time is given to other people whose clock runs, and to nobody else', () => {
  const seat = (number, more = {}) => ({
    seat: number,
    player: { kind: 'human', ...more.player },
    gone: false,
    stand_in: false,
    ...more.seat,
  });
  const seats = [
    seat(0),
    seat(1),
    seat(2, { player: { kind: 'bot' } }),
    seat(3, { seat: { gone: true } }),
    seat(4, { seat: { stand_in: true } }),
    seat(5),
  ];
  const deadline = { seats: { 0: 1, 1: 1, 2: 1, 3: 1, 4: 1 } };
  assert.deepEqual(
    waitedFor({ seats, deadline, you: 0 }).map((one) => one.seat),
    [1],
  );
  assert.deepEqual(waitedFor({ seats, deadline: null, you: 0 }), []);
});

test('whoever plays against bots alone keeps no one waiting', () => {
  const human = (seat, more = {}) => ({ seat, player: { kind: 'human' }, ...more });
  const bot = { seat: 1, player: { kind: 'bot' } };
  assert.equal(othersWait({ you: 0, seats: [human(0), bot] }), false);
  assert.equal(othersWait({ you: 0, seats: [human(0), bot, human(2, { gone: true })] }), false);
  assert.equal(othersWait({ you: 0, seats: [human(0), bot, human(2)] }), true);
  assert.equal(othersWait({ you: null, seats: [human(0), bot] }), true);
});
