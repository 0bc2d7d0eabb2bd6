import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.mjs';

const { isOffered } = await import('../../../web/client/match-model.js');

test('a move is offered if each of its parts is among the choices', () => {
  const choices = [
    { type: 'announce', number: [1, 2, 3] },
    { type: 'lift', cups: [[0, 1, 2]], swap: [null, [3, 4]] },
    { type: 'doubt' },
  ];
  assert.ok(isOffered(choices, { type: 'announce', number: 2 }));
  assert.ok(!isOffered(choices, { type: 'announce', number: 4 }));
  assert.ok(isOffered(choices, { type: 'doubt' }));
  assert.ok(isOffered(choices, { type: 'lift', cups: [0, 1, 2] }));
  assert.ok(isOffered(choices, { type: 'lift', cups: [0, 1, 2], swap: [3, 4] }));
  assert.ok(!isOffered(choices, { type: 'lift', cups: [0, 1, 2], swap: [4, 3] }));
  assert.ok(!isOffered([], { type: 'doubt' }));
});
