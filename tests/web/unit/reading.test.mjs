import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.mjs';

const { newestOnly } = await import('../../../web/client/components/reading.js');

test('answers count in the order of their requests, those that were overtaken do not', () => {
  const begin = newestOnly();
  const [first, second, third] = [begin(), begin(), begin()];
  assert.equal(second(), true);
  assert.equal(first(), false);
  assert.equal(third(), true);
  assert.equal(second(), false);
  assert.equal(begin()(), true);
});
