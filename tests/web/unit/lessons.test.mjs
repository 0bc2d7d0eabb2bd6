/** Guided first matches on the tables that show them, from the file LESSONS: what `GET games/{game}/lesson` answers. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import './browser.mjs';

const CLIENT = '../../../web/client';
const { language } = await import(`${CLIENT}/session.js`);
const { isSame } = await import(`${CLIENT}/tables/confirm.js`);
const { eventsTo, matchAt, only, sentencesTo } = await import(`${CLIENT}/lesson/model.js`);
const { isOffered } = await import(`${CLIENT}/match-model.js`);
const lessons = JSON.parse(await readFile(process.env.LESSONS, 'utf8'));
const MOST_WORDS = 120;

for (const lesson of lessons) {
  const { default: table } = await import(`${CLIENT}/tables/${lesson.game}/table.js`);

  test(`${lesson.game}: each step offers the move that it leads to`, () => {
    for (const { choices, move } of lesson.steps.slice(0, -1)) {
      const offered = table.lead?.(choices, move) ?? choices;
      assert.ok(isOffered(offered, move), JSON.stringify(move));
      assert.ok(isSame(move, { ...move }));
      assert.ok(!isSame(move, { ...move, type: 'other' }));
    }
  });

  test(`${lesson.game}: the table shows what happens between two steps`, () => {
    for (let at = 1; at < lesson.steps.length; at += 1) {
      const { view } = matchAt(lesson, at - 1);
      const shown = lesson.steps[at].events.filter((event) =>
        table.step(view, event, { you: 0, names: ['', ...lesson.names] }),
      );
      assert.ok(shown.length > 0, `step ${at}`);
    }
  });

  test(`${lesson.game}: the journal tells what has been shown, in the reader's language`, () => {
    const last = lesson.steps.length - 1;
    assert.equal(eventsTo(lesson, last).length, lesson.steps[last].version);
    for (const locale of ['fr', 'en']) {
      language.set(locale);
      const told = sentencesTo(lesson, lesson.steps[0].version);
      assert.equal(told.length, lesson.steps[0].version);
      assert.equal(
        told[0].text.replaceAll('\u00a0', ' '),
        lesson.steps[0].events[0].texts[locale].replaceAll('\u00a0', ' '),
      );
    }
  });

  test(`${lesson.game}: the rules open with five pictures and few words`, async () => {
    const { default: pictures } = await table.pictures();
    assert.equal(pictures.length, 5);
    for (const locale of ['fr', 'en']) {
      const words = pictures.flatMap(({ caption }) => caption[locale].match(/[\p{L}\p{N}’]+/gu));
      assert.ok(words.length <= MOST_WORDS, `${locale}: ${words.length}`);
    }
  });
}

test('what leads to a move is of its type, and has its values in the named fields', () => {
  const choices = [
    { type: 'place', animal: ['dove', 'mouse'], cup: [0, 1] },
    { type: 'take' },
    {
      type: 'lift',
      cups: [
        [0, 2, 4],
        [1, 3, 5],
      ],
      swap: [null, [0, 1]],
    },
  ];
  const place = { type: 'place', animal: 'dove', cup: 1 };
  assert.deepEqual(only(choices, place), [{ type: 'place', animal: ['dove'], cup: [1] }]);
  assert.deepEqual(only(choices, place, ['cup']), [{ ...choices[0], cup: [1] }]);
  const lift = { type: 'lift', cups: [0, 2, 4] };
  assert.deepEqual(only(choices, lift), [{ type: 'lift', cups: [[0, 2, 4]], swap: [null] }]);
  assert.deepEqual(only(choices, { type: 'place', animal: 'dove', cup: 7 }), []);
});
