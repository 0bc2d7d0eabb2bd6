import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { stored, storeElsewhere } from './browser.mjs';

const { Shelf, Store, keep, kept, keptNames, whenKept } = await import(
  '../../../web/client/store.js'
);

beforeEach(() => {
  for (const name of Object.keys(localStorage)) localStorage.removeItem(name);
});

test('a value is kept under its name until it is null', () => {
  assert.equal(kept('light', 'auto'), 'auto');
  keep('light', 'dark');
  assert.equal(kept('light', 'auto'), 'dark');
  assert.equal(localStorage.getItem('gobelet.light'), '"dark"');
  keep('light', null);
  assert.equal(kept('light', 'auto'), 'auto');
  assert.deepEqual(Object.keys(localStorage), []);
});

test('what cannot be read is as if it were not there', () => {
  localStorage.setItem('gobelet.session', '{half');
  assert.equal(kept('session', 'nobody'), 'nobody');
});

test('a storage that refuses everything is no fault', (context) => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  for (const method of ['getItem', 'setItem', 'removeItem']) {
    context.mock.method(Object.getPrototypeOf(localStorage), method, refuse);
  }
  keep('light', 'dark');
  keep('light', null);
  assert.equal(kept('light', 'auto'), 'auto');
});

test('names are found by how they begin, without those of others', () => {
  keep('match.a', 1);
  keep('match.b', 2);
  keep('session', 3);
  localStorage.setItem('match.c', '4');
  assert.deepEqual(keptNames('match.').sort(), ['match.a', 'match.b']);
  assert.equal(keptNames('').length, 3);
});

test('followers hear of every value until they stop', () => {
  const store = new Store(1);
  const [first, second] = [[], []];
  const stop = store.follow((value) => {
    first.push(value);
    stop();
  });
  store.follow((value) => second.push(value));
  store.set(2);
  store.set(3);
  assert.deepEqual([first, second, store.value], [[2], [2, 3], 3]);
});

test('changes of other pages are heard by the start of their name', () => {
  const heard = [];
  whenKept('outbox.', (name) => heard.push(name));
  storeElsewhere('outbox.m1', { key: 'k' });
  storeElsewhere('session', {});
  dispatchEvent(Object.assign(new Event('storage'), { key: null }));
  assert.deepEqual(heard, ['outbox.m1']);
});

test('a shelf keeps each value under a key of its own', () => {
  const shelf = new Shelf('moves');
  shelf.put('m1', 'one');
  shelf.put('m2', 'two');
  assert.deepEqual(shelf.value, { m1: 'one', m2: 'two' });
  assert.equal(stored('moves.m2'), 'two');
  shelf.put('m1', null);
  assert.deepEqual(shelf.value, { m2: 'two' });
  assert.deepEqual(new Shelf('moves').value, { m2: 'two' }, 'as after a reload');
});

test('what is only shown is not kept', () => {
  const shelf = new Shelf('shown');
  shelf.put('m1', { lasts: 'new' });
  shelf.show('m1', { lasts: 'slow' });
  assert.deepEqual(shelf.value, { m1: { lasts: 'slow' } });
  assert.deepEqual(stored('shown.m1'), { lasts: 'new' });
});

test('two pages share a shelf and neither overwrites the other', () => {
  const [one, other] = [new Shelf('shared'), new Shelf('shared')];
  one.put('m1', 'here');
  storeElsewhere('shared.m1', 'here');
  other.put('m2', 'there');
  storeElsewhere('shared.m2', 'there');
  assert.deepEqual(one.value, { m1: 'here', m2: 'there' });
  assert.deepEqual(other.value, one.value);
  storeElsewhere('shared.m1', null);
  assert.deepEqual(one.value, { m2: 'there' });
});
