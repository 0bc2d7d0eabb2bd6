/** Who plays here, and how they want it: name, look, being away, notices, devices, data. */

import { notice } from '../announcer.js';
import { api } from '../api.js';
import { Frame } from '../components/frame.js';
import { Icon } from '../components/icon.js';
import { useReading } from '../components/reading.js';
import { Look } from '../components/settings.js';
import { attempt, Trouble } from '../components/trouble.js';
import { html, useState } from '../html.js';
import { t } from '../i18n.js';
import { Data, Devices, Shunned } from '../profile/account.js';
import { Apps } from '../profile/apps.js';
import { Away } from '../profile/away.js';
import { Notices } from '../profile/notices.js';
import { isPasskeyPossible, SignIn } from '../profile/sign-in.js';
import { say } from '../profile/words.js';
import { session } from '../session.js';
import { useStore } from '../store.js';
import { usePart } from '../use-part.js';

/** @typedef {import('../types').Profile} Profile */

export default function ProfileScreen() {
  const { token, player } = useStore(session);
  return html`<${Frame} title=${say('title')} back="/">
    ${token && player ? html`<${Own} key=${player.id + player.guest} />` : html`<p class="empty">${say('nobody')}</p><${SignIn} guest=${false} />`}
    ${!token && html`<section class="panel stack tight"><h2>${say('look')}</h2><${Look} /></section>`}
  <//>`;
}

function Own() {
  const { data, error, again } = useReading('me');
  const [changed, setChanged] = useState(/** @type {Profile | null} */ (null));
  const passkeys = usePart(() => import('../profile/passkeys.js'), isPasskeyPossible());
  const ownApps = usePart(() => import('../profile/own-apps.js'));
  const me = changed ?? /** @type {Profile | null} */ (data);
  if (!me)
    return error
      ? html`<${Trouble} error=${error} again=${again} />`
      : html`<p class="loading">${t('loading')}</p>`;
  const change = (/** @type {Record<string, unknown>} */ changes) =>
    attempt(async () => {
      const now = await api.patch('me', changes);
      setChanged(now);
      session.set({
        ...session.value,
        player: { id: now.id, kind: now.kind, guest: now.guest, name: now.name },
      });
      notice(say('saved'));
    });
  return html`<div class="profile">
    ${me.banners.map((banner) => html`<p key=${banner.code} class="banner" role="alert">${banner.text}</p>`)}
    <${Name} me=${me} change=${change} />
    ${me.guest && html`<${SignIn} guest=${true} />`}
    <section class="panel stack tight"><h2>${say('look')}</h2><${Look} /></section>
    <${Notices} me=${me} change=${change} />
    <${Away} me=${me} change=${change} />
    ${passkeys && !me.guest && html`<${passkeys.Passkeys} />`}
    <${Devices} guest=${me.guest} /><${Apps} />${ownApps && !me.guest && html`<${ownApps.OwnApps} />`}<${Shunned} /><${Data} />
  </div>`;
}

/** @param {{me: Profile, change: import('../profile/away.js').Change}} props */
function Name({ me, change }) {
  const [name, setName] = useState(me.name);
  const save = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    change({ name: name.trim() });
  };
  return html`<section class="panel stack tight"><h2>${say('you')}</h2><p class="dim">${me.email ? say('account', { email: me.email }) : say('guest')}</p>
    <form class="row low" onSubmit=${save}><label class="field grow">${t('name')}<input value=${name} maxlength="40" required autocomplete="nickname" onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
      <button class="button" disabled=${!name.trim() || name.trim() === me.name}>${t('save')}</button></form>
    <div class="row"><a class="button small plain" href=${`/players/${me.id}`}><${Icon} name="person" size=${18} /> ${say('public_page')}</a>
      <a class="button small plain" href="/people"><${Icon} name="lobby" size=${18} /> ${say('people')}</a></div></section>`;
}
