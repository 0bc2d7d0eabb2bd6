/** The rules of a game: first in pictures of its table, then in full, as the API tells them. */

import { Emblem } from '../components/emblem.js';
import { Frame } from '../components/frame.js';
import { GameCard } from '../components/game-card.js';
import { useGames } from '../components/games.js';
import { Markdown } from '../components/markdown.js';
import { useKeptReading } from '../components/reading.js';
import { Trouble } from '../components/trouble.js';
import { html, useEffect, useState } from '../html.js';
import { local, t } from '../i18n.js';
import { cameFrom } from '../router.js';
import { language } from '../session.js';
import { useStore } from '../store.js';
import { tableOf } from '../tables/index.js';

/** @param {{game: string}} props */
export default function Rules({ game }) {
  const games = useGames();
  const tongue = useStore(language);
  const { data, error, again } = useKeptReading(game ? `games/${game}` : null, `game.${game}`);
  const found = /** @type {import('../types').Game | null} */ (data);
  const pictures = usePictures(game);
  const [before] = useState(cameFrom.value);
  if (!game) {
    return html`<${Frame} title=${t('rules')} back="/"><ul class="cards games">${games.map(
      (one) => html`
      <li key=${one.id}><a class="card game-card" href=${`/rules/${one.id}`}>
        <${GameCard} game=${one} /></a></li>`,
    )}</ul><//>`;
  }
  return html`<${Frame} title=${found ? local(found.titles) : t('rules')} back=${before || '/rules'} kind="reading">
    ${error && !found ? html`<${Trouble} error=${error} again=${again} />` : null}
    ${
      found
      && html`<article class="rules"><${Emblem} game=${found} size=${88} />
      <p class="row spread">${found.lesson && html`<a class="button" href=${`/learn/${game}`}>${t('learn')}</a>`}
        <a class="button plain" href=${`/new/${game}`}>${t('new_match')}</a></p>
      ${pictures.map(Figure)}
      <h2>${t('rules_in_full')}</h2>
      <div class="rules-text"><${Markdown} text=${found.rules[tongue]} /></div></article>`
    }
  <//>`;
}

/** What a game's table has drawn for its rules. @param {string} game */
function usePictures(game) {
  const [found, setFound] = useState(/** @type {import('../tables/index.js').Picture[]} */ ([]));
  useEffect(() => {
    let wanted = true;
    const read = async () => (await (await tableOf(game, true)).pictures?.())?.default ?? [];
    if (game)
      read().then(
        (pictures) => {
          if (wanted) setFound(pictures);
        },
        () => {},
      );
    return () => {
      wanted = false;
    };
  }, [game]);
  return found;
}

/** A picture; what it shows is said below it. @param {import('../tables/index.js').Picture} picture */
function Figure({ draw, caption }) {
  return html`<figure class="rule-picture"><div aria-hidden="true">${draw()}</div><figcaption>${local(caption)}</figcaption></figure>`;
}
