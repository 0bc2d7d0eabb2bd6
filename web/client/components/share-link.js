/** A link goes to the device's own way of sharing, else to the clipboard. */
import { notice } from '../announcer.js';
import { t } from '../i18n.js';
import { attempt } from './trouble.js';

/** @param {string} url @param {string} [told] once it is copied */
export function shareLink(url, told = t('copied')) {
  if ('share' in navigator) return navigator.share({ url }).catch(() => {});
  return attempt(async () => {
    await navigator.clipboard.writeText(url);
    notice(told);
  });
}
