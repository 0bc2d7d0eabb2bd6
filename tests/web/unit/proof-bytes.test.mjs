/** The parts of a proof: canonical JSON, bytes, hashes and draws. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.mjs';

const bytes = await import('../../../web/client/proof/bytes.js');
const { below, shuffled } = await import('../../../web/client/proof/chance.js');

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
