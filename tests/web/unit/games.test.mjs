/** The games as the client lists them, from the file GAMES: what `GET games` answers. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { answerInTurn, json } from './browser.mjs';
import { drawn } from './vnodes.mjs';

const { language } = await import('../../../web/client/session.js');
const { GameCard } = await import('../../../web/client/components/game-card.js');
const { matchAgainstBots } = await import('../../../web/client/components/games.js');
const { Emblem } = await import('../../../web/client/components/emblem.js');
const page = JSON.parse(await readFile(process.env.GAMES, 'utf8'));

for (const game of page.results) {
  for (const locale of ['fr', 'en']) {
    test(`${game.id} is listed in ${locale} with its title, blurb and emblem`, () => {
      language.set(locale);
      // French punctuation follows a space at which no line breaks.
      const card = drawn(GameCard({ game })).replaceAll('\u00a0', ' ');
      assert.ok(card.includes(`aria-level="3">${game.titles[locale]}</strong>`));
      assert.ok(card.includes(`>${game.blurbs[locale]}</span>`));
      assert.ok(card.includes(`<img class="emblem" src="${game.emblem}"`));
    });
  }
}

test('until the games are known an emblem is an empty place', () => {
  assert.match(drawn(Emblem({})), /^<svg class="emblem"/);
});

test('the first match is of an introductory game, against bots alone', async () => {
  answerInTurn(json(page));
  const { game, seats, bots } = await matchAgainstBots();
  assert.ok(page.results.find(({ id }) => id === game).introductory);
  assert.equal(bots.length, seats - 1);
  assert.ok(
    bots.every((level) => level < 4),
    'a newcomer may win',
  );
  assert.equal((await matchAgainstBots('bonbons')).game, 'bonbons');
});
