/** How long the awaited seats still have, counted down by this device's clock as the server corrects it. */
import { html, useEffect, useState } from '../html.js';
import { span, t } from '../words.js';
import { Icon } from './icon.js';

const SOON = 3600;

/** @param {{at: string, now: string}} props the deadline, and the server's time when it was told */
export function TimeLeft({ at, now }) {
  const [, tick] = useState(0);
  const [ahead, setAhead] = useState(0);
  useEffect(() => setAhead(Date.parse(now) - Date.now()), [now]);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = (Date.parse(at) - Date.now() - ahead) / 1000;
  return html`<p class=${`time-left ${left < SOON ? 'soon' : ''}`}>
    <${Icon} name="clock" size=${15} /> ${t('time_left', { time: span(left) })}</p>`;
}
