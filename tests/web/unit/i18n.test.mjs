import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { later, stopTheClock } from './browser.mjs';

const { language } = await import('../../../web/client/session.js');
const { en, fr } = await import('../../../web/client/messages.js');
const words = await import('../../../web/client/i18n.js');
const { ago, called, capital, dictionary, local, quoted, span, t } = words;

stopTheClock();
beforeEach(() => language.set('en'));

test('both languages have the same words, and the same names to fill in', () => {
  assert.deepEqual(Object.keys(en), Object.keys(fr));
  const names = (text) => (typeof text === 'string' ? text.match(/\{\w+\}/g) : []) ?? [];
  for (const word of Object.keys(en)) {
    if (typeof en[word] !== typeof fr[word]) continue; // one of them needs a plural
    assert.deepEqual(names(en[word]).sort(), names(fr[word]).sort(), word);
  }
});

test('a text is filled in, in the language of the device', () => {
  const say = dictionary({
    en: { left: '{n} left of {all}', many: ({ n }) => `${n} pawn${n === 1 ? '' : 's'}` },
    fr: { left: 'reste {n} sur {all}', many: ({ n }) => `${n} pion${n > 1 ? 's' : ''}` },
  });
  assert.equal(say('left', { n: 0, all: 3 }), '0 left of 3');
  assert.equal(say('left', { n: 2 }), '2 left of ');
  assert.equal(say('many', { n: 0 }), '0 pawns');
  language.set('fr');
  assert.equal(say('left', { n: 2, all: 3 }), 'reste 2 sur 3');
  assert.equal(say('many', { n: 0 }), '0 pion');
});

test('no line of French begins with a punctuation mark', () => {
  const text = 'Un « lapin » : vrai ? Non !';
  const say = dictionary({ en: { claim: text }, fr: { claim: text } });
  assert.equal(say('claim'), text);
  language.set('fr');
  assert.equal(say('claim'), 'Un «\u00a0lapin\u00a0»\u00a0: vrai\u00a0? Non\u00a0!');
});

test('texts of the API are read in the language of the device', () => {
  assert.equal(local({ en: 'Planks', fr: 'Planches' }), 'Planks');
  language.set('fr');
  assert.equal(local({ en: 'Planks', fr: 'Planches' }), 'Planches');
  assert.equal(local(undefined), '');
});

test('capitals and quotation marks', () => {
  assert.equal(capital('élan'), 'Élan');
  assert.equal(capital(''), '');
  assert.equal(quoted('Ciao'), '“Ciao”');
  language.set('fr');
  assert.equal(quoted(4), '«\u00a04\u00a0»');
});

test('a seat is called by its name, and oneself otherwise', () => {
  assert.equal(called(['Anna', 'Bot 1'], 1, 0), 'Bot 1');
  assert.equal(called(['Anna', 'Bot 1'], 0, 0), 'You');
  assert.equal(called(['Anna'], 3, null), '');
});

for (const [seconds, told] of [
  [-5, '0 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [7199, '119 min'],
  [7200, '2 h'],
  [2 * 86400 - 1, '47 h'],
  [2 * 86400, '2 days'],
]) {
  test(`${seconds} seconds are ${told}`, () => assert.equal(span(seconds), told));
}

test('how long ago it was is told coarsely', async () => {
  assert.equal(ago('2027-01-01T11:59:50Z'), 'just now');
  assert.equal(ago('2027-01-01T09:00:00Z'), '3 hr. ago');
  assert.equal(ago('2027-01-03T12:00:00Z'), 'in 2 days');
  await later(3_600_000);
  assert.equal(ago('2027-01-01T09:00:00Z'), '4 hr. ago');
  language.set('fr');
  assert.equal(ago('2026-12-31T13:00:00Z'), 'hier');
});

test('the language of the page follows the language of the device', () => {
  language.set('fr');
  assert.equal(document.documentElement.lang, 'fr');
  assert.equal(t('you'), fr.you);
});
