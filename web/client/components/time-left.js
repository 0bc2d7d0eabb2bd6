/** How long the awaited seats still have, counted down by this device's clock as the server corrects it. */

import { secondsUntil } from '../api.js';
import { html, useEffect, useState } from '../html.js';
import { span, t } from '../i18n.js';
import { Icon } from './icon.js';

const SOON = 3600;

/** @param {{at: string, quiet?: boolean}} props the deadline, which if `quiet` is not told until the last hour */
export function TimeLeft({ at, quiet = false }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = secondsUntil(at);
  if (quiet && left >= SOON) return null;
  return html`<span class=${`time-left ${left < SOON ? 'soon' : ''}`}>
    <${Icon} name="clock" size=${15} /> ${t('time_left', { time: span(left) })}</span>`;
}
