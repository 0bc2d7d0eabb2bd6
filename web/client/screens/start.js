/** The first screen: play at once, go on where one was, or come by a link. */

import { Welcome } from '../components/emblem.js';
import { Frame } from '../components/frame.js';
import { Icon } from '../components/icon.js';
import { html, useEffect, useState } from '../html.js';
import { t } from '../i18n.js';
import { go } from '../router.js';
import { useStore } from '../store.js';
import { turns } from '../turn-badge.js';

export default function Start() {
  // What is below may come a moment later than the button.
  const [more, setMore] = useState(
    /** @type {{Continue: any, Games: any, Ways: any} | null} */ (null),
  );
  const waited = useStore(turns) > 0;
  useEffect(() => {
    import('./start-more.js').then(setMore, () => {});
  }, []);
  return html`<${Frame} title="Gobelet" kind="start">
    <section class="hero"><${Welcome} /><p>${t('tagline')}</p></section>
    ${waited && more && html`<${more.Continue} />`}
    <${PlayNow} />
    ${!waited && more && html`<${more.Continue} />`}
    <p class="row spread"><a class="button plain" href="/new#friends">
      <${Icon} name="lobby" size=${20} /> ${t('with_friends')}</a>
      <a class="button plain" href="/lobby">${t('open_tables')}</a></p>
    <${ByLink} />
    ${more && html`<${more.Games} /><${more.Ways} />`}
  <//>`;
}

/** One tap from nothing to a table. */
function PlayNow() {
  const [busy, setBusy] = useState(false);
  const play = async () => {
    setBusy(true);
    const begin = async () => (await import('../components/start-match.js')).startMatch();
    const done = await import('../components/trouble.js').then(
      ({ attempt }) => attempt(begin),
      () => false,
    );
    if (!done) setBusy(false);
  };
  return html`<div class="play-now">
    <button class="button big" disabled=${busy} onClick=${play}>${busy ? t('loading') : t('play_now')}</button>
    <p class="dim">${t('play_now_detail')}</p></div>`;
}

/** A pasted link leads where it leads. */
function ByLink() {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const open = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const found = /\/((?:join|matches)\/[0-9a-f-]{36}(?:\/replay)?)(#[\w.-]+)?/.exec(text);
    setWrong(!found);
    if (found) go(`/${found[1]}${found[2] ?? ''}`);
  };
  return html`<form class="by-link" onSubmit=${open}>
    <label class="field" for="link">${t('have_link')}</label>
    <div class="row">
      <input id="link" class="grow" value=${text} placeholder=${t('link_hint')} inputmode="url" autocomplete="off"
        aria-invalid=${wrong} aria-describedby=${wrong ? 'link-wrong' : undefined}
      onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
        <button class="button plain" disabled=${!text.trim()}>${t('open_link')}</button></div>
    ${wrong && html`<p id="link-wrong" class="wrong" role="alert">${t('link_wrong')}</p>`}
  </form>`;
}
