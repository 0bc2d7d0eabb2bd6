/** What the client itself says; games and recaps bring their own words from the API. */

import { en, fr } from './messages.js';
import { language } from './session.js';
import { useStore } from './store.js';

/** @typedef {string | ((told: any) => string)} Text a sentence, `{name}` to be filled in, or a function that makes it */

/**
 * Texts of the same names in every language, as one function from a name to the text in the language
 * of this device.
 * @template {string} Word
 * @param {Record<import('./types').Locale, Record<Word, Text>>} words
 * @returns {(word: Word, told?: Record<string, unknown>) => string}
 */
export function dictionary(words) {
  return (word, told = {}) => {
    const text = words[language.value][word];
    return spaced(
      typeof text === 'function'
        ? text(told)
        : text.replace(/\{(\w+)\}/g, (_, name) => String(told[name] ?? '')),
    );
  };
}

/** In French no line breaks before ! ? : ; », nor after «. @param {string} text */
function spaced(text) {
  if (language.value !== 'fr') return text;
  return text.replace(/ (?=[!?:;»])/g, '\u00a0').replace(/« /g, '«\u00a0');
}

/** @typedef {keyof typeof en} Word */
export const t = dictionary(
  /** @type {Record<import('./types').Locale, Record<Word, Text>>} */ ({ fr, en }),
);

/** A text that the API gives in every language. @param {{fr: string, en: string} | undefined} text */
export function local(text) {
  return text ? spaced(text[language.value]) : '';
}

/** In a component: draw anew when the language changes. */
export function useLanguage() {
  return useStore(language);
}

/** With a capital letter. @param {string} text */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** In the quotation marks of the language. @param {string | number} text */
export function quoted(text) {
  return language.value === 'fr' ? spaced(`« ${text} »`) : `“${text}”`;
}

/** Names as a list in a sentence. @param {string[]} names */
export function listed(names) {
  return new Intl.ListFormat(language.value).format(names);
}

/** What a seat is called in a sentence of this client. @param {string[]} names @param {number} seat @param {number | null} you */
export function called(names, seat, you) {
  return seat === you ? capital(t('you')) : (names[seat] ?? '');
}

/** How long ago or ahead a moment is, coarsely. @param {string} moment */
export function ago(moment) {
  const seconds = (Date.parse(moment) - Date.now()) / 1000;
  const told = new Intl.RelativeTimeFormat(language.value, { numeric: 'auto', style: 'short' });
  /** @type {[number, Intl.RelativeTimeFormatUnit][]} */
  const units = [
    [86400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ];
  for (const [size, unit] of units) {
    if (Math.abs(seconds) >= size) return told.format(Math.round(seconds / size), unit);
  }
  return t('now');
}

/** A span of time as one would say it; of days it lacks less than an hour. @param {number} seconds */
export function span(seconds) {
  const days = Math.floor((seconds + 3600) / 86400);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60);
  if (seconds >= 172800) return t('days', { n: days });
  if (hours >= 2) return t('hours', { n: hours });
  if (minutes >= 1) return t('minutes', { n: minutes });
  return t('seconds', { n: Math.max(0, Math.floor(seconds)) });
}
