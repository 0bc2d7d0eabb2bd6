/** A file is compared with what the server signed for a player, and showed, during the match. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import './browser.mjs';
import { ciaociao, seeded, sha256, u64 } from './exports.mjs';

const { checkExport } = await import('../../../web/client/proof/check.js');
const { faultInWords } = await import('../../../web/client/screens/proof.js');

/** A server that signs, and what it signed for a player during the match. */
function signed(given) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const keyId = sha256(key).toString('hex').slice(0, 16);
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
