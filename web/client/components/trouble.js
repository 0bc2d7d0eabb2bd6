/** Something went wrong: what, in a sentence, and what to do. */

import { notice } from '../announcer.js';
import { Problem, Unreachable } from '../api.js';
import { html } from '../html.js';
import { t } from '../i18n.js';

/** What went wrong, for people. @param {unknown} error */
export function sentence(error) {
  if (error instanceof Problem) return error.message;
  if (error instanceof Unreachable || error === null) return error?.message || t('unreachable');
  return error instanceof Error ? error.message : String(error);
}

/**
 * Do something that may be refused, and say so if it is; whether it was done.
 * @param {() => Promise<unknown>} deed
 */
export async function attempt(deed) {
  try {
    await deed();
    return true;
  } catch (error) {
    notice(sentence(error), 'bad');
    return false;
  }
}

/** @param {{error: unknown, again?: () => void}} props */
export function Trouble({ error, again }) {
  const unknown = error instanceof Problem && error.status === 404;
  return html`<section class="trouble" role="alert">
    <h2>${unknown ? t('nowhere') : t('oops')}</h2>
    <p>${unknown ? t('nowhere_detail') : sentence(error)}</p>
    ${again && !unknown && html`<button class="button" onClick=${again}>${t('try_again')}</button>`}
    <a class="button plain" href="/">${t('to_start')}</a>
  </section>`;
}
