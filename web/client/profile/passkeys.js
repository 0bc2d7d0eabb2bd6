/** Passkeys: what this browser or phone signs in with, in place of an address and a code. */

import { notice } from '../announcer.js';
import { api } from '../api.js';
import { useReading } from '../components/reading.js';
import { attempt } from '../components/trouble.js';
import { html } from '../html.js';
import { ago } from '../i18n.js';
import { say } from './passkey-words.js';
import { enter } from './sign-in.js';

/** A browser's refusal, as a sentence; that the person has stopped is none. @param {unknown} error */
function refused(error) {
  if (!(error instanceof DOMException)) throw error;
  if (error.name === 'InvalidStateError') notice(say('here_already'), 'bad');
  else if (error.name === 'NotAllowedError' || error.name === 'AbortError') notice(say('stopped'));
  else notice(say('failed'), 'bad');
  return null;
}

/** Sign in with a passkey of this device, if the person chooses one. */
async function signIn() {
  const { nonce, options } = await api.post('auth/passkey/options', {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const found = /** @type {PublicKeyCredential | null} */ (
    await navigator.credentials.get({ publicKey }).catch(refused)
  );
  if (!found) return;
  await enter(await api.post('auth/passkey', { nonce, credential: found.toJSON() }));
}

/** Make a passkey on this device, if the person agrees. */
async function register() {
  const { nonce, options } = await api.post('me/passkeys/options', {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = /** @type {PublicKeyCredential | null} */ (
    await navigator.credentials.create({ publicKey }).catch(refused)
  );
  if (!made) return;
  await api.post('me/passkeys', { nonce, credential: made.toJSON() });
  notice(say('added'));
}

/** Whether passkeys work on this server, once it has told. */
function useOffered() {
  const { data } = useReading('server');
  return Boolean(/** @type {any} */ (data)?.features.includes('passkeys'));
}

export function PasskeySignIn() {
  if (!useOffered()) return null;
  return html`<p class="row"><button type="button" class="button plain" onClick=${() => attempt(signIn)}>${say('sign_in')}</button></p>`;
}

export function Passkeys() {
  const offered = useOffered();
  const { data, again } = useReading(offered ? 'me/passkeys?limit=100' : null);
  if (!offered) return null;
  const rows = /** @type {any[]} */ (/** @type {any} */ (data)?.results ?? []);
  const add = () => attempt(() => register().then(again));
  const remove = (/** @type {any} */ row) =>
    attempt(async () => {
      await api.remove(`me/passkeys/${row.id}`);
      notice(say('removed'));
      again();
    });
  return html`<section class="panel passkeys"><h2>${say('title')}</h2><p class="dim">${say('detail')}</p><ul class="lines">${rows.map(
    (
      row,
    ) => html`<li key=${row.id}><span class="grow"><span class="device">${row.name || '?'}</span> ${row.synced && html`<span class="tag">${say('synced')}</span>`}<span class="dim">${row.used_at ? say('used', { ago: ago(row.used_at) }) : say('unused')}</span></span>
      <button class="button small plain" onClick=${() => remove(row)}>${say('remove')}</button></li>`,
  )}</ul><button class="button small" onClick=${add}>${say('add')}</button></section>`;
}
