/** A new match: the game, how many, who may come, and the options that its schema declares. */

import { CircleChoice, RatedChoice } from '../components/company.js';
import { Emblem } from '../components/emblem.js';
import { Frame } from '../components/frame.js';
import { GameCard } from '../components/game-card.js';
import { useGames, usualSeats } from '../components/games.js';
import { Opponents, usualLevel } from '../components/opponents.js';
import { OptionFields } from '../components/options.js';
import { Choice } from '../components/settings.js';
import { attempt } from '../components/trouble.js';
import { html, useState } from '../html.js';
import { local, t } from '../i18n.js';
import { go } from '../router.js';
import { someone } from '../session.js';
import { inForm, TimeFields, useTime } from '../time/choose.js';

/** @typedef {import('../types').GameSummary} GameSummary */
const VISIBILITIES = /** @type {const} */ (['private', 'unlisted', 'public']);

/**
 * `hash` is the id of the circle that the table is for, or `friends`.
 * @param {{game: string, hash: string}} props
 */
export default function New({ game, hash }) {
  const wish = hash && `#${hash}`;
  const games = useGames();
  const chosen = games.find((one) => one.id === game);
  return html`<${Frame} title=${t('new_match')} back=${game ? `/new${wish}` : '/'}>
    ${
      chosen
        ? html`<${Form} key=${chosen.id} game=${chosen} friends=${wish !== ''} circle=${hash === 'friends' ? '' : hash} />`
        : html`<h2>${t('choose_game')}</h2>
      <ul class="cards games">${games.map(
        (one) => html`<li key=${one.id}><a class="card game-card" href=${`/new/${one.id}${wish}`}>
        <${GameCard} game=${one} /></a></li>`,
      )}</ul>`
    }
  <//>`;
}

/** The whole numbers from one to another. @param {number} from @param {number} to */
function range(from, to) {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}

/** The levels of bots that nobody has chosen. @param {number} count @param {number} [from] */
function usual(count, from = 0) {
  return range(from, from + count - 1).map(usualLevel);
}

/** @param {{game: GameSummary, friends: boolean, circle: string}} props whether it is for friends: then no bot sits down unasked */
function Form({ game, friends, circle: asked }) {
  const { min, max } = game.seats;
  const [seats, setSeats] = useState(usualSeats(game));
  const [bots, setBots] = useState(friends ? [] : usual(seats - 1));
  const [visibility, setVisibility] = useState('private');
  const [options, setOptions] = useState(/** @type {Record<string, unknown>} */ ({}));
  const [circle, setCircle] = useState(asked);
  const [rated, setRated] = useState(!friends);
  const time = useTime();
  const [busy, setBusy] = useState(false);
  const alone = bots.length === seats - 1;
  const strangers = !alone && visibility !== 'private';
  const resize = (/** @type {string} */ value) => {
    const most = Number(value) - 1;
    setSeats(most + 1);
    seatBots(alone ? most : Math.min(bots.length, most));
  };
  const seatBots = (/** @type {number} */ count) =>
    setBots([...bots.slice(0, count), ...usual(count - bots.length, bots.length)]);
  const open = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    setBusy(true);
    const done = await attempt(async () => {
      await someone();
      const { sitDown } = await import('../seed.js');
      const form = {
        game: game.id,
        seats,
        bots,
        visibility,
        options,
        ...(alone ? {} : { rated, ...(circle && { circle }) }),
        ...inForm(strangers ? time.wanted : { ...time.wanted, minimum: 0 }),
      };
      const match = await sitDown('matches', form, alone);
      go(`/matches/${match.id}`, { replace: true });
    });
    if (!done) setBusy(false);
  };
  return html`<form class="stack" onSubmit=${open}>
    <header class="row"><${Emblem} game=${game} size=${64} /><div class="grow"><h2>${local(game.titles)}</h2>
      <a href=${`/rules/${game.id}`}>${t('rules')}</a>${game.lesson && html` · <a href=${`/learn/${game.id}`}>${t('learn')}</a>`}</div></header>
    <${Choice} label=${t('seats')} name="seats" value=${String(seats)}
      answers=${range(min, max).map((n) => [String(n), String(n)])} choose=${resize} />
    <${Choice} label=${t('bots')} name="bots" value=${String(bots.length)}
      answers=${range(0, seats - 1).map((n) => [String(n), n ? String(n) : t('bots_none')])}
      choose=${(/** @type {string} */ value) => seatBots(Number(value))} />
    <${Opponents} characters=${game.bots} levels=${bots} change=${setBots} />
    ${
      !alone
      && html`<${Choice} label=${t('who_may_join')} name="visibility" value=${visibility}
      answers=${VISIBILITIES.map((one) => [one, t(`visibility_${one}`)])} choose=${setVisibility} />
      <${CircleChoice} value=${circle} choose=${setCircle} />`
    }
    <${OptionFields} schema=${game.options} value=${options} change=${setOptions} />
    <${TimeFields} ...${time} strangers=${strangers} />
    ${!alone && html`<${RatedChoice} value=${rated} choose=${setRated} />`}
    <button class="button big" disabled=${busy}>${alone ? t('begin') : t('open_table')}</button>
  </form>`;
}
