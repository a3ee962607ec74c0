/** Texts from outside in files that something else takes for more than text: 504 payloads through each that we write. */
import { describe, expect, it } from 'vitest';
import { recordedEpisodes, recordedText } from '../../../headless/kit/run/recorded.ts';
import { renderDoc } from '../../../scripts/page/docMarkdown.ts';
import { parseDocument } from '../../../src/core/document/parse.ts';
import { csvText } from '../../../src/core/formats/csv.ts';
import { adapterCard } from '../../../src/core/formats/exports/adapterCard.ts';
import type { ToldBase } from '../../../src/core/formats/exports/exportedBase.ts';
import { DATA_MARK, RunHtml, TITLE_MARK } from '../../../src/core/formats/exports/html/runHtml.ts';
import { mergedCard } from '../../../src/core/formats/exports/mergedCard.ts';
import { galleryPicture } from '../../../src/core/gallery/picture.ts';
import { XSS_PAYLOADS } from '../../support/xssPayloads.ts';

const document = parseDocument(recordedText('planner-solver', 'project.json'));
const [episode] = recordedEpisodes('planner-solver', 40);
const PAGE = `<title>${TITLE_MARK}</title><body>${DATA_MARK}</body>`;

/** What makes markup of a text; as many of a hostile text as of a plain one, and it made none. */
const marks = (text: string) => [...text.matchAll(/<\/?[a-z!?-]*/gi)].map(([mark]) => mark);

describe('504 payloads', () => {
  it('are 504 different ones, of which most have an element', () => {
    expect(new Set(XSS_PAYLOADS).size).toBe(504);
    expect(XSS_PAYLOADS.filter((payload) => marks(payload).length > 0).length).toBeGreaterThan(350);
  });

  it('make no element in a run as one HTML file', () => {
    const html = (text: string) => {
      const made = new RunHtml(
        { name: text, document: { ...document, name: text }, metrics: [], timing: [], vocabularies: { [document.team.base]: [text] } },
        { iterations: [40], which: 'all' },
      );
      made.add(40, [{ ...episode!, problem: text, messages: episode!.messages.map((message) => ({ ...message, text })) }]);
      return made.finish(PAGE).join('');
    };
    const plain = marks(html('plain'));
    // Each packs a whole run: every seventh, which has each vector and each context.
    for (const payload of XSS_PAYLOADS.filter((_, index) => index % 7 === 0)) expect(marks(html(payload)), payload).toEqual(plain);
  });

  it('make no element in a gallery’s picture, whatever an agent is called', () => {
    const picture = (role: string) => {
      const agents = document.team.agents.map((agent, index) => (index === 0 ? { ...agent, role } : agent));
      return galleryPicture({ ...document, team: { ...document.team, agents, edges: [] } }, () => '#000', null);
    };
    const plain = marks(picture('plain'));
    for (const payload of XSS_PAYLOADS) expect(marks(picture(payload)), payload).toEqual(plain);
  });

  it('make no element in the model card of an adapter or a merged model', () => {
    const base = { folder: 'base/', sha256: '0'.repeat(64) } as ToldBase;
    const card = (name: string) => [
      adapterCard({ document: { ...document, name } }, { role: 'planner', folder: 'adapters/planner', base, baseName: name, iteration: 1 }),
      mergedCard(
        { ...document, name },
        { role: 'planner', base: name, baseSha256: '', form: 'f32', took: 'stored', iteration: 1, rank: 1, alpha: 1 },
      ),
    ];
    const live = (text: string) => text.replaceAll(/\\[\\|`<*_[\]]/g, '').match(/[<`*_[\]\n]/g);
    const plain = card('plain').map(live);
    for (const payload of [...XSS_PAYLOADS, 'two\nlines\n---\nlicense: x', '`code`', '\\<b>'])
      expect(card(payload).map(live), payload).toEqual(plain);
  });

  it('make no element in a document but links of ours', () => {
    for (const payload of XSS_PAYLOADS) {
      // A link that leads elsewhere fails the build.
      const place = { id: 'guide', served: new Set(['guide']), sizeOf: () => ({ width: 1, height: 1 }) };
      let html = '';
      try {
        ({ html } = renderDoc(`# Title\n\n${payload}\n\n| a |\n| - |\n| ${payload.replaceAll('|', '')} |\n`, place));
      } catch (error) {
        expect(String(error), payload).toContain('docs/guide.md');
      }
      // Pictures of ours are put in at build time.
      html = html.replaceAll(/<img src="doc-file:\d+;" alt="[^"<>]*" width="1" height="1">/g, '');
      expect(html, payload).not.toMatch(/<(?:script|svg|iframe|img|details|style|math|a)\b/i);
      expect(html.replaceAll(/&quot;|&#39;/g, ''), payload).not.toMatch(/<[^>]*\son\w+=/i);
    }
  });

  it('stay in their cell of a table, and none is a formula', () => {
    for (const payload of XSS_PAYLOADS) {
      for (const text of [payload, `=${payload}`, `@${payload}`, `\t${payload}`, `+${payload}\r\n=1+1`]) {
        const [cell = ''] = /^(?:"(?:[^"]|"")*"|[^",\r\n]*)/.exec(csvText([[text, 'next']])) ?? [];
        expect(csvText([[text, 'next']])).toBe(`${cell},next\r\n`);
        expect(cell.replace(/^"/, '')).not.toMatch(/^[=+\-@\t\r]/);
      }
    }
  });
});
