/** What one plays for, told once on a device when one comes to a table of that game. */
import { notice } from '../announcer.js';
import { api } from '../api.js';
import { isFirst } from '../preferences.js';
import { language } from '../session.js';

const LASTS = 9000;

/** The paragraph under the first heading of a game's rules. @param {string} rules */
export function goalIn(rules) {
  return (/^## .*\n+(.+(?:\n.+)*)/m.exec(rules)?.[1] ?? '').replaceAll('\n', ' ');
}

/** @param {string} game */
export async function tellGoal(game) {
  if (!isFirst(`goal.${game}`)) return;
  try {
    const { rules } = await api.get(`games/${game}`);
    notice(goalIn(rules[language.value]), 'good', { lasts: LASTS });
  } catch {
    // The rules tell it too.
  }
}
