/** A match that is over, computed again by this browser: what holds, and what each seat added to it. */

import { api } from '../api.js';
import { Frame } from '../components/frame.js';
import { Icon } from '../components/icon.js';
import { Sign } from '../components/seat.js';
import { attempt, Trouble } from '../components/trouble.js';
import { Withheld } from '../components/withheld.js';
import { save } from '../download.js';
import { html, useEffect, useState } from '../html.js';
import { canHash } from '../proof/bytes.js';
import { checkExport } from '../proof/check.js';
import { say } from '../proof/words.js';
import { receiptsOf } from '../receipts.js';

/** @typedef {{given: any, findings: import('../proof/check.js').Finding[] | null, file: string}} Judged */

/** @param {{id: string}} props */
export default function Proof({ id }) {
  const [match, setMatch] = useState(/** @type {import('../types').Match | null} */ (null));
  const [judged, setJudged] = useState(/** @type {Judged | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (undefined));
  const look = async () => {
    setError(undefined);
    try {
      const [shown, exported, { keys }] = await Promise.all([
        api.get(`matches/${id}`),
        api.file(`matches/${id}/export`),
        api.get('keys'),
      ]);
      setMatch(shown);
      setJudged(await judge(exported, { id, seen: shown, keys, file: '' }));
    } catch (fault) {
      setError(fault);
    }
  };
  const other = async (/** @type {any} */ event) => {
    const [chosen] = event.target.files;
    if (chosen) setJudged(await judge(await chosen.text(), { id, file: chosen.name }));
  };
  useEffect(() => {
    look();
  }, [id]);
  return html`<${Frame} title=${say('title')} back=${`/matches/${id}`} kind="reading">
    ${error !== undefined ? html`<${Trouble} error=${error} again=${look} />` : null}
    ${!judged && error === undefined && html`<p class="loading" role="status">${say('checking')}</p>`}
    ${judged && html`<${Verdict} ...${judged} /><${Seats} given=${judged.given} match=${match} />`}
    ${judged && html`<${ToTake} id=${id} other=${other} />`}
  <//>`;
}

/** What comes of a file. @param {string} text @param {{id: string, seen?: any, keys?: any[], file: string}} known @returns {Promise<Judged>} */
async function judge(text, { id, seen, keys = [], file }) {
  let given = null;
  try {
    given = JSON.parse(text);
  } catch {
    /* it is judged as it is: nothing of a match */
  }
  if (!canHash) return { given, findings: null, file };
  const receipts = given?.match?.id === id ? receiptsOf(id) : [];
  const findings = await checkExport(given, {
    seen,
    receipts,
    keys: keys.map((key) => key.public_key),
  });
  return { given, findings, file };
}

/** @param {Judged} props */
function Verdict({ findings, file }) {
  if (!findings) return html`<p class="banner">${say('no_crypto')}</p>`;
  const level = findings.some(({ state }) => state === 'bad') ? 'unfair' : 'consistent';
  return html`<section class=${`verdict ${level}`} role="status">
      <${Icon} name=${level === 'unfair' ? 'broken' : 'shield'} size=${56} /><div><h2>${say(level)}</h2><p>${say(`${level}_detail`)}</p>
      ${file && html`<p class="dim">${say('file_of', { name: file })}</p>`}</div></section>
    <ul class="findings">${findings.map(
      ({ check, state, count, fault }) => html`<li key=${check}
      class=${state} data-check=${check}>
      <span class="mark-icon" role="img"
        aria-label=${say(state)}><${Icon} name=${state === 'good' ? 'check' : state === 'bad' ? 'cross' : 'more'} size=${18} /></span>
      <span>${fault ? faultInWords(fault) : say(check, { n: count })}</span></li>`,
    )}</ul>`;
}

/** @param {import('../proof/unfair.js').Unfair} fault */
export function faultInWords({ kind, number, why }) {
  const where = say(`where_${kind}`, {
    n: kind === 'seat' || kind === 'draw' ? number + 1 : number,
  });
  return `${where}${say('colon')} ${say(why === 'frame' ? 'frame_' : why)}.`;
}

/** Which seats added to the chance. @param {{given: any, match: import('../types').Match | null}} props */
function Seats({ given, match }) {
  const seats = /** @type {any[]} */ (
    Array.isArray(given?.fairness?.seats) ? given.fairness.seats : []
  );
  if (!seats.length) return null;
  const added = (/** @type {any} */ seat) => seat?.contribution === 'revealed';
  const told = (/** @type {any} */ seat, /** @type {any} */ player) =>
    seat?.contribution === 'withheld'
      ? say('held_back')
      : added(seat)
        ? say('added')
        : say(player?.kind === 'bot' ? 'is_bot' : 'not_added');
  return html`<section><h2>${say('seats')}</h2><${Withheld} seats=${seats} /><ul class="seats">${seats.map(
    (seat, number) => {
      const player = match?.seats[number]?.player;
      return html`<li key=${number}><${Sign} seat=${number} size=${28} /><span
      class="grow">${player?.name ?? say('where_seat', { n: number + 1 })}</span>
      <span class=${added(seat) ? 'tag added' : 'dim'}>${told(seat, player)}</span></li>`;
    },
  )}</ul>${!seats.some(added) && html`<p class="dim">${say('alone')}</p>`}
    <details class="options"><summary>${say('not_proved')}</summary><ul
      class="bullets">${/** @type {const} */ (['not_looked', 'not_times', 'not_rules']).map((one) => html`<li key=${one}>${say(one)}</li>`)}</ul></details></section>`;
}

/** @param {{id: string, other: (event: any) => void}} props */
function ToTake({ id, other }) {
  const take = (
    /** @type {string} */ path,
    /** @type {string} */ name,
    /** @type {string} */ type,
  ) => attempt(async () => save(await api.file(path), name, type));
  return html`<section class="to-take"><h2>${say('more')}</h2><div class="menu">
    <button class="button plain"
      onClick=${() => take(`matches/${id}/export`, `gobelet-${id}.json`, 'application/json')}><${Icon} name="down" size=${20} /> ${say('export_')}</button>
    <button class="button plain"
      onClick=${() => take(`matches/${id}/transcript`, `gobelet-${id}.txt`, 'text/plain')}><${Icon} name="list" size=${20} /> ${say('transcript')}</button>
    <a class="button plain"
      href=${`${api.root}verify.py`} download="verify.py"><${Icon} name="shield" size=${20} /> ${say('verifier')}</a>
    <label class="button plain file-button"><${Icon} name="eye" size=${20} /> ${say('other')}<input type="file" accept="application/json,.json"
      class="unseen" onChange=${other} /></label></div>
    <p class="dim">${say('how')}</p></section>`;
}
