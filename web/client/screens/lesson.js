/** A guided first match: the real table, one sentence for each move. */

import { say as announce, spoken } from '../announcer.js';
import { Frame } from '../components/frame.js';
import { useGame } from '../components/games.js';
import { useKeptReading } from '../components/reading.js';
import { StageBar } from '../components/stage-bar.js';
import { startMatch } from '../components/start-match.js';
import { attempt, Trouble } from '../components/trouble.js';
import { html, useEffect, useMemo, useState } from '../html.js';
import { capital, local, t } from '../i18n.js';
import { eventsTo, matchAt, sentencesTo } from '../lesson/model.js';
import { say } from '../lesson/words.js';
import { cameFrom } from '../router.js';
import { ConfirmBar, isSame, useChosen } from '../tables/confirm.js';
import { TableView } from '../tables/index.js';
import { useStage } from '../tables/stage.js';
import { useRest } from '../tables/use-rest.js';
import { useTable } from '../tables/use-table.js';

/** @typedef {import('../types').Lesson} Lesson */

/** @param {{game: string}} props */
export default function LessonScreen({ game }) {
  const found = useGame(game);
  const { data, error, again } = useKeptReading(`games/${game}/lesson`, `lesson.${game}`);
  const lesson = /** @type {Lesson | null} */ (data);
  const [before] = useState(cameFrom.value);
  const [round, setRound] = useState(0);
  const title = found ? local(found.titles) : say('guided');
  return html`<${Frame} title=${title} back=${before || `/rules/${game}`} tabs=${false} kind="at-table">
    ${
      lesson
        ? html`<${Guided} key=${round} lesson=${lesson} again=${() => setRound(round + 1)} />`
        : error
          ? html`<${Trouble} error=${error} again=${again} />`
          : html`<p class="loading">${t('loading')}</p>`
    }<//>`;
}

/** @param {{lesson: Lesson, again: () => void}} props */
function Guided({ lesson, again }) {
  const [at, setAt] = useState(0);
  const [wrong, setWrong] = useState(false);
  const table = useTable(lesson.game, true);
  useEffect(() => () => spoken.set([]), []); // a match after it has a log of its own
  const match = useMemo(() => matchAt(lesson, at), [at]);
  const recent = eventsTo(lesson, at);
  const names = [capital(t('you')), ...lesson.names];
  const stage = useStage({ table, match, recent, before: null, scene: { you: 0, names } });
  const choice = useChosen(`${at} ${stage.busy}`, () => {
    setWrong(false);
    setAt(at + 1);
  });
  const rests = useRest(`${at} ${stage.busy} ${choice.chosen?.label}`);
  const step = /** @type {Lesson['steps'][number]} */ (lesson.steps[at]);
  const last = lesson.steps.length - 1;
  const told = stage.busy ? at - 1 : at;
  const text = local(lesson.steps[told]?.texts);
  const move = /** @type {any} */ (step.move);
  useEffect(() => {
    if (stage.busy) return;
    announce(text);
    document
      .querySelector('.guided .tabletop button:not(.strip-explain)')
      ?.scrollIntoView({ block: 'nearest' });
  }, [text, stage.busy]);
  const scene = /** @type {import('../tables/index.js').Scene} */ ({
    match,
    view: stage.view,
    moment: stage.moment,
    busy: stage.busy,
    names,
    you: 0,
    journal: sentencesTo(lesson, stage.upTo),
    recent: recent.filter(({ seq }) => seq <= stage.upTo),
    say: announce,
    choices: stage.busy || !move ? [] : (table?.lead?.(match.choices, move) ?? match.choices),
    chosen: choice.chosen?.move ?? null,
    play: (made, label, how) => {
      setWrong(!isSame(made, move));
      if (isSame(made, move)) choice.choose(move, label, how);
      else choice.cancel();
    },
  });
  return html`<div class=${`table-side guided ${rests ? 'resting' : ''}`} data-version=${step.version}><div class="table-layout">
    <div class="table-notes lesson ${stage.busy ? 'past' : ''}" role="status">
      <p><strong>${wrong && !stage.busy ? say('not_that') : told < last ? say('step', { n: told + 1, of: last }) : ''}</strong> ${text}</p>
    </div>
    ${table && stage.view && html`<${TableView} table=${table} scene=${scene} />`}
    ${stage.busy && html`<${StageBar} stage=${stage} />`}
    ${
      !move && !stage.busy
        ? html`<${End} game=${lesson.game} again=${again} />`
        : choice.chosen
          ? html`<${ConfirmBar} ...${choice} />`
          : html`<p class="last-words"><a href=${`/new/${lesson.game}`}>${say('skip')}</a></p>`
    }
  </div></div>`;
}

/** @param {{game: string, again: () => void}} props */
function End({ game, again }) {
  const [busy, setBusy] = useState(false);
  const play = async () => {
    setBusy(true);
    if (!(await attempt(() => startMatch(game)))) setBusy(false);
  };
  return html`<section class="result lesson-end"><h2>${say('done')}</h2>
    <p class="row spread"><button class="button big" disabled=${busy} onClick=${play}>${say('play')}</button></p>
    <p class="row spread"><button class="button plain" onClick=${again}>${say('again')}</button>
      <a class="button plain" href=${`/rules/${game}`}>${t('rules')}</a></p></section>`;
}
