/** A finished match, seen again: any moment, through anybody's eyes, with or without the secrets. */

import { Frame } from '../components/frame.js';
import { useGames } from '../components/games.js';
import { Icon } from '../components/icon.js';
import { useReading } from '../components/reading.js';
import { Sheet } from '../components/sheet.js';
import { Trouble } from '../components/trouble.js';
import { html, useEffect, useMemo, useState } from '../html.js';
import { local, t } from '../i18n.js';
import { Reel } from '../replay/controls.js';
import { useFilm } from '../replay/frames.js';
import { sceneAt } from '../replay/scene.js';
import { momentOf, shareMoment, shareOf } from '../replay/share.js';
import { say } from '../replay/words.js';
import { pictures } from '../session.js';
import { useStore } from '../store.js';
import { isDrawn, TableView } from '../tables/index.js';
import { useTable } from '../tables/use-table.js';

/** @typedef {import('../types').Match} Match */
/** @typedef {import('../types').Frame} Moment */

/** @param {{id: string, hash: string}} props the moment that a link leads to, after # */
export default function Replay({ id, hash }) {
  const share = useMemo(() => shareOf(hash), [hash]);
  const { data, error, again } = useReading(`matches/${id}`, share, share);
  const match = /** @type {Match | null} */ (data);
  const games = useGames();
  const game = games.find((one) => one.id === match?.game);
  const title = game ? local(game.titles) : say('title');
  const over = match?.status === 'finished' || match?.status === 'cancelled';
  if (match && over && match.version)
    return html`<${Cinema} match=${match} title=${title} at=${momentOf(hash, match.version)} share=${share} />`;
  return html`<${Frame} title=${title} back=${`/matches/${id}`} tabs=${false}>
    ${error ? html`<${Trouble} error=${error} again=${again} />` : html`<p class="loading">${!match ? t('loading') : over ? say('nothing') : say('not_over')}</p>`}<//>`;
}

/** The secret of a link to a match: the one that led here, else the player's own. @param {Match} match @param {Record<string, string>} share */
function useSecret(match, share) {
  const own = match.visibility === 'private' && match.you !== null;
  const { data } = useReading(own ? `matches/${match.id}/share` : null);
  return share.Share ?? /** @type {any} */ (data)?.share;
}

/** @param {{match: Match, title: string, at: number, share: Record<string, string>}} props */
function Cinema({ match, title, at, share }) {
  const [seq, setSeq] = useState(at);
  const [moved, setMoved] = useState(false);
  const [playing, setPlaying] = useState(false);
  const [seat, setSeat] = useState(match.you);
  const [open, setOpen] = useState(false);
  const [journal, setJournal] = useState(false);
  const drawn = useStore(pictures) && isDrawn(match.game);
  const table = useTable(match.game, drawn);
  const last = match.version;
  const { film, error, again } = useFilm(
    match.id,
    open ? 'all' : seat === null ? 'spectator' : String(seat),
    seq,
    last,
    share,
  );
  const secret = useSecret(match, share);
  const isShared = match.you === null && Boolean(share.Share);
  const first = Math.max(
    1,
    film.findIndex((one) => one?.view),
  );
  const go = (/** @type {number} */ to) => {
    const next = Math.min(Math.max(to, first), last);
    setMoved(next === seq + 1);
    setSeq(next);
  };
  const ready = table && film[seq];
  const shown = ready ? sceneAt({ match, table, film, seq, you: seat, moved, open }) : null;

  useEffect(() => {
    if (!playing || !shown) return undefined;
    if (seq >= last) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => go(seq + 1), shown.hold);
    return () => clearTimeout(timer);
  }, [playing, seq, Boolean(shown)]);

  const text = film[seq]?.text ?? '';
  const story = html`<${Story} film=${film} seq=${seq} jump=${(/** @type {number} */ to) => {
    setPlaying(false);
    go(to);
  }} />`;
  const pass = () => {
    setPlaying(false);
    shareMoment(match, seq, secret);
  };
  const tools = html`<button class="tool" onClick=${pass} aria-label=${say('share')}><${Icon} name="link" /></button>
    ${!isShared && html`<a class="tool" href=${`/matches/${match.id}/proof`} aria-label=${say('proof')}><${Icon} name="shield" /></a>`}
    ${drawn && html`<button class="tool narrow-only" onClick=${() => setJournal(true)} aria-label=${t('journal')}><${Icon} name="list" /></button>`}`;
  return html`<${Frame} title=${title} back=${isShared ? '/' : `/matches/${match.id}`} tools=${tools} tabs=${false} kind="at-table">
    <div class="table-side replay" data-seq=${seq} data-eyes=${open ? 'all' : (seat ?? 'spectator')}>
      <div class="table-layout">
      ${error && !shown ? html`<${Trouble} error=${error} again=${again} />` : null}
      ${!drawn ? html`<div class="story-side">${story}</div>` : shown?.scene.view ? html`<${TableView} table=${table} scene=${shown.scene} />` : html`<p class="loading grow">${t('loading')}</p>`}
      <section class="reel-panel" aria-label=${say('title')}>
        <p class="reel-text" role="status">${text}</p>
        <${Reel} seq=${seq} first=${first} last=${last} playing=${playing} text=${text} go=${go} play=${setPlaying} />
        <${Eyes} match=${match} seat=${seat} look=${setSeat} open=${open} reveal=${setOpen} />
      </section>
      </div>
    </div>
    ${drawn && html`<aside class="side"><section class="side-journal"><h2>${t('journal')}</h2>${story}</section></aside>`}
    ${journal && html`<${Sheet} title=${t('journal')} close=${() => setJournal(false)} kind="tall">${story}<//>`}
  <//>`;
}

/** Through whose eyes, and whether with all secrets. @param {{match: Match, seat: number | null, look: (seat: number | null) => void, open: boolean, reveal: (open: boolean) => void}} props */
function Eyes({ match, seat, look, open, reveal }) {
  const choose = (/** @type {any} */ event) =>
    look(event.target.value === '' ? null : Number(event.target.value));
  return html`<div class="eyes"><label class="grow"><span>${say('eyes')}</span><select value=${seat ?? ''} onChange=${choose}>
      ${match.seats.map(({ seat: number, player }) => html`<option key=${number} value=${number}>${number === match.you ? say('you', { name: player?.name }) : player?.name}</option>`)}
      <option value="">${say('spectator')}</option></select></label>
    <button class="button small secrets" aria-pressed=${open} title=${open ? say('secrets_on') : say('secrets_off')} onClick=${() => reveal(!open)}><${Icon} name=${open ? 'eye' : 'mask'} size=${18} /> ${say('secrets')}</button></div>`;
}

/** All that happened, in sentences; each leads to its moment. @param {{film: (Moment | undefined)[], seq: number, jump: (seq: number) => void}} props */
function Story({ film, seq, jump }) {
  const [list, setList] = useState(/** @type {HTMLElement | null} */ (null));
  const known = film.filter(Boolean).length;
  useEffect(() => {
    const now = list?.querySelector('[aria-current]');
    if (list && now instanceof HTMLElement) list.scrollTop = now.offsetTop - list.clientHeight / 2;
  }, [list, seq, known]);
  return html`<ol class="journal story" ref=${setList} aria-label=${t('journal')}>${film.map(
    (one) =>
      one?.event
      && html`
    <li key=${one.seq} class=${one.seq === seq ? 'now' : ''}><button aria-current=${one.seq === seq ? 'step' : undefined} onClick=${() => jump(one.seq)}>${one.text}</button></li>`,
  )}</ol>`;
}
