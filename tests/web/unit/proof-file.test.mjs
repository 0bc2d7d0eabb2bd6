/** An exported match is found consistent as it is, and false after any change to it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.mjs';
import { ciaociao, exported, FILES, seeded, states, withSeat } from './exports.mjs';

const { checkExport } = await import('../../../web/client/proof/check.js');
const { faultInWords } = await import('../../../web/client/screens/proof.js');

for (const name of FILES) {
  test(`${name} is found consistent`, async () => {
    const given = exported(name);
    const findings = await checkExport(given);
    const checks = ['commitment', 'seeds', 'draws', 'events', 'frame', 'shown'];
    assert.deepEqual(states(findings), [
      ...checks.map((check) => [check, 'good']),
      ['unpromised', 'none'],
    ]);
    assert.equal(findings[2].count, given.draws.length);
    assert.equal(findings[3].count, given.events.length);
  });
}

const TAMPERED = {
  'a die': [
    (given) => {
      const draw = given.draws.find(({ op, n }) => op === 'below' && n > 1);
      draw.result = (draw.result + 1) % draw.n;
    },
    'draws',
    /^Draw \d+: the result is not the one/,
  ],
  'a shuffle': [
    (given) => {
      given.draws.find(({ op }) => op === 'shuffle').result.reverse();
    },
    'draws',
    /^Draw \d+: the result is not the one/,
    'passpass-1-seats=3-teams=False.json.gz',
  ],
  'a time': [
    (given) => {
      given.events[3].full.at = '2020-01-01T00:00:00.000000Z';
    },
    'events',
    /^Event 4: somebody was shown what was not so/,
  ],
  'a view': [
    (given) => {
      const event = given.events.find(({ full }) => full.type === 'die_rolled');
      event.seats[0].data = { ...event.full.data, die: 9 };
    },
    'events',
    /^Event \d+: somebody was shown what was not so/,
  ],
  'what all were shown': [
    (given) => {
      for (const shown of [...given.events[4].seats, given.events[4].full, given.events[4].public])
        shown.actor = 1 - (shown.actor ?? 0);
    },
    'events',
    /^Event 5:/,
  ],
  'the chain': [
    (given) => {
      given.events[5].hash = '0'.repeat(64);
    },
    'events',
    /^Event 6: the chain is broken here/,
  ],
  'a missing event': [
    (given) => {
      given.events.splice(7, 1);
    },
    'events',
    /^Event 8: an event is missing/,
  ],
  'all events': [
    (given) => {
      given.events = [];
    },
    'events',
    /the end is missing/,
  ],
  'the last event': [
    (given) => {
      given.events.pop();
    },
    'frame',
    /the end is missing/,
  ],
  'the winner': [
    (given) => {
      given.match.outcome.winners = [1 - given.match.outcome.winners[0]];
    },
    'frame',
    /the head of the file does not say/,
  ],
  'the secret': [
    (given) => {
      given.fairness.server_seed = 'ab'.repeat(32);
    },
    'commitment',
    /does not fit the fingerprint/,
  ],
  'another match': [
    (given) => {
      given.match.id = '0a0a0a0a-0000-0000-0000-000000000000';
    },
    'commitment',
    /does not fit the fingerprint/,
  ],
  'one field more': [
    (given) => {
      given.events[2].note = 'nobody looks at this';
    },
    'events',
    /^Event 3: this has not the form/,
  ],
  'the list of fields': [
    (given) => {
      given.note = 'nobody looks at this';
    },
    'commitment',
    /has not the form of an exported match/,
  ],
  everything: [
    (given) => {
      for (const name of Object.keys(given)) delete given[name];
    },
    'commitment',
    /has not the form of an exported match/,
  ],
};
for (const [what, [tamper, check, words, file]] of Object.entries(TAMPERED)) {
  test(`a file is false in which ${what} was changed`, async () => {
    const given = file ? exported(file) : ciaociao();
    tamper(given);
    const bad = (await checkExport(given)).find(({ state }) => state === 'bad');
    assert.equal(bad.check, check);
    assert.match(faultInWords(bad.fault), words);
  });
}

test("a file is false in which a player's number was changed", async () => {
  const given = seeded();
  const seat = given.fairness.seats.findIndex(({ seed }) => seed);
  given.fairness.seats[seat].seed = 'cd'.repeat(32);
  const bad = (await checkExport(given)).find(({ state }) => state === 'bad');
  assert.equal(bad.check, 'seeds');
  assert.match(
    faultInWords(bad.fault),
    new RegExp(`^Seat ${seat + 1}: this number is not the one`),
  );
});

for (const nothing of [null, [], 'text', 4]) {
  test(`${JSON.stringify(nothing)} is no exported match`, async () => {
    assert.deepEqual(states(await checkExport(nothing)), [['commitment', 'bad']]);
  });
}

test('a withheld number is not none', async () => {
  const given = withSeat(({ contribution }) => contribution === 'withheld');
  const seat = given.fairness.seats.find(({ contribution }) => contribution === 'withheld');
  seat.contribution = 'none';
  const bad = (await checkExport(given)).find(({ state }) => state === 'bad');
  assert.equal(bad.check, 'seeds');
});
