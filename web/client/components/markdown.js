/** The little Markdown that rules are written in: headings, lists, tables, emphasis; never HTML. */
import { html } from '../html.js';

/** @param {{text: string}} props */
export function Markdown({ text }) {
  const blocks = text
    .replace(/^# .*\n+/, '')
    .split(/\n{2,}/)
    .filter((block) => block.trim());
  return html`${blocks.map(Block)}`;
}

/** @param {string} block */
function Block(block) {
  const heading = /^(#{2,4}) (.*)$/.exec(block.trim());
  if (heading) return html`<h2>${inline(heading[2] ?? '')}</h2>`;
  const lines = block.split('\n');
  if (/^\|/.test(block)) return table(lines);
  if (/^[-*] /.test(block))
    return html`<ul>${items(lines, /^[-*] /).map((item) => html`<li>${inline(item)}</li>`)}</ul>`;
  if (/^\d+\. /.test(block))
    return html`<ol>${items(lines, /^\d+\. /).map((item) => html`<li>${inline(item)}</li>`)}</ol>`;
  return html`<p>${inline(lines.join(' '))}</p>`;
}

/** Lines that begin an item, with those that go on with it. @param {string[]} lines @param {RegExp} start */
function items(lines, start) {
  /** @type {string[]} */
  const found = [];
  for (const line of lines) {
    if (start.test(line)) found.push(line.replace(start, ''));
    else if (found.length) found[found.length - 1] += ` ${line.trim()}`;
  }
  return found;
}

/** @param {string[]} lines */
function table(lines) {
  const rows = lines
    .filter((line) => !/^\|[\s|:-]+\|$/.test(line))
    .map((line) => line.split('|').slice(1, -1));
  const [head = [], ...body] = rows;
  return html`<div class="scroll" tabindex="0"><table><thead>
    <tr>${head.map((cell) => html`<th>${inline(cell.trim())}</th>`)}</tr></thead>
    <tbody>${body.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell.trim())}</td>`)}</tr>`)}</tbody>
      </table></div>`;
}

/** Emphasis and code within a line. @param {string} text @returns {any[]} */
function inline(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((part) => {
    if (part.startsWith('**')) return html`<strong>${part.slice(2, -2)}</strong>`;
    if (part.startsWith('*') && part.length > 2) return html`<em>${part.slice(1, -1)}</em>`;
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`;
    return part;
  });
}
