/** An address, and the code that is mailed to it: a guest becomes an account, or somebody comes back. */

import { notice } from '../announcer.js';
import { api } from '../api.js';
import { attempt } from '../components/trouble.js';
import { html, useState } from '../html.js';
import { session, tellTimeZone } from '../session.js';
import { usePart } from '../use-part.js';
import { say } from './words.js';

/** The time zone of players who have told none. */
const UNTOLD = 'UTC';

/** Whether this browser has passkeys, at an address that may have some. */
export const isPasskeyPossible = () =>
  'PublicKeyCredential' in globalThis
  && 'parseRequestOptionsFromJSON' in PublicKeyCredential
  && !/^[\d.]+$|:/.test(location.hostname);

/** Somebody has signed in on this device. @param {any} made */
export async function enter(made) {
  session.set({ token: made.token, player: made.player });
  if ((await api.get('me')).time_zone === UNTOLD) tellTimeZone();
  notice(say('welcome', { name: made.player.name }));
}

/** @param {{guest: boolean}} props */
export function SignIn({ guest }) {
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const [sent, setSent] = useState(
    /** @type {{nonce: string, expires_in_seconds: number} | null} */ (null),
  );
  const ask = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    attempt(async () => {
      setSent(await api.post('auth/email', { email: email.trim() }));
    });
  };
  const confirm = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    attempt(async () => {
      const made = await api.post('auth/email/confirm', {
        email: email.trim(),
        code: code.trim(),
        nonce: sent?.nonce,
      });
      await enter(made);
    });
  };
  const passkeys = usePart(() => import('./passkeys.js'), isPasskeyPossible());
  return html`<section class="sign-in panel"><h2>${guest ? say('keep') : say('sign_in')}</h2><p>${guest ? say('keep_detail') : say('sign_in_detail')}</p>
    ${
      !sent
        ? html`<form class="row low" onSubmit=${ask}><label class="field grow">${say('email')}<input type="email" required autocomplete="email" value=${email} onInput=${(/** @type {any} */ event) => setEmail(event.target.value)} /></label>
      <button class="button" disabled=${!email.trim()}>${say('send_code')}</button></form>`
        : html`<form class="stack tight" onSubmit=${confirm}><p role="status">${say('code_sent', { email: email.trim(), n: Math.round(sent.expires_in_seconds / 60) })}</p>
      <div class="row low"><label class="field grow">${say('code')}<input class="code" inputmode="numeric" autocomplete="one-time-code" pattern=" *[0-9]{6} *" maxlength="8" required value=${code} onInput=${(/** @type {any} */ event) => setCode(event.target.value)} /></label>
        <button class="button" disabled=${code.trim().length < 6}>${say('confirm')}</button></div>
      <button type="button" class="button plain small" onClick=${() => {
        setSent(null);
        setCode('');
      }}>${say('other_address')}</button></form>`
    }
    ${passkeys && html`<${passkeys.PasskeySignIn} />`}
  </section>`;
}
