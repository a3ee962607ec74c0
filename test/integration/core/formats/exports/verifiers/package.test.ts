/** What lies in a package for verifiers, and that its files say what is so. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { zipFiles } from '../../../../../../src/core/formats/archive.ts';
import { packageName, problemLines, seatNames } from '../../../../../../src/core/formats/exports/verifiers/input.ts';
import { placedSettings } from '../../../../../../src/core/formats/exports/verifiers/mapping.ts';
import { packageFiles } from '../../../../../../src/core/formats/exports/verifiers/package.ts';
import { losses, refusals } from '../../../../../../src/core/formats/exports/verifiers/refusals.ts';
import { algorithmOf, batchOf } from '../../../../../../src/core/formats/exports/verifiers/toml.ts';
import { mappedSettings } from '../../../../../../src/core/formats/exports/cluster/mapping.ts';
import { agentSchema, documentSchema, type ProjectDocument } from '../../../../../../src/core/document/schema.ts';
import { goToSubject } from '../../../../../../src/page/kit/refused/goToSubject.ts';
import { MICRO } from '../../../../../unit/core/formats/exports/cluster/input.ts';

const python = new URL('../../../../../../headless/envHost/python/', import.meta.url);
const bytes = (content: string) => new TextEncoder().encode(content);
const text = (content: Uint8Array | undefined) => new TextDecoder().decode(content);
const COMMON = {
  'env_host.mjs': bytes('host'),
  LICENSE: bytes('licence'),
  ...Object.fromEntries(readdirSync(python).map((name) => [name, new Uint8Array(readFileSync(new URL(name, python)))])),
};

const problems = [{ split: 'train' as const, index: 0, problem: { question: 'a "b"\n' } }];
const filesOf = (document: ProjectDocument) => packageFiles({ document, problems, common: COMMON });
const withAgents = (...agents: readonly object[]): ProjectDocument => ({
  ...MICRO,
  team: { ...MICRO.team, agents: agents.map((agent) => agentSchema.parse(agent)), edges: [] },
});
const withTraining = (training: object): ProjectDocument =>
  documentSchema.parse({ ...MICRO, training: { ...MICRO.training, ...training } });

/** A project whose every text is out for trouble. */
const HOSTILE: ProjectDocument = {
  ...withAgents({ role: 'class', label: '"""\nimport os' }, { role: 'id', prompt: 'x"\n\\' }, { role: 'a-b' }, { role: 'a_b' }),
  name: '"""\nimport os; os.system("x") #\u2028',
};

describe('the files of a package', () => {
  it('are a package of Python with our host in it, its configurations, and what is said of both', () => {
    const files = filesOf(MICRO);
    const [folder, name] = ['marft-planner-and-solver', 'marft_planner_and_solver'];
    const inside = [
      '__init__.py',
      'env.py',
      'env_host.mjs',
      'harness.py',
      'host.py',
      'problems.jsonl',
      'project.json',
      'seats.py',
      'taskset.py',
    ];
    expect(Object.keys(files).sort()).toEqual(
      [
        ...['LICENSE', 'MAPPING.md', 'README.md', 'eval.toml', 'pyproject.toml', 'rl.toml'],
        ...inside.map((path) => `${name}/${path}`),
        ...['profiles.json', 'reward.py', 'sii-marft.yaml'].map((path) => `sii-marft/${path}`),
      ]
        .map((path) => `${folder}/${path}`)
        .sort(),
    );
    expect(JSON.parse(text(files[`${folder}/${name}/problems.jsonl`]))).toEqual(problems[0]);
    expect(text(files[`${folder}/README.md`])).toContain('It trains one shared policy');
    for (const path of ['README.md', 'rl.toml', 'sii-marft/sii-marft.yaml', 'sii-marft/reward.py'])
      expect(text(files[`${folder}/${path}`]), path).toMatch(/not run by us/i);
  });

  it('are the same bytes for the same project', () => {
    expect(zipFiles(filesOf(MICRO))).toEqual(zipFiles(filesOf(structuredClone(MICRO))));
  });

  it.each([MICRO, HOSTILE, withTraining({ schedule: { kind: 'cosine', warmup: 3 }, maxGradNorm: 0, evaluateEvery: 0 })])(
    'are read by Python, where there is one ($name)',
    ({ ...document }) => {
      const files = filesOf(document);
      const asked = Object.entries(files).filter(([path]) => /\.(?:py|toml)$/.test(path));
      const input = JSON.stringify(asked.map(([path, content]) => [path, text(content)]));
      const script = `import ast, json, sys
try:
    import tomllib
except ImportError:
    tomllib = None
for path, text in json.load(sys.stdin):
    if path.endswith(".py"): ast.parse(text, path)
    elif tomllib: tomllib.loads(text)
print("read")`;
      const { stdout, stderr, error } = spawnSync('python3', ['-c', script], { input, encoding: 'utf8' });
      // The product needs no Python, and neither do its tests.
      if (!error) expect(`${stdout}${stderr}`).toBe('read\n');
      const values = asked.filter(([path]) => path.endsWith('.toml')).flatMap(([, content]) => text(content).split('\n'));
      for (const line of values) expect(line).toMatch(/^(?:#.*|\[[\w.-]+\]|\[\[[\w.]+\]\]|[\w-]+ = \S.*|)$/s);
    },
  );
});

describe('names', () => {
  it.each([
    ['Planner and solver', 'marft_planner_and_solver'],
    ['数学', 'marft_team'],
    ['../x', 'marft_x'],
  ])('of a project called %s make the package %s', (name, expected) => {
    expect(packageName({ name })).toBe(expected);
  });

  it('of roles are seats that Python and verifiers leave free, each its own', () => {
    expect([...seatNames(HOSTILE)]).toEqual([
      ['class', 'class_'],
      ['id', 'id_'],
      ['a-b', 'a_b'],
      ['a_b', 'a_b_'],
    ]);
  });
});

describe('the problems', () => {
  it('are numbers of those that the environment makes, the test split’s never trained on', () => {
    const document = withTraining({ episodes: 8, groupSize: 4, iterations: 3, evaluateEpisodes: 2 });
    const lines = problemLines(document, { splits: { train: 'unlimited', test: 'unlimited' } }, undefined);
    expect(lines.filter(({ split }) => split === 'train').map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(lines.filter(({ split }) => split === 'test').every(({ index }) => index >= 2_000_000_000)).toBe(true);
    expect(problemLines(document, { splits: { train: 3, test: 1 } }, undefined)).toHaveLength(4);
  });

  it('of a file are its rows with their splits', () => {
    const dataset = { name: 'rows.csv', digest: 'a'.repeat(64), rows: 4, split: { column: 'split' }, columns: { q: { column: 'q' } } };
    const document = documentSchema.parse({ ...MICRO, environment: { ...MICRO.environment, dataset } });
    const rows = ['train', 'test', 'train', 'train'].map((split, at) => ({ q: `${at}`, split }));
    const lines = problemLines(document, { splits: { train: 0, test: 0 } }, rows);
    expect(lines.filter(({ split }) => split === 'test')).toEqual([{ split: 'test', index: 1, problem: { q: '1' } }]);
    expect(lines).toHaveLength(4);
  });
});

describe('what is said of settings', () => {
  it('is said of every one', () => {
    expect(placedSettings(MICRO).map(({ path }) => path)).toEqual(mappedSettings(MICRO).map(({ path }) => path));
  });

  it('leaves nothing great unsaid, and each leads to where it is changed', () => {
    const agents = [
      { role: 'one', sampling: { temperature: 1, topK: 5 } },
      { role: 'two', sampling: { temperature: 0.5 }, adapter: { frozen: true } },
    ];
    const document = documentSchema.parse({
      ...withAgents(...agents),
      training: { ...MICRO.training, algorithm: 'tppo', klCoef: 0.1, entropyCoef: 0.01, credit: { strategy: 'step_discount' } },
    });
    const lost = losses(document);
    expect(lost.map(({ code }) => code.replace('E_VERIFIERS_', '')).sort()).toEqual(
      ['CREDIT', 'ENTROPY', 'FROZEN', 'KL', 'STRATEGY', 'TEMPERATURE', 'TEMPLATE', 'TRUNCATION'].sort(),
    );
    for (const { place, code } of lost) expect(goToSubject(document, place?.subject ?? ''), code).toBe(true);
    const plain = documentSchema.parse({
      ...MICRO,
      team: { ...MICRO.team, template: 'model' },
      training: { ...MICRO.training, algorithm: 'grpo', groupSize: 4, klCoef: 0, entropyCoef: 0 },
    });
    expect(losses(plain)).toEqual([]);
  });

  it('refuses a team of several bases, before anything is written', () => {
    const document = withAgents({ role: 'one' }, { role: 'two', base: 'signalling' });
    expect(refusals(document).map(({ code, place }) => [code, place?.subject])).toEqual([['E_VERIFIERS_BASES', 'team.agents.two.base']]);
    expect(() => filesOf(document)).toThrow('prime-rl trains one policy');
  });

  it('compares groups where the project does, in whole groups of messages', () => {
    const grouped = withTraining({ algorithm: 'grpo', groupSize: 5, episodes: 12 });
    expect([algorithmOf(grouped), batchOf(grouped)]).toEqual(['grpo', 25]);
    expect([algorithmOf(MICRO), batchOf(MICRO)]).toEqual(['rae', MICRO.training.episodes * 2]);
  });
});
