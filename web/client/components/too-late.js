/** An invitation was opened after its match had begun: what one can do instead. */
import { html, useState } from '../html.js';
import { t } from '../i18n.js';
import { Logo } from './emblem.js';
import { Frame } from './frame.js';
import { say } from './join-words.js';
import { startMatch } from './start-match.js';
import { attempt } from './trouble.js';

/** @param {{match: import('../types').Match | null}} props the match, if one may see it */
export function TooLate({ match }) {
  const [busy, setBusy] = useState(false);
  const play = async () => {
    setBusy(true);
    if (!(await attempt(() => startMatch(match?.game)))) setBusy(false);
  };
  return html`<${Frame} title="Gobelet" back="/">
    <section class="stack join"><div class="hero"><${Logo} size=${96} /><h2>${say('late')}</h2><p>${say('late_detail')}</p></div>
      <a class="button big" href="/new#friends">${say('open_table')}</a>
      <button class="button plain" disabled=${busy} onClick=${play}>${busy ? t('loading') : t('play_now')}</button>
      ${match && match.visibility !== 'private' && html`<a class="button plain" href=${`/matches/${match.id}`}>${t('watch')}</a>`}</section><//>`;
}
