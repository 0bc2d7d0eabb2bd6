/** A server that shows something else than was drawn is found out, though all its hashes fit. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import './browser.mjs';
import { ciaociao, exported, sha256, states, u64 } from './exports.mjs';

const bytes = await import('../../../web/client/proof/bytes.js');
const { checkExport } = await import('../../../web/client/proof/check.js');
const { faultInWords } = await import('../../../web/client/screens/proof.js');

const hmac = (key, ...parts) => createHmac('sha256', key).update(Buffer.concat(parts)).digest();
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
