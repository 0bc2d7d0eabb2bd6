import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import './browser.mjs';
import { drawn } from './vnodes.mjs';

const { Markdown } = await import('../../../web/client/components/markdown.js');

const CASES = [
  ['the title is left out', '# Title\n\nText', '<p>Text</p>'],
  ['lines of a paragraph are one', 'one\ntwo', '<p>one two</p>'],
  ['every heading is of the same level', '## A\n\n### B', '<h2>A</h2><h2>B</h2>'],
  [
    'a list goes on in the next line',
    '- one\n  more\n- two',
    '<ul><li>one more</li><li>two</li></ul>',
  ],
  ['a numbered list', '1. one\n2. two', '<ol><li>one</li><li>two</li></ol>'],
  [
    'emphasis and code',
    'a **bold** and *soft* `code` 2 * 3',
    '<p>a <strong>bold</strong> and <em>soft</em> <code>code</code> 2 * 3</p>',
  ],
  [
    'a table',
    '| a | b |\n|---|:--|\n| 1 | **2** |',
    '<div class="scroll" tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr></thead>'
      + '<tbody><tr><td>1</td><td><strong>2</strong></td></tr></tbody></table></div>',
  ],
];
for (const [what, text, expected] of CASES) {
  test(what, () => assert.equal(drawn(Markdown({ text })), expected));
}

test('HTML stays text', () => {
  const [paragraph] = [Markdown({ text: '<script>alert(1)</script>' })].flat(3);
  const { type, props } = paragraph;
  assert.equal(type, 'p');
  assert.deepEqual([props.children].flat(), ['<script>alert(1)</script>']);
});

const GAMES = new URL('../../../games/', import.meta.url);
for (const game of ['bonbons', 'ciaociao', 'passpass', 'ptipasspass']) {
  for (const name of readdirSync(new URL(game, GAMES)).filter((one) => /^rules.*\.md$/.test(one))) {
    test(`nothing of ${game}/${name} is left unformatted`, () => {
      const text = readFileSync(new URL(`${game}/${name}`, GAMES), 'utf8');
      const html = drawn(Markdown({ text }));
      assert.equal(html.match(/<h2>/g).length, text.match(/^##+ /gm).length);
      assert.doesNotMatch(html, /\*\*|^\||>#|<p>(- |\d+\. )/);
    });
  }
}
