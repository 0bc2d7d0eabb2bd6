/** What every screen has around it: a bar above, and below it the way to the other screens. */
import { html, useEffect } from '../html.js';
import { t } from '../i18n.js';
import { place } from '../router.js';
import { settingsOpen } from '../session.js';
import { useStore } from '../store.js';
import { turns } from '../turn-badge.js';
import { Icon } from './icon.js';

/**
 * @param {{title: string, back?: string, tools?: any, children?: any, kind?: string, tabs?: boolean}} props
 */
export function Frame({ title, back, tools, children, kind = '', tabs = true }) {
  const count = useStore(turns);
  useEffect(() => {
    document.title = `${count ? `(${count}) ` : ''}${title} · Gobelet`;
  }, [title, count]);
  return html`<div class=${`frame ${kind}`}>
    <header class="bar">
      ${
        back
          ? html`<a class="tool" href=${back} aria-label=${t('back')}><${Icon} name="back" />
        </a>`
          : html`<span class="tool-space"></span>`
      }
      <h1>${title}</h1>
      ${tools}
      <button class="tool" onClick=${() => settingsOpen.set(true)} aria-label=${t('settings')}><${Icon} name="gear" />
        </button>
    </header>
    <main id="main" tabindex="-1">${children}</main>
    ${tabs && html`<${Tabs} count=${count} />`}
  </div>`;
}

/** @param {{count: number}} props */
function Tabs({ count }) {
  const here = useStore(place);
  /** @type {[string, import('./icon.js').IconName, string][]} */
  const tabs = [
    ['/', 'home', t('home')],
    ['/matches', 'matches', t('my_matches')],
    ['/lobby', 'lobby', t('lobby')],
    ['/new', 'plus', t('new_')],
  ];
  return html`<nav class="tabs" aria-label="Gobelet">${tabs.map(
    ([path, icon, label]) => html`
    <a key=${path} href=${path} aria-current=${here === path ? 'page' : undefined}>
      <span class="tab-icon">
        <${Icon} name=${icon} />${
          path === '/matches'
          && count > 0
          && html`<span class="badge"
          aria-label=${t('turns_waiting', { n: count })}>${count}</span>`
        }</span>
      <span>${label}</span></a>`,
  )}</nav>`;
}
