/** What emotes say, and the names of the faces. */
import { dictionary } from '../i18n.js';

/** @satisfies {Record<string, import('../i18n.js').Text>} */
const en = {
  emotes: 'Show something',
  laugh: 'Laugh',
  cry: 'Cry',
  wow: 'Be amazed',
  think: 'Think',
  cool: 'Be cool',
  grumble: 'Grumble',
  hello: 'Hello!',
  good_luck: 'Good luck!',
  well_played: 'Well played!',
  oops: 'Oops!',
  thanks: 'Thanks!',
  again: 'Another match?',
};

/** @type {Record<keyof typeof en, import('../i18n.js').Text>} */
const fr = {
  emotes: 'Montrer quelque chose',
  laugh: 'Rire',
  cry: 'Pleurer',
  wow: 'S’étonner',
  think: 'Réfléchir',
  cool: 'Faire le malin',
  grumble: 'Grogner',
  hello: 'Bonjour !',
  good_luck: 'Bonne chance !',
  well_played: 'Bien joué !',
  oops: 'Oups !',
  thanks: 'Merci !',
  again: 'On remet ça ?',
};

export const say = dictionary({ fr, en });
