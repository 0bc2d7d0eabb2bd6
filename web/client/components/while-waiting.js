/** While others think: the next match that waits for the player and, once, an offer to be told. */
import { html, useEffect, useState } from '../html.js';
import { local } from '../i18n.js';
import { isFirst } from '../preferences.js';
import { isPushPossible, pushStart } from '../profile/push.js';
import { session } from '../session.js';
import { useStore } from '../store.js';
import { listsChanged } from '../turn-badge.js';
import { useGame } from './games.js';
import { Icon } from './icon.js';
import { installer } from './install.js';
import { say } from './people-words.js';
import { useReading } from './reading.js';
import { attempt } from './trouble.js';

/** @typedef {import('../types').Match} Match */

/** The most urgent of other matches. @template {{id: string}} T @param {T[]} found @param {string} here */
export function nextOf(found, here) {
  return found.find(({ id }) => id !== here) ?? null;
}

/** Whether people, not only bots, are to move before this player. @param {Match} match */
export function isLong({ status, you, awaiting, seats }) {
  return (
    status === 'running'
    && you !== null
    && !awaiting.includes(you)
    && awaiting.some((seat) => seats[seat]?.player?.kind === 'human')
  );
}

/** @param {{match: Match}} props */
export function WhileWaiting({ match }) {
  const { token } = useStore(session);
  const changed = useStore(listsChanged);
  const { data } = useReading(token ? 'me/turns?limit=2' : null, changed);
  /** @type {import('../types').Turn[]} */
  const found = /** @type {any} */ (data)?.results ?? [];
  const next = nextOf(found, match.id);
  const game = useGame(next?.game);
  if (!next) return isLong(match) && html`<${Offer} />`;
  return html`<p class="banner next-match"><a class="button small plain" href=${`/matches/${next.id}`}>${say('next_match', { game: game ? local(game.titles) : '' })} <${Icon} name="next" size=${16} /></a></p>`;
}

/** To be told, or to have the client among one's apps: offered at the first wait, and never again. */
function Offer() {
  const [open, setOpen] = useState(false);
  const app = useStore(installer);
  useEffect(() => {
    if ((isPushPossible() || app) && isFirst('wait')) setOpen(true);
  }, [app]);
  if (!open) return null;
  const tell = async () => {
    if (await attempt(pushStart)) setOpen(false);
  };
  const install = async () => {
    await app?.prompt();
    setOpen(false);
  };
  return html`<p class="banner offer"><span class="grow">${say('wait_detail')}</span>
    ${isPushPossible() && html`<button class="button small" onClick=${tell}>${say('tell_me')}</button>`}
    ${app && html`<button class="button small" onClick=${install}>${say('install')}</button>`}
    <button class="button small plain" onClick=${() => setOpen(false)}>${say('no_thanks')}</button></p>`;
}
