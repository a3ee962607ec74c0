/** Warm starts that train: a base from nothing, the present one, adapters; what they leave is what runs begin with. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DOCUMENT_VERSION, documentSchema, type ProjectDocument, warmStartSchema } from '../../../src/core/document/schema.ts';
import { readAdapters } from '../../../src/core/formats/models/adapters/adapters.ts';
import { filesUnder } from '../../../src/core/formats/files.ts';
import { loraModules } from '../../../src/core/formats/models/model-config.ts';
import { readPeft } from '../../../src/core/formats/models/adapters/peft.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { initialAdapter } from '../../../src/engine/model/adapters.ts';
import { loadBase } from '../../../src/session/team/base.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { TrainingSession } from '../../../src/session/run/session.ts';
import { warmStart, type WarmStartEvent } from '../../../src/session/warmStart/warmStart.ts';
import { baseFolder, readFolder } from '../../../headless/kit/folders.ts';
import { long } from '../../support/long.ts';
import { createExecutor } from '../support/executors.ts';
import { micro } from '../support/team.ts';
import { command } from '../../support/terminal.ts';

/** One of four words is to be said again. */
const SOURCE = `
import { type Environment, integer } from 'marft/env';
const WORDS = ['red', 'blue', 'green', 'gold'];
export default {
  name: 'say it', description: '',
  reset({ random }) { const word = WORDS[integer(random, 0, 3)] ?? ''; return { state: word, observation: 'word ' + word }; },
  step({ state, messages }) {
    return { state, observation: '', reward: Number(messages.at(-1)?.text === state), terminated: true, truncated: false };
  },
  demonstrate({ state }) { return state; },
  mistake() { return 'gold'; },
} satisfies Environment<string>;`;

const sampling = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 6 };
const documentWith = (agents: readonly object[] = [{ role: 'first' }, { role: 'second' }]): ProjectDocument =>
  documentSchema.parse({
    version: DOCUMENT_VERSION,
    name: 'say it',
    team: { base: 'micro', agents: agents.map((agent) => ({ sampling, ...agent })), edges: [{ from: 'first', to: 'second' }] },
    environment: { source: SOURCE },
    training: { evaluateEvery: 0, episodes: 8 },
  });
const tiny = warmStartSchema.parse({
  tokens: 30_000,
  hiddenSize: 32,
  layers: 1,
  vocabularySize: 300,
  right: 0.6,
  target: 0.5,
  evaluateEvery: 10,
  evaluateEpisodes: 64,
});

async function warm(change: Partial<typeof tiny>, document = documentWith(), stop?: () => boolean) {
  const engine = new LocalEngine(await createExecutor('wasm'));
  const events: WarmStartEvent[] = [];
  const trains = change.trains ?? 'new_base';
  const result = await warmStart({
    document,
    bases: trains === 'new_base' ? [] : [micro],
    baseFiles: readFolder(baseFolder('micro')),
    environment: createSandbox(),
    engine,
    settings: { ...tiny, ...change },
    name: trains === 'adapters' ? 'micro' : 'words',
    onEvent: (event) => events.push(event),
    stop,
  });
  engine.dispose();
  return { ...result, events, steps: events.flatMap((event) => (event.type === 'warm_step' ? [event.step] : [])) };
}

describe('a warm start', () => {
  it('makes a base from nothing, stops at the target, and runs begin where it ended', async () => {
    const document = documentWith();
    const { files, card, ended, events, steps, missed } = await warm({});
    expect(ended).toBe('target');
    expect(missed).toBeNull();
    expect(card.evaluation.sampled).toBeGreaterThanOrEqual(0.5);
    expect(steps.at(-1)?.tokens).toBeLessThan(tiny.tokens);
    expect(steps.at(-1)?.responseLoss).toBeLessThan((steps[0]?.responseLoss ?? 0) / 2);
    const evaluations = events.flatMap((event) => (event.type === 'warm_evaluation' ? [event.evaluation] : []));
    expect(evaluations.map(({ step }) => step).slice(0, 5)).toEqual([1, 2, 4, 8, 16]);
    expect(evaluations.at(-1)?.heldOut?.accuracy).toBeGreaterThan(evaluations[0]?.heldOut?.accuracy ?? 1);

    const base = loadBase('words', files);
    expect(new TextDecoder().decode(files['README.md'])).toContain('problems of the train split only');
    const session = await TrainingSession.create({
      document: { ...document, team: { ...document.team, base: 'words' } },
      bases: [base],
      engine: new LocalEngine(await createExecutor('wasm')),
      environment: createSandbox(),
    });
    const { reward } = await session.evaluate({ split: 'train', episodes: card.evaluation.problems, greedy: false });
    expect(reward).toBe(card.evaluation.sampled);
    expect(card.evaluation.problems, 'looked at again').toBe(4 * tiny.evaluateEpisodes);
    session.dispose();
    session.engine.dispose();
  });

  it('says why it ended below its target: what it was shown earns no more', async () => {
    const { ended, missed, steps } = await warm({ right: 0.3, target: 0.9, tokens: 5000 });
    expect(ended).toBe('tokens');
    expect(steps.length).toBeGreaterThan(0);
    // Both messages must be right, and a mistake is what is right elsewhere.
    const [, shown] = /What it was shown earns (\S+) itself, since 70 % of the messages are mistakes/.exec(missed?.why ?? '') ?? [];
    expect(Number(shown)).toBeGreaterThan(0);
    expect(Number(shown)).toBeLessThan(0.6);
    expect(missed?.remedies[0]?.warm).toMatchObject({ id: 'right' });
  });

  it('is the same for a seed', async (context) => {
    long(context);
    const [one, again, other] = [await warm({ tokens: 3000 }), await warm({ tokens: 3000 }), await warm({ tokens: 3000, seed: 2 })];
    expect(again.files['model.safetensors']).toEqual(one.files['model.safetensors']);
    expect(again.steps).toEqual(one.steps);
    expect(other.steps).not.toEqual(one.steps);
  });

  it('goes on from the present base with its tokenizer', async () => {
    const { files, steps } = await warm({ trains: 'base', tokens: 6000, target: 1 });
    const base = loadBase('words', files);
    expect(base.tokenizer.vocabulary()).toEqual(micro.tokenizer.vocabulary());
    expect(base.weights.get('model.norm.weight')).not.toEqual(micro.weights.get('model.norm.weight'));
    expect(steps.at(-1)?.responseLoss).toBeLessThan(steps[0]?.responseLoss ?? 0);
  });

  it('trains adapters on their own messages; groups share, frozen ones stay', async () => {
    const document = documentWith([
      { role: 'first', adapter: { group: 'pair' } },
      { role: 'second', adapter: { group: 'pair' } },
      { role: 'third', adapter: { frozen: true } },
      { role: 'fourth' },
    ]);
    const { files, steps, trains } = await warm({ trains: 'adapters', tokens: 6000, target: 1 }, document);
    expect(trains).toBe('adapters');
    expect(steps.at(-1)?.responseLoss).toBeLessThan(steps[0]?.responseLoss ?? 0);
    const specs = document.team.agents.map(({ role, adapter }) => ({
      role,
      baseName: 'micro',
      modules: loraModules(micro.config),
      ...adapter,
    }));
    const adapters = readAdapters(files, specs);
    const first = adapters.get('first');
    expect(adapters.get('second')).toEqual(first);
    expect(adapters.get('fourth')).not.toEqual(first);
    const { adapter } = document.team.agents[2] ?? {};
    if (!adapter) throw new Error('there are four agents');
    const fresh = initialAdapter(micro.config, 'third', adapter, document.training.seed, 2);
    const frozen = readPeft(filesUnder(files, 'third')).tensors;
    for (const [name, { data }] of frozen) expect(data, name).toEqual(fresh.get(`third/${name}`)?.data);
  });

  it('ends when it is told to, with what it has', async () => {
    let asked = 0;
    const { ended, card, steps } = await warm({ target: 1 }, documentWith(), () => ++asked > 3);
    expect([ended, steps.length, card.evaluation.step]).toEqual(['stopped', 4, 4]);
  });

  it('says what cannot be warmed up', async () => {
    const frozen = documentWith([
      { role: 'first', adapter: { frozen: true } },
      { role: 'second', adapter: { frozen: true } },
    ]);
    await expect(warm({ trains: 'adapters' }, frozen)).rejects.toThrow('Every adapter of the team is frozen');
  });
});

describe('npm run warm-start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'warm-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const at = (name: string) => join(folder, name);

  it('writes a base that a run trains on, and adapters from its good rollouts', (context) => {
    long(context);
    writeFileSync(at('project.json'), JSON.stringify({ ...documentWith(), warmStart: { ...tiny, evaluateEvery: 0 } }));
    const lines = command('warmStart', at('project.json'), '--out', at('words'), '--tokens', '6000', '--json', '--backend', 'wasm')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.at(-1)).toMatchObject({
      ended: 'tokens',
      out: at('words'),
      missed: expect.stringContaining('less than the target of 0.5. '),
    });
    expect(existsSync(at('words/config.json'))).toBe(true);

    const document = documentWith();
    writeFileSync(at('trained.json'), JSON.stringify({ ...document, team: { ...document.team, base: 'words' } }));
    command('train', at('trained.json'), '--iterations', '2', '--out', at('run'), '--backend', 'wasm', '--json');
    expect(readFileSync(at('run/metrics.jsonl'), 'utf8').trim().split('\n')).toHaveLength(3);
    const said = command(
      'warmStart',
      at('trained.json'),
      '--trains',
      'adapters',
      '--from',
      at('run'),
      '--base',
      `words=${at('words')}`,
      '--threshold',
      '0',
      '--out',
      at('adapters'),
      '--tokens',
      '1000',
      '--backend',
      'wasm',
    );
    expect(existsSync(at('adapters/second/adapter_model.safetensors')), said).toBe(true);
    command('train', at('trained.json'), '--iterations', '1', '--adapters', at('adapters'), '--out', at('again'), '--backend', 'wasm');
    expect(existsSync(at('again/metrics.jsonl'))).toBe(true);
  });

  // A process each: one is enough to see that the command refuses at all.
  it.for<[wrong: string, why: string, ...args: string[]]>([
    ['that is missing', 'Add --out DIR. The base “micro” itself is made by “npm run make-base”.'],
    ['of no such value', '--right cannot be “2”', '--out', at('x'), '--right', '2'],
    ['without its file', 'Add --from FILE', '--out', at('x'), '--threshold', '1'],
    ['of no such file', 'There is no file or run folder', '--out', at('x'), '--from', at('none')],
  ])('says what is wrong with a flag %s', ([wrong, why, ...args], context) => {
    if (wrong !== 'of no such value') long(context);
    expect(command('warmStart', '--preset', 'micro', ...args)).toContain(why);
  });

  it('is refused a folder into which another process writes', () => {
    mkdirSync(at('taken'));
    writeFileSync(at('taken/run.lock'), JSON.stringify({ pid: process.pid, host: hostname(), since: 'now' }));
    expect(command('warmStart', '--preset', 'micro', '--out', at('taken'))).toContain(`process ${process.pid} has been writing to it`);
    expect(readdirSync(at('taken'))).toEqual(['run.lock']);
  });
});
