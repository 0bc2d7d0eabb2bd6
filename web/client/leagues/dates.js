/** Days as the pages of cups and leagues write them. */
import { language } from '../session.js';

/** A day in the language of this device. @param {string} time */
export function day(time) {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'medium' }).format(new Date(time));
}
