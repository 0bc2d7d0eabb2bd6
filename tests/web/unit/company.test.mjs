import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.mjs';

const CLIENT = '../../../web/client';
const { deviceName } = await import(`${CLIENT}/profile/device-name.js`);
const { between, course } = await import(`${CLIENT}/people/rating.js`);
const { poolsOf } = await import(`${CLIENT}/screens/ranking.js`);
const { lobbyPath } = await import(`${CLIENT}/screens/lobby.js`);
const { usualLevel } = await import(`${CLIENT}/components/opponents.js`);

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
for (const [told, name] of [
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`, 'Chrome, Linux'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${WEBKIT} Version/18.1 Safari/604.1`,
    'Safari, iPhone',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 Edg/131.0`,
    'Edge, Windows',
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 'Firefox, Android'],
  ['Kitchen tablet', 'Kitchen tablet'],
  ['Mozilla/5.0', '?'],
  ['', '?'],
])
  test(`a device is called ${name}`, () => assert.equal(deviceName(told), name));

const changes = [1600, 1560, 1500].map((rating, at) => ({
  rating,
  deviation: 100 + at * 100,
  at: '',
}));

test('a rating is shown with the span in which it most likely lies', () => {
  assert.equal(between(changes[0]), 'most likely between 1400 and 1800');
});

test('a history is drawn from the oldest to the latest, with its uncertainty', () => {
  const { line, band, least, most } = course(changes);
  assert.deepEqual([least, most], [1200, 1800]);
  assert.equal(line, '0.0,48.0 160.0,38.4 320.0,32.0');
  assert.deepEqual(band.split(' ').length, 6);
});

const game = (min, max, ...options) => ({
  seats: { min, max },
  options: { properties: Object.fromEntries(options.map((name) => [name, {}])) },
});

test('a game has rankings for the tables that it can have', () => {
  assert.deepEqual(poolsOf(game(2, 4)), ['two', 'more']);
  assert.deepEqual(poolsOf(game(2, 2)), ['two']);
  assert.deepEqual(poolsOf(game(3, 6, 'teams')), ['more', 'teams']);
});

test('the lobby asks for what was chosen, and for nothing else', () => {
  assert.equal(lobbyPath({ status: 'open', game: '', range: '' }), 'matches?status=open');
  assert.equal(
    lobbyPath({ status: 'running', game: 'bonbons', range: 'middle' }),
    'matches?status=running&game=bonbons&rating_from=1400&rating_to=1600',
  );
});

test('bots that nobody has chosen have different characters', () => {
  assert.equal(new Set([0, 1, 2].map(usualLevel)).size, 3);
});
