/** The client begins here: screens by address, in the chosen language and light. */
import { html, render, useEffect, useRef, useState } from './html.js';
import { useStore } from './store.js';
import { language, settingsOpen } from './session.js';
import { followLinks, place, screenOf } from './router.js';
import { watchTurns } from './turns.js';
import { Announcer } from './say.js';
import { t } from './words.js';
import { Trouble } from './parts/trouble.js';

function App() {
  const path = useStore(place);
  const tongue = useStore(language);
  const [screen, setScreen] = useState(/** @type {{path: string, Screen: any, props: any} | null} */ (null));
  const [failed, setFailed] = useState(false);
  const first = useRef(true);

  useEffect(() => {
    let wanted = true;
    const { load, props } = screenOf(path);
    load().then(
      (module) => { if (wanted) { setScreen({ path, Screen: module.default, props }); setFailed(false); } },
      () => { if (wanted) setFailed(true); },
    );
    return () => { wanted = false; };
  }, [path]);

  useEffect(() => {
    if (!screen) return;
    // Who reads by ear hears where they have arrived; the first page is read anyway.
    if (!first.current) { scrollTo(0, 0); document.querySelector('main')?.focus({ preventScroll: true }); }
    first.current = false;
  }, [screen?.path]);

  if (failed) return html`<main tabindex="-1"><${Trouble} error=${null} again=${() => location.reload()} /></main>`;
  if (!screen) return html`<p class="loading">${t('loading')}</p>`;
  return html`<${screen.Screen} key=${`${tongue} ${screen.path}`} ...${screen.props} />`;
}

/** The settings, fetched when somebody first looks at them; they stay while the screen changes its language. */
function Settings() {
  const open = useStore(settingsOpen);
  const [part, setPart] = useState(/** @type {{Settings: any} | null} */ (null));
  useEffect(() => { if (open && !part) import('./parts/settings.js').then(setPart, () => {}); }, [open]);
  return open && part && html`<${part.Settings} close=${() => settingsOpen.set(false)} />`;
}

/**
 * Past the bar, without an address of its own: what follows # there is somebody's secret.
 * @param {MouseEvent} event
 */
function skip(event) {
  event.preventDefault();
  document.querySelector('main')?.focus();
}

function Page() {
  useStore(language);
  return html`<a class="skip" href="#main" onClick=${skip}>${t('skip')}</a><${App} /><${Settings} /><${Announcer} />`;
}

followLinks();
const root = document.getElementById('app');
if (root) { root.textContent = ''; render(html`<${Page} />`, root); }
if ('serviceWorker' in navigator) addEventListener('load', () => navigator.serviceWorker.register('/sw.js').catch(() => {}));
// What need not be there at first sight.
import('./offline.js').then(({ deliverWhenOnline }) => deliverWhenOnline());
import('./seed.js').catch(() => {});
watchTurns();
