/** A third-party app asks for something: who asks, what it would be allowed, yes or no. */

import { api } from '../api.js';
import { Frame } from '../components/frame.js';
import { attempt, Trouble } from '../components/trouble.js';
import { html, useEffect, useState } from '../html.js';
import { t } from '../i18n.js';
import { say } from '../profile/app-words.js';
import { SignIn } from '../profile/sign-in.js';
import { session } from '../session.js';
import { useStore } from '../store.js';

/** What the app has put into the address, and nothing that it need not. */
const ASKED = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'code_challenge',
  'code_challenge_method',
  'state',
];

function asked() {
  const query = new URLSearchParams(location.search);
  return Object.fromEntries(
    ASKED.filter((name) => query.has(name)).map((name) => [name, query.get(name)]),
  );
}

export default function AuthorizeScreen() {
  const { token, player } = useStore(session);
  return html`<${Frame} title=${say('title')}>
    ${token && player ? html`<${Question} key=${player.id} player=${player} />` : html`<p class="empty">${say('sign_in_first')}</p><${SignIn} guest=${false} />`}
  <//>`;
}

/** @param {{player: import('../types').Account}} props */
function Question({ player }) {
  const [told, setTold] = useState(/** @type {any} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (undefined));
  useEffect(() => {
    api.post('auth/authorize', asked()).then(setTold, setError);
  }, []);
  if (!told)
    return error !== undefined
      ? html`<${Trouble} error=${error} />`
      : html`<p class="loading">${t('loading')}</p>`;
  const decide = (/** @type {boolean} */ allow) =>
    attempt(async () => {
      const { redirect } = await api.post('auth/authorize', { ...asked(), allow });
      location.assign(redirect);
    });
  return html`<section class="panel stack tight authorize"><h2>${say('asks', { app: told.app.name })}</h2>
    <ul>${told.scopes.map((/** @type {'play' | 'read' | 'profile'} */ scope) => html`<li key=${scope}>${say(scope)}</li>`)}</ul>
    <p>${say('not', { app: told.app.name })}</p>
    <p class="dim">${say('made_by_others', { destination: told.destination })}</p>
    <p class="dim">${say(player.guest ? 'as_guest' : 'as', { name: player.name })}</p>
    <div class="row"><button class="button" onClick=${() => decide(true)}>${say('allow')}</button>
      <button class="button plain" onClick=${() => decide(false)}>${say('refuse')}</button></div></section>`;
}
