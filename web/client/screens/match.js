/** One match, from the waiting room over the table to the end. */

import { notice, say } from '../announcer.js';
import { Frame } from '../components/frame.js';
import { useGames } from '../components/games.js';
import { Icon } from '../components/icon.js';
import { Journal } from '../components/journal.js';
import { useKeptFocus } from '../components/kept-focus.js';
import { MatchMenu } from '../components/match-menu.js';
import { useKeptReading } from '../components/reading.js';
import { Result } from '../components/result.js';
import { SealedBar } from '../components/sealed-bar.js';
import { Sheet } from '../components/sheet.js';
import { Away, StageBar } from '../components/stage-bar.js';
import { Talk, useTalk } from '../components/talk.js';
import { TimeLeft } from '../components/time-left.js';
import { attempt, Trouble } from '../components/trouble.js';
import { WaitingRoom } from '../components/waiting-room.js';
import { html, useEffect, useLayoutEffect, useState } from '../html.js';
import { local, t } from '../i18n.js';
import { isOffered, useMatch } from '../match-model.js';
import { refused, waiting } from '../offline.js';
import { isFirst } from '../preferences.js';
import { pictures } from '../session.js';
import { useStore } from '../store.js';
import { ConfirmBar, useChosen } from '../tables/confirm.js';
import { TableView } from '../tables/index.js';
import { useStage } from '../tables/stage.js';
import { useRest } from '../tables/use-rest.js';
import { useTable } from '../tables/use-table.js';
import { othersWait } from '../time/terms.js';
import { say as sayTime } from '../time/words.js';
import { usePart } from '../use-part.js';

const wide = matchMedia('(min-width: 1000px)');

/** @param {{id: string}} props */
export default function MatchScreen({ id }) {
  const { known, model } = useMatch(id);
  const { match } = known;
  const drawn = useStore(pictures);
  const table = useTable(match?.game, drawn);
  const games = useGames();
  const names = (match?.seats ?? []).map((seat) => seat.player?.name ?? '');
  const stage = useStage({
    table,
    match,
    recent: known.recent,
    before: known.before,
    scene: { you: match?.you ?? null, names },
  });
  useEffect(() => {
    if (stage.moment?.kind === 'faded' && isFirst('fades'))
      notice(t('fades'), 'good', { lasts: 9000 });
  }, [stage.moment]);
  const asked = !stage.busy && match?.choices.length ? match.asked : null;
  useEffect(() => {
    if (asked) import('../sounds.js').then(({ play }) => play('turn')).catch(() => {});
  }, [asked]);
  const waits = match && match.you !== null && !stage.busy && !match.choices.length;
  const others = usePart(
    () => import('../components/while-waiting.js'),
    Boolean(waits && match.status !== 'open'),
  );
  const choice = useChosen(`${match?.version} ${match?.asked} ${stage.busy}`, (move, label) => {
    model.play(move, label);
  });
  useKeptReading(match?.status === 'running' ? `games/${match.game}` : null, `game.${match?.game}`); // its rules, without a network too
  const rests = useRest(`${match?.version} ${stage.busy} ${choice.chosen?.label}`);
  const [panel, setPanel] = useState('');
  const isWide = useMedia(wide);
  const talk = useTalk(id, known, isWide || panel === 'talk');
  const side = useKeptFocus();
  const kept = useStore(waiting)[id];
  const late = useStore(refused)[id];
  const overtaken = known.overtaken ?? late;
  const game = games.find((one) => one.id === match?.game);
  const title = game ? local(game.titles) : 'Gobelet';

  if (known.error && !match)
    return html`<${Frame} title="Gobelet" back="/matches">
    <${Trouble} error=${known.error} again=${() => model.look()} /><//>`;
  if (!match)
    return html`<${Frame} title=${title} back="/matches" tabs=${false}>
    <p class="loading">${t('loading')}</p><//>`;
  if (match.status === 'open')
    return html`<${Frame} title=${title} back="/matches" tabs=${false}>
    <${WaitingRoom} match=${match} model=${model} /><//>`;

  const journal = known.journal.filter((line) => line.seq <= stage.upTo);
  const recent = known.recent.filter((event) => event.seq <= stage.upTo);
  const over = match.status === 'finished' || match.status === 'cancelled';
  /** @type {import('../tables/index.js').Scene} */
  const scene = {
    match,
    view: stage.view,
    moment: stage.moment,
    busy: stage.busy,
    names,
    you: match.you,
    journal,
    recent,
    say,
    choices: stage.busy || kept || over ? [] : match.choices,
    chosen: choice.chosen?.move ?? null,
    play: choice.choose,
  };
  const tools = html`
    ${
      !isWide
      && html`<button class="tool" onClick=${() => setPanel('journal')} aria-label=${t('journal')}>
      <${Icon} name="list" /></button>
      <button class="tool" onClick=${() => setPanel('talk')}
        aria-label=${talk.unread ? `${t('talk')}, ${t('unread', { n: talk.unread })}` : t('talk')}><${Icon} name="talk" />
        ${talk.unread > 0 && html`<span class="badge">${talk.unread}</span>`}</button>`
    }
    <button class="tool" onClick=${() => setPanel('menu')} aria-label=${t('more')}><${Icon} name="more" /></button>`;
  return html`<${Frame} title=${title} back="/matches" tools=${tools} tabs=${false} kind="at-table">
    <div class=${`table-side ${rests ? 'resting' : ''}`} ref=${side} data-version=${match.version}>
      <div class="table-layout">
        <${Banner} known=${known} kept=${kept} model=${model} away=${stage.away}
          more=${waits && others && html`<${others.WhileWaiting} match=${match} />`} />
        ${table && stage.view && html`<${TableView} table=${table} scene=${scene} />`}
        ${stage.busy && html`<${StageBar} stage=${stage} />`}
        ${over && !stage.busy ? html`<${Result} scene=${scene} table=${table} />` : choice.chosen ? html`<${ConfirmBar} ...${choice} />` : match.sealed && !stage.busy ? html`<${SealedBar} match=${match} names=${names} />` : html`<${LastWords} journal=${stage.busy ? [] : journal} />`}
      </div>
    </div>
    ${
      isWide
      && html`<aside class="side"><section class="side-journal"><h2>${t('journal')}</h2>
      <${Journal} journal=${journal} read=${known.read} /></section>
      <section class="side-talk"><h2>${t('talk')}</h2><${Talk} match=${match} talk=${talk} /></section>
        </aside>`
    }
    ${
      panel === 'journal'
      && html`<${Sheet} title=${t('journal')} close=${() => setPanel('')}>
      <${Journal} journal=${journal} read=${known.read} /><//>`
    }
    ${
      panel === 'talk'
      && html`<${Sheet} title=${t('talk')} close=${() => setPanel('')} kind="tall">
      <${Talk} match=${match} talk=${talk} /><//>`
    }
    ${panel === 'menu' && html`<${MatchMenu} match=${match} model=${model} close=${() => setPanel('')} />`}
    ${overtaken && html`<${Overtaken} wish=${overtaken} match=${match} model=${model} journal=${known.journal} />`}
  <//>`;
}

/** @param {MediaQueryList} query */
function useMedia(query) {
  const [holds, setHolds] = useState(query.matches);
  useLayoutEffect(() => {
    const change = () => setHolds(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, [query]);
  return holds;
}

/**
 * What the player must know beside the table: no network, a bot in their seat, a kept move, a vote.
 * @param {{known: import('../match-model.js').Known, kept: import('../offline.js').Waiting | undefined, model: import('../match-model.js').MatchModel, away: {at: number, of: number} | null, more: any}} props
 */
function Banner({ known, kept, model, away, more }) {
  const match = /** @type {import('../types').Match} */ (known.match);
  const names = match.cancel_votes
    .filter((seat) => seat !== match.you)
    .map((seat) => match.seats[seat]?.player?.name)
    .join(', ');
  return html`<div class="table-notes"><${Away} away=${away} />${!away && match.deadline && html`<${TimeLeft} at=${match.deadline.at} quiet=${!othersWait(match)} />`}<div
    class="banners" role="status">
    ${known.reach === 'offline' && html`<p class="banner"><${Icon} name="cloud" size=${18} /> ${t('offline')}</p>`}
    ${
      match.status === 'running'
      && match.you !== null
      && match.seats[match.you]?.stand_in
      && html`<p class="banner">
      <strong class="grow">${sayTime('stand_in')}</strong>
      <button class="button small" onClick=${() => attempt(() => model.ask('return'))}>${sayTime('come_back')}</button></p>`
    }
    ${kept?.lasts === 'slow' && html`<p class="banner">${t('slow_move', { move: kept.label })}</p>`}
    ${
      kept?.lasts === 'kept'
      && html`<p class="banner"><span class="grow">
      <strong>${t('kept_move', { move: kept.label })}</strong> ${t('kept_detail')}</span>
      <button class="button small plain" onClick=${() => model.takeBack()}>${t('take_back')}</button></p>`
    }
    ${
      names
      && html`<p class="banner"><span class="grow">${t('cancel_votes', { names })}</span>
      ${
        match.you !== null
        && !match.cancel_votes.includes(match.you)
        && html`<button class="button small"
        onClick=${() => attempt(() => model.ask('cancel-vote', { agree: true }))}>${t('agree')}</button>`
      }</p>`
    }
    ${more}
  </div></div>`;
}

/** The last thing that happened, in a sentence. @param {{journal: import('../types').Sentence[]}} props */
function LastWords({ journal }) {
  const last = journal.at(-1);
  return html`<p class="last-words" aria-hidden="true"><span>${last?.text ?? ''}</span></p>`;
}

/**
 * The table has moved on before a move was played: the player decides anew.
 * @param {{wish: import('../match-model.js').Wish, match: import('../types').Match, model: import('../match-model.js').MatchModel, journal: import('../types').Sentence[]}} props
 */
function Overtaken({ wish, match, model, journal }) {
  const close = () => model.decided();
  const possible = isOffered(match.choices, wish.move);
  return html`<${Sheet} title=${wish.why ? t('oops') : t('moved_on')} close=${close}>
    <p>${wish.why ? `${t('not_played', { move: wish.label })} ${wish.why}` : t('moved_on_detail', { move: wish.label })} ${possible ? t('still_possible') : ''}</p>
    <${Journal} journal=${journal.slice(-5)} read=${Infinity} />
    <p class="row spread">${
      possible
      && html`<button class="button plain"
      onClick=${() => {
        close();
        model.play(wish.move, wish.label);
      }}>${t('play_anyway')}</button>`
    }
      <button class="button" onClick=${close}>${t('look_again')}</button></p><//>`;
}
