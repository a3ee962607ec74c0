/** Markdown as the page shows it: nothing of it runs, and every link leads where it can be followed. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { headingNames, renderDoc } from '../../../scripts/page/docMarkdown.ts';
import { pictureSize } from '../../../scripts/page/pictureSize.ts';

const rendered = (markdown: string, id = 'guide') =>
  renderDoc(`# Title\n\n${markdown}`, {
    id,
    served: new Set(['guide', 'models', 'imports/teams']),
    sizeOf: () => ({ width: 640, height: 280 }),
  });

describe('headings', () => {
  // As GitHub names them.
  it.each([
    ['The hooks', 'the-hooks'],
    ['Flex-MG and 𝒟', 'flex-mg-and-𝒟'],
    ['prime-rl: token export', 'prime-rl-token-export'],
    ['“Math problems from a file”', 'math-problems-from-a-file'],
    ['AReaL & MARFT', 'areal--marft'],
    ['What a `step` is_not', 'what-a-step-is_not'],
  ])('%s', (title, name) => {
    expect(headingNames()(title.replaceAll('`', ''))).toBe(name);
  });

  it('are told with their levels; those of one name are numbered', () => {
    const { title, headings, html } = rendered('## A `b`\n\n### Again\n\n## Again\n');
    expect(title).toBe('Title');
    expect(headings).toEqual([
      { at: 'a-b', title: 'A b', level: 2 },
      { at: 'again', title: 'Again', level: 3 },
      { at: 'again-1', title: 'Again', level: 2 },
    ]);
    expect(html).toContain('<h4 id="at-a-b" tabindex="-1">A <code data-short>b</code> ');
    expect(html).toContain('<h5 id="at-again"');
    expect(html).not.toContain('Title');
  });
});

describe('links', () => {
  it.each([
    ['[m](models.md)', '<a href="#place=learn&amp;doc=models" data-doc="models">m</a>'],
    [
      '[m](models.md#in-the-page)',
      '<a href="#place=learn&amp;doc=models&amp;at=in-the-page" data-doc="models" data-at="in-the-page">m</a>',
    ],
    ['[t](imports/teams.md)', '<a href="#place=learn&amp;doc=imports/teams" data-doc="imports/teams">t</a>'],
    ['[here](#below)', '<a href="#place=learn&amp;doc=guide&amp;at=below" data-doc="guide" data-at="below">here</a>'],
    ['[w](https://example.org/?a=1&b=2)', '<a href="https://example.org/?a=1&amp;b=2" target="_blank" rel="noreferrer">w</a>'],
    ['[f](tutorial/weekday.env.ts)', '<a href="doc-file:0;" download="weekday.env.ts">f</a>'],
    ['[c](../public/models/stories/README.md)', '<a href="models/stories/README.md" target="_blank">c</a>'],
    ['[how](architecture/runs.md)', 'how (<code>docs/architecture/runs.md</code>)'],
    ['[how](../src/core/faults.ts)', 'how (<code>src/core/faults.ts</code>)'],
  ])('%s', (markdown, html) => {
    expect(rendered(markdown).html).toBe(`<p>${html}</p>\n`);
  });

  it('from a folder lead out of it', () => {
    expect(rendered('[m](../models.md)', 'imports/teams').html).toContain('data-doc="models"');
  });

  it.each(['[x](javascript:alert(1))', '[x](data:text/html,x)'])('%s fails the build', (markdown) => {
    expect(() => rendered(markdown)).toThrow('docs/guide.md: a link to');
  });
});

it('HTML is shown as text', () => {
  const { html } = rendered('<script>alert(1)</script>\n\na <b onclick="x()">b</b> & `<i>`\n\n```html\n<img src=x onerror=y>\n```\n');
  expect(html).not.toMatch(/<(?:script|b|i|img)\b/);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('a &lt;b onclick=&quot;x()&quot;&gt;b&lt;/b&gt; &amp; <code data-short>&lt;i&gt;</code>');
  expect(html).toContain('<pre tabindex="0"><code>&lt;img src=x onerror=y&gt;</code></pre>');
});

it('tables scroll by themselves; a corner without words heads nothing', () => {
  expect(rendered('| | n |\n| --- | ---: |\n| a | 1 |\n').html).toBe(
    '<div data-table tabindex="0"><table><thead><tr><td></td><th style="text-align: right">n</th></tr></thead>' +
      '<tbody><tr><td>a</td><td style="text-align: right">1</td></tr></tbody></table></div>\n',
  );
});

it('pictures take their room before they are there', () => {
  const { html, files } = rendered('![What is seen](guide/team.webp)');
  expect(html).toContain('<img src="doc-file:0;" alt="What is seen" width="640" height="280"');
  expect(files).toEqual(['docs/guide/team.webp']);
});

it('a picture’s size is read from its first bytes', () => {
  const size = (path: string) => pictureSize(readFileSync(new URL(`../../../docs/${path}`, import.meta.url)));
  // As the pages were photographed.
  expect(size('guide/team-1440-light.webp')).toEqual({ width: 1440, height: 900 });
  expect(size('guide/team-900-dark.webp').width).toBe(900);
  expect(size('results-micro.svg')).toEqual({ width: 640, height: 280 });
  expect(() => pictureSize(new TextEncoder().encode('GIF89a'))).toThrow('neither');
});
