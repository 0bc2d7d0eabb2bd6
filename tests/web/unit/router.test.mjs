import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.mjs';

location.pathname = '/rules';
location.hash = '#podium';
const { followLinks, go, place, screenOf } = await import('../../../web/client/router.js');

const ID = '0a0a0a0a-0000-0000-0000-000000000000';
const SCREENS = [
  ['/', 'start.js', { hash: '' }],
  ['/matches', 'matches.js', { hash: '' }],
  ['/lobby', 'lobby.js', { hash: '' }],
  ['/new', 'new.js', { game: '', hash: '' }],
  ['/new/ciaociao', 'new.js', { game: 'ciaociao', hash: '' }],
  [`/matches/${ID}`, 'match.js', { id: ID, hash: '' }],
  [`/matches/${ID}/replay`, 'replay.js', { id: ID, hash: '' }],
  [`/matches/${ID}/proof`, 'proof.js', { id: ID, hash: '' }],
  ['/me', 'profile.js', { hash: '' }],
  [`/players/${ID}`, 'player.js', { id: ID, hash: '' }],
  [`/join/${ID}#secret`, 'join.js', { id: ID, hash: 'secret' }],
  ['/leagues', 'leagues.js', { hash: '' }],
  ['/leagues/open', 'league.js', { id: 'open', hash: '' }],
  [`/cups/${ID}`, 'cup.js', { id: ID, hash: '' }],
  ['/rules/bonbons', 'rules.js', { game: 'bonbons', hash: '' }],
];
for (const [path, file, props] of SCREENS) {
  test(`${path} is shown by ${file}`, async () => {
    const found = screenOf(path);
    assert.deepEqual(found.props, props);
    const { default: expected } = await import(`../../../web/client/screens/${file}`);
    assert.equal((await found.load()).default, expected);
  });
}

for (const path of ['/nothing/here', '/matches/x', `/matches/${ID}/other`, '/me/nowhere', '']) {
  test(`${path || 'no path'} leads nowhere`, async () => {
    const { default: nowhere } = await import('../../../web/client/screens/nowhere.js');
    assert.equal((await screenOf(path).load()).default, nowhere);
  });
}

test('one is where the address says, and goes elsewhere without a reload', () => {
  assert.equal(place.value, '/rules#podium');
  go('/matches');
  assert.equal(place.value, '/matches');
  assert.deepEqual(history.pushState.mock.calls[0].arguments, [null, '', '/matches']);
  go('/lobby', { replace: true });
  assert.equal(history.pushState.mock.callCount(), 1);
  assert.deepEqual(history.replaceState.mock.calls[0].arguments, [null, '', '/lobby']);
});

globalThis.Element = class {};

/** A click on a link, and whether the client follows it itself. */
function clicked({ href = '/matches', origin = location.origin, attributes = [], ...more } = {}) {
  const url = new URL(href, origin);
  const { pathname, hash } = url;
  const link = { origin: url.origin, pathname, hash, target: '' };
  link.hasAttribute = (name) => attributes.includes(name);
  const target = Object.assign(new Element(), { closest: () => Object.assign(link, more.link) });
  const event = Object.assign(new Event('click', { cancelable: true }), more.event);
  Object.defineProperty(event, 'target', { value: target });
  dispatchEvent(event);
  return event.defaultPrevented;
}

test('links within the client load no page, others do', () => {
  followLinks();
  go('/');
  assert.ok(clicked({ href: '/rules/bonbons#3' }));
  assert.equal(place.value, '/rules/bonbons#3');
  for (const other of [
    { origin: 'https://example.org' },
    { attributes: ['download'] },
    { href: '/api/docs/' },
    { href: '/admin/' },
    { event: { ctrlKey: true } },
    { event: { button: 1 } },
    { link: { target: '_blank' } },
  ]) {
    assert.ok(!clicked(other), JSON.stringify(other));
  }
  assert.equal(place.value, '/rules/bonbons#3');
});

test('going back is followed', () => {
  Object.assign(location, { pathname: '/lobby', hash: '' });
  dispatchEvent(new Event('popstate'));
  assert.equal(place.value, '/lobby');
});
