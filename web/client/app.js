/** The client begins here: screens by address, in the chosen language and light. */
import { html, render, useLayoutEffect, useRef, useState } from './html.js';
import { t } from './i18n.js';
import { followLinks, place, screenOf } from './router.js';
import { language, settingsOpen } from './session.js';
import { useStore } from './store.js';
import { watchTurns } from './turn-badge.js';
import { usePart } from './use-part.js';

function App() {
  const path = useStore(place);
  const tongue = useStore(language);
  const [screen, setScreen] = useState(
    /** @type {{path: string, Screen: any, props: any} | null} */ (null),
  );
  const [failed, setFailed] = useState(false);
  const first = useRef(true);
  const trouble = usePart(() => import('./components/trouble.js'));

  // Nothing is to be painted before the screen is there, so there is no paint to wait for.
  useLayoutEffect(() => {
    let wanted = true;
    const { load, props } = screenOf(path);
    load().then(
      (module) => {
        if (wanted) {
          setScreen({ path, Screen: module.default, props });
          setFailed(false);
        }
      },
      () => {
        if (wanted) setFailed(true);
      },
    );
    return () => {
      wanted = false;
    };
  }, [path]);

  // Before it is painted: what is touched on a new screen must not lose the focus again.
  useLayoutEffect(() => {
    if (!screen) return;
    // Who reads by ear hears where they have arrived; the first page is read anyway.
    if (!first.current) {
      scrollTo(0, 0);
      document.querySelector('main')?.focus({ preventScroll: true });
    }
    first.current = false;
  }, [screen?.path]);

  if (failed && trouble)
    return html`<main tabindex="-1"><${trouble.Trouble} error=${null} again=${() => location.reload()} /></main>`;
  if (!screen) return html`<p class="loading">${t('loading')}</p>`;
  return html`<${screen.Screen} key=${`${tongue} ${screen.path}`} ...${screen.props} />`;
}

/** The settings, fetched when somebody first looks at them; they stay while the screen changes its language. */
function Settings() {
  const open = useStore(settingsOpen);
  const part = usePart(() => import('./components/settings.js'), open);
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
  const voice = usePart(() => import('./announcer.js'));
  return html`<a class="skip" href="#main" onClick=${skip}>${t('skip')}</a><${App} /><${Settings} />${voice && html`<${voice.Announcer} />`}`;
}

followLinks();
const root = document.getElementById('app');
if (root) {
  root.textContent = '';
  render(html`<${Page} />`, root);
}
if ('serviceWorker' in navigator)
  addEventListener('load', () => navigator.serviceWorker.register('/sw.js').catch(() => {}));
// What need not be there at first sight either.
import('./offline.js').then(({ deliverWhenOnline }) => deliverWhenOnline());
import('./seed.js').catch(() => {});
import('./components/install.js').catch(() => {});
watchTurns();
