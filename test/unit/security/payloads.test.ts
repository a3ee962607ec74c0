/** Texts from outside in files that something else takes for more than text: 504 payloads through each that we write. */
import { execFileSync } from 'node:child_process';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { recordedEpisodes, recordedText } from '../../../headless/kit/run/recorded.ts';
import { renderDoc } from '../../../scripts/page/docMarkdown.ts';
import { datasetSchema } from '../../../src/core/document/datasetSchema.ts';
import { parseDocument } from '../../../src/core/document/parse.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import type { Fault } from '../../../src/core/faults.ts';
import { csvText } from '../../../src/core/formats/csv.ts';
import { adapterCard } from '../../../src/core/formats/exports/adapterCard.ts';
import { costFile } from '../../../src/core/formats/exports/cluster/cost.ts';
import type { JobInput } from '../../../src/core/formats/exports/cluster/input.ts';
import { mappingFile } from '../../../src/core/formats/exports/cluster/mapping.ts';
import { readmeFile } from '../../../src/core/formats/exports/cluster/readme.ts';
import { notedCard, type ToldBase } from '../../../src/core/formats/exports/exportedBase.ts';
import { markdownText } from '../../../src/core/formats/exports/markdownText.ts';
import { mappingFile as packageMapping } from '../../../src/core/formats/exports/verifiers/mapping.ts';
import { initFile, pyproject } from '../../../src/core/formats/exports/verifiers/python.ts';
import { readmeFile as packageReadme } from '../../../src/core/formats/exports/verifiers/readme.ts';
import { siiMarftFiles } from '../../../src/core/formats/exports/verifiers/siiMarft.ts';
import { evalToml, rlToml } from '../../../src/core/formats/exports/verifiers/toml.ts';
import { DATA_MARK, RunHtml, TITLE_MARK } from '../../../src/core/formats/exports/html/runHtml.ts';
import { mergedCard } from '../../../src/core/formats/exports/mergedCard.ts';
import { galleryPicture } from '../../../src/core/gallery/picture.ts';
import type { Measure } from '../../../src/core/sweep/measure.ts';
import { tableMarkdown } from '../../../src/core/sweep/exports.ts';
import { type ResultRow, resultTable } from '../../../src/core/sweep/table.ts';
import { reportOf } from '../../../src/page/features/report/report.ts';
import { exportReadme } from '../../../src/page/features/runs/export/exportReadme.ts';
import { newRun } from '../../../src/page/state/runs/reduce.ts';
import type { RunBest, RunSet } from '../../../src/page/state/runs/types.ts';
import { readExactly, readFast } from '../../support/markdownTree.ts';
import { XSS_PAYLOADS } from '../../support/xssPayloads.ts';
import { job } from '../core/formats/exports/cluster/input.ts';

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
    for (const payload of XSS_PAYLOADS) expect(marks(html(payload)), payload).toEqual(plain);
  });

  it('make no element in a gallery’s picture, whatever an agent is called', () => {
    const picture = (role: string) => {
      const agents = document.team.agents.map((agent, index) => (index === 0 ? { ...agent, role } : agent));
      return galleryPicture({ ...document, team: { ...document.team, agents, edges: [] } }, () => '#000', null);
    };
    const plain = marks(picture('plain'));
    for (const payload of XSS_PAYLOADS) expect(marks(picture(payload)), payload).toEqual(plain);
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

/** The project with `text` wherever it has room for one. */
const hostile = (text: string): ProjectDocument => ({
  ...document,
  name: text,
  description: text,
  team: {
    ...document.team,
    base: text,
    agents: document.team.agents.map((agent, index) => ({
      ...agent,
      label: text,
      prompt: text,
      stops: text,
      base: index === 0 ? '' : `other ${text}`,
    })),
  },
  environment: {
    ...document.environment,
    file: text,
    dataset: datasetSchema.parse({
      name: text,
      digest: '0'.repeat(64),
      rows: 1,
      columns: { [text.slice(0, 80)]: { column: text } },
      split: { column: text },
    }),
  },
});
const bytes = new Uint8Array();
const told = (folder: string): ToldBase => ({
  folder,
  sha256: '0'.repeat(64),
  end: '<|end|>',
  form: 'q8',
  fused: 'Fused.',
  dequantised: { sha256: '1', repacks: true },
});
const said = (text: string): Fault => ({ code: 'E_SERVER', message: text, hint: text, place: { subject: `team.${text}` } });
const jobOf = (text: string): JobInput =>
  job({
    document: hostile(text),
    servers: [{ kind: 'open-rl', fixedAlpha: null, refused: [said(text)] }],
    bases: [{ name: text, lies: 'here', folder: 'base', files: {} }],
    data: { name: text, bytes },
  });
const rowOf = (name: string): ResultRow =>
  resultTable([{ name, runs: [{ id: name, seed: 1, rows: [{ iteration: 1, [name]: 1 }] }] }], measureOf(name))[0]!;
const measureOf = (metric: string): Measure => ({ metric, summary: 'final', window: 1, better: 'higher' });
const runOf = (text: string, several: boolean): RunSet => ({
  ...newRun('run-1', several ? hostile(text) : { ...hostile(text), team: { ...document.team, base: text } }),
  best: { iteration: 1, metric: text, value: 1, files: {} } as RunBest,
  iteration: document.training.iterations,
});
const report = { page: {}, browser: {}, engine: {}, kept: {} };

/** Without most rows of settings that are numbers: they are a hundred. */
const withoutNumbers = (text: string): string => text.replaceAll(/^\| `(?:training|warmStart)\..*\n/gm, '');

/** Everything that we write in Markdown, made with a text of somebody else's wherever there is one. */
const MARKDOWN: Readonly<Record<string, (text: string) => string>> = {
  'an adapter’s card': (name) =>
    adapterCard(
      { document: hostile(name) },
      { role: 'planner', folder: 'adapters/planner', base: told('base'), baseName: name, iteration: 1 },
    ),
  'a merged model’s card': (name) =>
    mergedCard(hostile(name), { role: 'planner', base: name, baseSha256: '', form: 'q8', took: 'stored', iteration: 1, rank: 1, alpha: 1 }),
  'an exported base’s card': (name) => notedCard(undefined, { name, form: 'q8', original: '0' }),
  'an export’s README': (text) => exportReadme(runOf(text, false), new Map([[text, told('base')]]), 1, [1], text),
  'an export’s README with several bases': (text) =>
    exportReadme(
      runOf(text, true),
      new Map([
        [text, told('bases/1')],
        [`other ${text}`, told('bases/2')],
      ]),
      null,
      [1],
      text,
    ),
  'a job’s README': (text) => readmeFile(jobOf(text)),
  'a job’s MAPPING': (text) => withoutNumbers(mappingFile(jobOf(text))),
  'a job’s COST': (text) => costFile(jobOf(text)),
  'a package’s README': (text) => packageReadme(hostile(text), []),
  'a package’s MAPPING': (text) => withoutNumbers(packageMapping(hostile(text))),
  'a table of results': (text) => tableMarkdown([rowOf(text)], measureOf(text)),
  'a report': (text) =>
    reportOf(
      { ...report, document: hostile(text), log: [{ at: 1, what: 'E_ENV_THROW', said: `${text}\n${text}` }] },
      { sentences: true, project: true },
    ),
};
/** Texts that are cut short in the file: their beginning is in it. */
const CUT = new Set(['a job’s MAPPING', 'a package’s MAPPING']);
/** Beside the payloads, what Markdown itself takes for marks. */
const MARKED = [
  'two\nlines\n---\nlicense: x',
  'a\r\r```\r# head',
  '`code` ``code``',
  '`',
  '\\<b>',
  '*a* _b_ **c** ~~d~~ ~e~',
  '[a][b] [c]: d',
  'a | b',
  '&lt;b&gt; &copy; &#96;',
  '# a #',
  '| - |',
  '![a](b)',
  '<!-- a',
  '$a$ $$b$$',
  '\u2028# a',
];

describe('Markdown that we write', () => {
  it.each(Object.entries(MARKDOWN))('has every text in %s as text', (name, write) => {
    const readers = [readFast, readExactly].map((read) => ({ read, plain: read(write('plain')).structure }));
    const [fast, exact] = readers;
    const holds = (payload: string, { read, plain }: (typeof readers)[number]): void => {
      const { structure, texts } = read(write(payload));
      expect(structure, payload).toBe(plain);
      const [shown = '', line = ''] = [texts.join('\n'), payload].map((text) => text.replaceAll(/\s+/g, ' ').trim());
      expect(shown.includes(CUT.has(name) ? line.slice(0, 20) : line), `${payload} is read as it is`).toBe(true);
    };
    for (const payload of [...XSS_PAYLOADS, ...MARKED]) holds(payload, fast!);
    for (const text of MARKED) holds(text, exact!);
  });

  it('makes no link of an address that nobody marked', () => {
    const links = (text: string) => /<a /.test(marked.parseInline(text, { async: false }));
    for (const address of ['https://a.example', 'HTTP://a.example', 'www.a.example', 'somebody@a.example']) {
      expect(links(address), `${address} as it is`).toBe(true);
      expect(links(markdownText(address)), address).toBe(false);
    }
  });
});

describe('programs that we write', () => {
  it('give a shell every text of a command as one word', () => {
    const names = [...XSS_PAYLOADS, '$(echo ran)', '`echo ran`', "'; echo ran; '", '"; echo ran; "', '\\', '$HOME', 'a\n```\necho ran'];
    const commands = names.map((name) => {
      const readme = exportReadme(runOf(name, false), new Map([[name, told('base')]]), null, [1]);
      return /```sh\n(npm run train .*)\n```/.exec(readme)?.[1] ?? 'false';
    });
    const jobs = names.map(
      (name) => /`+ ?(npm run train -- --out \.\.\/run --resume .*?) ?`+\. `--token-file/.exec(readmeFile(jobOf(name)))?.[1] ?? 'false',
    );
    const script = ['npm() { for word; do printf "%s\\000" "$word"; done; printf "\\000"; }', ...commands, ...jobs].join('\n');
    const heard = execFileSync('sh', ['-e'], { input: script, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0\0');
    const wordsOf = (line: string) => line.split('\0');
    for (const [index, name] of names.entries()) {
      const line = name.replaceAll(/[\p{Cc}]+/gu, ' ');
      expect(wordsOf(heard[index] ?? '').slice(-2)).toEqual(['--data', line]);
      expect(wordsOf(heard[names.length + index] ?? '')).toContain(`${line}=../base`);
    }
    expect(heard).toHaveLength(2 * names.length + 1);
  });

  it('give YAML, TOML and Python every text as a string or a comment', () => {
    const COMMENT = /^#[^\p{Cc}]*$/u;
    for (const payload of [...XSS_PAYLOADS, '"""\nimport os #', '\\', '\u0085a: b', '\u2028a: b', '# a\r\nb: c']) {
      const theirs = hostile(payload);
      const yaml = siiMarftFiles(theirs)['sii-marft.yaml'] ?? '';
      const { multi_agent: team, actor } = parseYaml(yaml) as {
        readonly multi_agent: { readonly role_configs: Record<string, { readonly description: string }> };
        readonly actor: { readonly path: string };
      };
      expect(Object.keys(team.role_configs)).toEqual(document.team.agents.map(({ role }) => role));
      expect(team.role_configs['planner']?.description).toBe(payload);
      expect(actor.path).toBe(payload);
      for (const write of [rlToml, evalToml, pyproject]) {
        const plain = write(hostile('plain')).split('\n');
        const lines = write(theirs).split(/[\n\r]/);
        expect(lines, payload).toHaveLength(plain.length);
        for (const [index, line] of lines.entries()) {
          const before = plain[index] ?? '';
          if (!before.includes('plain')) expect(line).toBe(before);
          else if (before.startsWith('#')) expect(line).toMatch(COMMENT);
          else {
            const [, text] = /^[a-z_]+ = ([^]*)$/.exec(line) ?? [];
            expect(text, line).toBeDefined();
            const value = JSON.parse(text ?? '') as unknown;
            if (!before.includes('marft')) expect(value, line).toContain(payload);
          }
        }
      }
      const [docstring = '', ...rest] = initFile(theirs).split('\n');
      expect(docstring).toMatch(/^"""[^"\\\p{Cc}\u2028\u2029]+"""$/u);
      expect(rest).toEqual(initFile(document).split('\n').slice(1));
    }
  });
});
