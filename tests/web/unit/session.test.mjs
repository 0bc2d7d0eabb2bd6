import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerInTurn, json, reloads, server, stored, storeElsewhere } from './browser.mjs';

navigator.languages = ['de-DE', 'fr-CA', 'en'];
const { forget, language, light, pictures, rename, session, someone } = await import(
  '../../../web/client/session.js'
);

const ZOE = { id: 'p1', kind: 'human', guest: true, name: 'Zoé' };

test('the first language is the first of the browser that there is', () => {
  assert.equal(language.value, 'fr');
  assert.equal(document.documentElement.lang, 'fr');
});

test('choices are kept on the device, and the page is dressed in the chosen light', () => {
  language.set('en');
  pictures.set(false);
  light.set('dark');
  assert.deepEqual(
    [stored('language'), stored('pictures'), stored('light')],
    ['en', false, 'dark'],
  );
  assert.equal(document.documentElement.dataset.light, 'dark');
  light.set('auto');
  assert.ok(!('light' in document.documentElement.dataset));
});

test('a guest is made once, in the language and the time zone of the device', async () => {
  answerInTurn(json({ token: 'secret', player: ZOE }), json(ZOE));
  assert.deepEqual(await someone('Zoé'), ZOE);
  assert.deepEqual(await someone('Léa'), ZOE);
  assert.deepEqual(
    server.requests.map(({ path, body }) => [path, body]),
    [
      ['auth/guest', { locale: 'en', name: 'Zoé' }],
      ['me', { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }],
    ],
  );
  assert.deepEqual(stored('session'), { token: 'secret', player: ZOE });
});

test('a new name is the one that the server gives back', async () => {
  answerInTurn(json({ ...ZOE, name: 'Z.', email: 'zoe@example.org' }));
  await rename(' Z. ');
  assert.deepEqual(session.value, { token: 'secret', player: { ...ZOE, name: 'Z.' } });
  assert.equal(server.requests[0].headers.Authorization, 'Token secret');
});

test('another page signs in as somebody else: this one begins anew', () => {
  storeElsewhere('session', { token: 'secret', player: ZOE });
  assert.equal(reloads.count, 0, 'it is the same person');
  storeElsewhere('session', { token: 'other', player: { ...ZOE, id: 'p2' } });
  assert.equal(reloads.count, 1);
  assert.equal(session.value.token, 'other');
});

test('signing out leaves nothing but the choices of the device', () => {
  for (const name of ['match.m1', 'recent', 'receipts.m1', 'seed.m1', 'outbox.m1']) {
    storeElsewhere(name, 'something');
  }
  forget();
  assert.deepEqual(Object.keys(localStorage).sort(), [
    'gobelet.language',
    'gobelet.light',
    'gobelet.pictures',
    'gobelet.session',
  ]);
  assert.deepEqual(stored('session'), { token: null, player: null });
});

for (const languages of [['en-GB', 'fr'], ['de']]) {
  test(`a browser in ${languages} is spoken to in English`, async () => {
    navigator.languages = languages;
    localStorage.removeItem('gobelet.language');
    const again = await import(`../../../web/client/session.js?${languages}`);
    assert.equal(again.language.value, 'en');
  });
}
