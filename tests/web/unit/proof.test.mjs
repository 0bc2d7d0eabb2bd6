import assert from 'node:assert/strict';
import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import './browser.mjs';

const bytes = await import('../../../web/client/proof/bytes.js');
const { below, shuffled } = await import('../../../web/client/proof/chance.js');
const { checkExport } = await import('../../../web/client/proof/check.js');
const { faultInWords } = await import('../../../web/client/screens/proof.js');

const CORPUS = new URL('../../proofs/corpus/', import.meta.url);
const FILES = readdirSync(CORPUS).filter((name) => name.endsWith('.json.gz'));
const exported = (name) => JSON.parse(gunzipSync(readFileSync(new URL(name, CORPUS))));
const ciaociao = () => exported('ciaociao-1-seats=2-planks=9.json.gz');
/** A match to which at least one seat has added a number. */
const seeded = () =>
  FILES.map(exported).find(({ fairness }) => fairness.seats.some((seat) => seat.seed));

const states = (findings) => findings.map(({ check, state }) => [check, state]);

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

const hmac = (key, ...parts) => createHmac('sha256', key).update(Buffer.concat(parts)).digest();
const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
const u64 = (number) => Buffer.from(number.toString(16).padStart(16, '0'), 'hex');
const text = (value) => Buffer.from(bytes.canonical(value));

/** Every slot and hash as a server would make them that has kept its seed. */
function rehash({ match, fairness, events }) {
  const nonces = hmac(Buffer.from(fairness.server_seed, 'hex'), Buffer.from('gobelet/nonce/1'));
  const names = Buffer.from(`gobelet/head/1\0${match.id}\0${match.ruleset}\0`);
  let head = sha256(names, Buffer.from(fairness.commitment, 'hex'));
  for (const [place, event] of events.entries()) {
    const seq = u64(place + 1);
    for (const shown of [event.full, event.public, ...event.seats]) shown.seq = place + 1;
    const slots = [...event.seats, event.full].map((content, number) =>
      sha256(Buffer.from('gobelet/slot/1\0'), hmac(nonces, seq, u64(number)), text(content)),
    );
    event.slots = slots.map((slot) => slot.toString('hex'));
    const leaf = sha256(Buffer.of(0), seq, text(event.public), ...slots);
    head = sha256(Buffer.of(1), head, leaf);
    event.hash = head.toString('hex');
  }
}

/** Changes what a server shows of the first event of a kind, wherever it shows that field. */
const showing = (kind, name, change) => (given) => {
  const event = given.events.find(({ full }) => full.type === kind);
  for (const { data } of [event.full, event.public, ...event.seats])
    if (name in data) data[name] = change(data[name]);
};
const turned = (list) => [...list].reverse();
const other = (seat) => (seat + 1) % 2;
const without = (kind) => (given) => {
  given.events.splice(
    given.events.findLastIndex(({ full }) => full.type === kind),
    1,
  );
};
const PASSPASS = 'passpass-1-seats=3-teams=False.json.gz';
const PTIPASSPASS = 'ptipasspass-1-seats=2-challenge_tokens=reset-memory=table.json.gz';
const BONBONS = 'bonbons-1-seats=2-quick=False-memory=table.json.gz';
const QUICK = 'bonbons-1-seats=2-quick=True-memory=table.json.gz';
const NOT_DRAWN = {
  'another die': [showing('die_rolled', 'die', () => 9), /^Event \d+: this is not what was drawn/],
  'one die fewer': [without('die_rolled'), /^Draw \d+: no event shows this draw/],
  'another first seat': [showing('bridge_built', 'first', other), /^Event 2: this is not what/],
  'another leader': [showing('round_opened', 'leader', other), /^Event \d+: this is/, PASSPASS],
  'another hand': [showing('hand_dealt', 'cards', turned), /^Event \d+: this is/, PASSPASS],
  'another start': [showing('animals_dealt', 'first', other), /^Event 3: this is/, PTIPASSPASS],
  'other squares': [showing('candies_laid', 'squares', turned), /^Event 2: this is/, BONBONS],
  'other tiles': [showing('candies_laid', 'rounds', turned), /^Event 2: this is/, BONBONS],
  'others left out': [showing('candies_laid', 'removed', turned), /^Event 2: this is/, QUICK],
};
for (const [what, [tamper, words, file]] of Object.entries(NOT_DRAWN)) {
  test(`a server that shows ${what} than was drawn is found out`, async () => {
    const given = file ? exported(file) : ciaociao();
    tamper(given);
    rehash(given);
    const bad = (await checkExport(given)).filter(({ state }) => state === 'bad');
    assert.deepEqual(states(bad), [['shown', 'bad']]);
    assert.match(faultInWords(bad[0].fault), words);
  });
}

test('draws of rules that are not known are not compared', async () => {
  const given = ciaociao();
  given.match.ruleset = 'ciaociao/9';
  const names = Buffer.from(`gobelet/commit/1\0${given.match.id}\0ciaociao/9\0`);
  const seed = Buffer.from(given.fairness.server_seed, 'hex');
  given.fairness.commitment = sha256(names, seed).toString('hex');
  rehash(given);
  const findings = await checkExport(given);
  assert.ok(findings.every(({ state }) => state !== 'bad'));
  assert.ok(findings.some(({ check }) => check === 'unshown'));
});

test('a withheld number is not none', async () => {
  const given = FILES.map(exported).find(({ fairness }) =>
    fairness.seats.some(({ contribution }) => contribution === 'withheld'),
  );
  const seat = given.fairness.seats.find(({ contribution }) => contribution === 'withheld');
  seat.contribution = 'none';
  const bad = (await checkExport(given)).find(({ state }) => state === 'bad');
  assert.equal(bad.check, 'seeds');
});

/** A server that signs, and what it signed for a player during the match. */
function signed(given) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const keyId = createHash('sha256').update(key).digest('hex').slice(0, 16);
  const receipt = (kind, number, stated, says, bound = '') => {
    const start = Buffer.from(`gobelet/${kind}\0${given.match.id}\0`);
    const [before, after] = [bound, stated].map((digits) => Buffer.from(digits, 'hex'));
    const message = Buffer.concat([start, before, u64(number), after]);
    return { ...says, key_id: keyId, signature: sign(null, message, privateKey).toString('hex') };
  };
  return {
    keys: [key.toString('hex')],
    head: (seq) => {
      const { hash: head } = given.events[seq - 1];
      return receipt('receipt/1', seq, head, { seq, head });
    },
    sealed: (asked, digest) => receipt('sealed/1', asked, digest, { asked, digest }),
    seed: (seat, seed) => receipt('seed/2', seat, seed, { seat, seed }, given.fairness.commitment),
    promise: (number, commitment = given.fairness.commitment) => {
      const { seat, seed_commitment } = given.fairness.seats[number];
      const says = { commitment, seat, seed_commitment };
      return receipt('promise/1', seat, seed_commitment ?? '', says, commitment);
    },
  };
}

test('receipts that the server signed agree with the log', async () => {
  const given = seeded();
  const seat = given.fairness.seats.find(({ seed }) => seed);
  const { keys, head, sealed, seed } = signed(given);
  const receipts = [seed(seat.seat, seat.seed), sealed(4, 'ef'.repeat(32)), head(5)];
  const found = (await checkExport(given, { receipts, keys })).find(
    ({ check }) => check === 'receipts',
  );
  assert.deepEqual([found.state, found.count], ['good', 3]);
});

test('a promise from before the deal agrees with the file', async () => {
  const given = seeded();
  const { keys, promise } = signed(given);
  const receipts = given.fairness.seats.map(({ seat }) => promise(seat));
  const found = await checkExport(given, { receipts, keys });
  const { state, count } = found.find(({ check }) => check === 'promise');
  assert.deepEqual([state, count], ['good', receipts.length]);
  assert.ok(!found.some(({ check }) => check === 'unpromised' || check === 'receipts'));
});

const BROKEN_PROMISES = {
  'another fingerprint': [
    ({ promise }) => promise(0, 'ab'.repeat(32)),
    /^Receipt 1: before the deal the server had promised another fingerprint/,
  ],
  'another number of the seat': [
    ({ promise }) => ({ ...promise(0), seed_commitment: 'ab'.repeat(32) }),
    /^Receipt 1: your receipt was signed for another run/,
  ],
  'a signature of something else': [
    ({ promise }) => ({ ...promise(0), signature: promise(1).signature }),
    /^Receipt 1: the signature is wrong/,
  ],
};
for (const [what, [make, words]] of Object.entries(BROKEN_PROMISES)) {
  test(`a promise of ${what} is broken`, async () => {
    const given = ciaociao();
    const server = signed(given);
    const findings = await checkExport(given, { receipts: [make(server)], keys: server.keys });
    const bad = findings.find(({ state }) => state === 'bad');
    assert.equal(bad.check, 'promise');
    assert.match(faultInWords(bad.fault), words);
  });
}

const FALSE_RECEIPTS = {
  'another run of events': [
    ({ head }) => ({ ...head(5), seq: 6 }),
    /^Receipt 1: your receipt was signed for another run/,
  ],
  'a number that was not added': [
    ({ seed }) => seed(0, '12'.repeat(32)),
    /^Receipt 1: your receipt was signed for another run/,
  ],
  'a signature of something else': [
    ({ head }) => ({ ...head(5), signature: head(6).signature }),
    /^Receipt 1: the signature is wrong/,
  ],
  'no signature': [
    ({ head }) => ({ ...head(5), signature: '' }),
    /^Receipt 1: the signature is wrong/,
  ],
  'an unknown key': [
    ({ head }) => ({ ...head(5), key_id: '0'.repeat(16) }),
    /^Receipt 1: the key of this receipt is not known/,
  ],
};
for (const [what, [make, words]] of Object.entries(FALSE_RECEIPTS)) {
  test(`a receipt of ${what} is false`, async () => {
    const given = ciaociao();
    const server = signed(given);
    const findings = await checkExport(given, { receipts: [make(server)], keys: server.keys });
    const bad = findings.find(({ state }) => state === 'bad');
    assert.equal(bad.check, 'receipts');
    assert.match(faultInWords(bad.fault), words);
  });
}

const SEEN = {
  'is the match that was shown': [{}, 'good'],
  'is another run of events': [{ head: '00'.repeat(32) }, 'bad', /not the match that the server/],
  'has another fingerprint': [{ commitment: '00'.repeat(32) }, 'bad', /the fingerprint is not/],
  'is shorter than what was shown': [{ version: 9999 }, 'bad', /not the match that the server/],
};
for (const [what, [other, state, words]] of Object.entries(SEEN)) {
  test(`a file ${what}: ${state}`, async () => {
    const given = ciaociao();
    const { commitment } = given.fairness;
    const seen = { commitment, version: 5, head: given.events[4].hash, ...other };
    const keys = [given.fairness.signing_key];
    const found = (await checkExport(given, { seen, keys })).find(({ check }) => check === 'seen');
    assert.equal(found.state, state);
    if (words) assert.match(faultInWords(found.fault), words);
  });
}

test('a file signed with a key that the server does not have is not what was shown', async () => {
  const given = ciaociao();
  const { commitment } = given.fairness;
  const seen = { commitment, version: 5, head: given.events[4].hash };
  const findings = await checkExport(given, { seen, keys: ['ab'.repeat(32)] });
  assert.equal(findings.at(-1).fault.why, 'receipt_key');
});

test('JSON has one text only', () => {
  const { canonical, same } = bytes;
  assert.equal(
    canonical({ b: [1, null, true], a: { d: 'é"', c: 2 } }),
    '{"a":{"c":2,"d":"é\\""},"b":[1,null,true]}',
  );
  assert.ok(same({ a: 1, b: 2 }, { b: 2, a: 1 }));
  assert.ok(!same([1, 2], [2, 1]));
  for (const value of [1.5, NaN, 2 ** 53, undefined, { a: undefined }]) {
    assert.throws(() => canonical(value), TypeError);
  }
});

test('bytes and their hex', () => {
  const { hex, joined, raw, u64, utf8 } = bytes;
  assert.equal(hex(u64(258)), '0000000000000102');
  assert.equal(hex(joined(utf8('é'), Uint8Array.of(0), new Uint8Array())), 'c3a900');
  assert.deepEqual(raw('00ff', 2), Uint8Array.of(0, 255));
  for (const digits of ['00FF', '00f', '00ffaa', 'zzzz', null, 7]) {
    assert.equal(raw(digits, 2), null);
  }
});

test('hashes are those of the standards', async () => {
  const { hash, hex, keyed, utf8 } = bytes;
  assert.equal(
    hex(await hash(utf8('a'), utf8('bc'))),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  const mac = await keyed(utf8('Jefe'));
  assert.equal(
    hex(await mac(utf8('what do ya want '), utf8('for nothing?'))),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

test('numbers of the incomplete last round are thrown away', async () => {
  const words = [2n ** 64n - 1n, 7n];
  assert.equal(await below(async () => words.shift(), 3), 1);
  assert.deepEqual(words, []);
});

test('a shuffle exchanges from the last place down', async () => {
  const words = [0n, 0n, 0n];
  assert.deepEqual(await shuffled(async () => words.shift(), 4), [1, 2, 3, 0]);
  assert.deepEqual(await shuffled(async () => assert.fail('none is needed'), 1), [0]);
});
