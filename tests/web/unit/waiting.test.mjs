import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import './browser.mjs';

const CLIENT = '../../../web/client';
const { language } = await import(`${CLIENT}/session.js`);
const { waitsFor } = await import(`${CLIENT}/components/waiting-room.js`);

const ana = { id: 'a', name: 'Ana', kind: 'human' };
const basile = { id: 'b', name: 'Basile', kind: 'human' };
const nour = { id: 'n', name: 'Nour', kind: 'human' };
const free = { player: null, kept_for: null };
const taken = (player) => ({ player, kept_for: null });
const kept = (player) => ({ player: null, kept_for: player });
const room = (you, ...seats) => ({ you, seats, starting: null });

beforeEach(() => language.set('fr'));

for (const [told, match, me, headline, detail] of [
  [
    'free seats',
    room(0, taken(ana), free, free),
    'a',
    'On attend du monde',
    /^2 places sont encore/,
  ],
  ['the one invited', room(0, taken(ana), kept(basile)), 'a', 'On attend Basile', /^Sa place est/],
  [
    'several',
    room(0, taken(ana), kept(basile), kept(nour)),
    'a',
    'On attend Basile et Nour',
    /^Leurs places sont/,
  ],
  [
    'a free seat too',
    room(0, taken(ana), kept(basile), free),
    'a',
    'On attend du monde',
    /^2 places/,
  ],
  ['oneself', room(null, taken(ana), kept(basile)), 'b', 'Ana vous attend', /^Votre place est/],
])
  test(`a waiting room names whom it waits for: ${told}`, () => {
    const [title, text] = waitsFor(match, me);
    assert.equal(title, headline);
    assert.match(text, detail);
  });
