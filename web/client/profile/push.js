/** Notices on this device by Web Push, which the service worker shows. */

import { notice } from '../announcer.js';
import { api } from '../api.js';
import { attempt } from '../components/trouble.js';
import { html, useEffect, useState } from '../html.js';
import { say } from './words.js';

/** Whether this browser has Web Push. */
export const isPushPossible = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** This browser's subscription, if it has one. */
async function subscription() {
  const worker = await navigator.serviceWorker.getRegistration('/');
  return worker ? worker.pushManager.getSubscription() : null;
}

/** Subscribe this browser and tell the server. */
export async function pushStart() {
  if ((await Notification.requestPermission()) !== 'granted') {
    notice(say('push_denied'), 'bad');
    return null;
  }
  const { vapid_key: key } = await api.get('me/push');
  const worker = await navigator.serviceWorker.ready;
  try {
    const made = await worker.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key,
    });
    return await api.post('me/push', made.toJSON());
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    notice(say('push_failed'), 'bad');
    return null;
  }
}

/** The server's entry of this browser, or null. */
async function registered() {
  const own = await subscription();
  if (!own) return null;
  const { results } = await api.get('me/push?limit=100');
  return (
    results.find((/** @type {any} */ one) => one.url === own.endpoint && !one.disabled_at) ?? null
  );
}

export function PushSwitch() {
  const [entry, setEntry] = useState(/** @type {any} */ (null));
  useEffect(() => {
    if (isPushPossible()) registered().then(setEntry, () => {});
  }, []);
  if (!isPushPossible()) return html`<p class="dim">${say('push_missing')}</p>`;
  const on = () => attempt(async () => setEntry(await pushStart()));
  const off = () =>
    attempt(async () => {
      await api.remove(`me/push/${entry.id}`);
      await (await subscription())?.unsubscribe();
      setEntry(null);
    });
  const tryIt = () =>
    attempt(async () => {
      await api.post(`me/push/${entry.id}/test`, {});
      notice(say('push_tried'));
    });
  return html`<div class="row push"><p class="grow" role="status"><strong>${say('push')}</strong><span class="dim">${entry ? say('push_on') : say('push_off')}</span></p>
    ${
      entry
        ? html`<button class="button small plain" onClick=${tryIt}>${say('push_try')}</button><button class="button small plain" onClick=${off}>${say('push_stop')}</button>`
        : html`<button class="button small" onClick=${on}>${say('push_start')}</button>`
    }</div>`;
}
