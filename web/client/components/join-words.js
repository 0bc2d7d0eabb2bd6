/** What an invitation says. */
import { dictionary } from '../i18n.js';

export const say = dictionary({
  fr: {
    title: 'Une place vous attend',
    somebody: 'Quelqu’un aimerait jouer avec vous. Prenez place : aucun compte n’est nécessaire.',
    host: '{name} aimerait jouer avec vous. Prenez place : aucun compte n’est nécessaire.',
    late: 'La partie a commencé sans vous',
    late_detail: 'Il n’y a plus de place à cette table. Ouvrez la vôtre, ou jouez tout de suite.',
    open_table: 'Ouvrir une table',
    with: 'À la table : {names}',
    learn: 'Apprendre en jouant (2 min)',
  },
  en: {
    title: 'You are invited',
    somebody: 'Somebody would like to play with you. Take a seat: no account is needed.',
    host: '{name} would like to play with you. Take a seat: no account is needed.',
    late: 'The match has begun without you',
    late_detail: 'There is no seat left at this table. Open your own, or play now.',
    open_table: 'Open a table',
    with: 'At the table: {names}',
    learn: 'Learn by playing (2 min)',
  },
});
