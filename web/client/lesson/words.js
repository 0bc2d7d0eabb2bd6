/** What a guided first match says beside its own sentences. */
import { dictionary } from '../i18n.js';

/** @satisfies {Record<string, import('../i18n.js').Text>} */
const en = {
  guided: 'Guided first match',
  step: 'Step {n} of {of}',
  not_that: 'Later! For now:',
  skip: 'Skip the lesson',
  done: 'Well done!',
  play: 'Play against bots',
  again: 'Once more',
};

/** @type {Record<keyof typeof en, import('../i18n.js').Text>} */
const fr = {
  guided: 'Première partie guidée',
  step: 'Étape {n} sur {of}',
  not_that: 'Plus tard ! Pour l’instant :',
  skip: 'Passer la leçon',
  done: 'Bravo !',
  play: 'Jouer contre des bots',
  again: 'Encore une fois',
};

export const say = dictionary({ fr, en });
