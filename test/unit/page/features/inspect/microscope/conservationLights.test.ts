/** Every light is green on what the algorithms make, red with the message when its identity is broken, grey with the reason otherwise. */
import { recordedEpisodes, recordedIterations, recordedRuns, recordedText } from '../../../../../../headless/kit/run/recorded.ts';
import { describe, expect, it } from 'vitest';
import { decisionLevel } from '../../../../../../src/core/document/derived.ts';
import { parseDocument } from '../../../../../../src/core/document/parse.ts';
import type { ProjectDocument } from '../../../../../../src/core/document/schema.ts';
import type { EpisodeRecord, MessageRecord } from '../../../../../../src/core/episode/records.ts';
import { EPISODE_FACTS, MESSAGE_FACTS } from '../../../../../../src/core/formats/imports/run/info.ts';
import { parseRows } from '../../../../../../src/core/formats/runs/rolloutFile.ts';
import {
  checkLights,
  conservationLights,
  type LightId,
  LIGHTS,
  lightsShown,
  maskDefect,
} from '../../../../../../src/page/features/inspect/microscope/conservationLights.ts';
import type { MetricsRow } from '../../../../../../src/page/state/runs/types.ts';
import { ESTIMATOR_CASES } from '../../../../core/credit/cases.ts';
import { credited, type Overrides, randomBatch, settingsOf } from '../../../../core/credit/support.ts';
import { document, episode } from '../../../../core/episode/records.ts';

const ONES = { gammaToken: 1, lambdaToken: 1, gamma: 1, lambda: 1 };
const ITERATION = 1;

/** A credited batch with segments and a run it is of. */
function batchOf(overrides: Overrides, metrics: readonly MetricsRow[] = []) {
  const training = settingsOf({ episodes: 12, ...overrides });
  const records = credited(randomBatch(4, 3, 4, { level: decisionLevel(training) }), training).map(
    (record, episode): EpisodeRecord => ({ ...record, episode, messages: record.messages.map(withSegments) }),
  );
  return { records, run: { document: { ...document, training } satisfies ProjectDocument, metrics } };
}

function withSegments(message: MessageRecord): MessageRecord {
  const end = 3 + message.response_ids.length;
  return {
    ...message,
    prompt_ids: [1, 2, 3],
    segments: [
      { kind: 'scaffold', source: 'observation', start: 0, end: 2 },
      { kind: 'scaffold', source: 'header', role: message.role, start: 2, end: 3 },
      { kind: 'sampled', source: 'response', role: message.role, start: 3, end },
    ],
  };
}

/** The batch with one message of one episode changed. */
function changed(
  records: readonly EpisodeRecord[],
  episode: number,
  message: number,
  change: (message: MessageRecord) => Partial<MessageRecord>,
) {
  return records.map((record, e) =>
    e === episode
      ? { ...record, messages: record.messages.map((spoken, m) => (m === message ? { ...spoken, ...change(spoken) } : spoken)) }
      : record,
  );
}

const shifted = (by: number) => (values: readonly number[]) => values.with(0, (values[0] ?? 0) + by);

describe('conservation lights', () => {
  for (const [name, overrides] of ESTIMATOR_CASES)
    it(`are none of them red for ${name}`, () => {
      const { records, run } = batchOf(overrides);
      const lights = conservationLights(run, ITERATION, records);
      const losesOnPurpose = run.document.training.compat.length > 0;
      for (const id of LIGHTS) if (!losesOnPurpose) expect(lights[id].state, id).not.toBe('red');
      expect(lights.masks).toMatchObject({ state: 'green' });
    });

  for (const name of recordedRuns())
    it(`are none of them red in the recorded run ${name}`, () => {
      const run = {
        document: parseDocument(recordedText(name, 'project.json')),
        metrics: parseRows(recordedText(name, 'metrics.jsonl'), 'metrics.jsonl'),
      };
      for (const iteration of recordedIterations(name)) {
        const records = recordedEpisodes(name, iteration);
        const lights = conservationLights(run, records[0]!.iteration, records);
        for (const id of LIGHTS) expect(lights[id].state, `${iteration} ${id}`).not.toBe('red');
        for (const id of ['paid', 'masks'] as const) expect(lights[id].state, `${iteration} ${id}`).toBe('green');
        // Without a critic an advantage is no difference of a return and a value, so there is nothing to hold.
        expect(lights.returns.state, `${iteration} returns`).toBe(run.document.training.algorithm === 'grpo' ? 'grey' : 'green');
      }
    });

  it('turn red where a token is paid what nobody declared', () => {
    const { records, run } = batchOf(ONES);
    const broken = changed(records, 5, 1, ({ token_rewards: rewards }) => ({ token_rewards: shifted(0.01)(rewards) }));
    const lights = conservationLights(run, ITERATION, broken);
    expect(lights.paid).toMatchObject({ state: 'red', count: 1, breaches: [{ episode: 5 }] });
    expect(lights.toGo.state).toBe('red');
    expect(conservationLights(run, ITERATION, records).paid.state).toBe('green');
  });

  it('turn red where a return is not advantage plus value', () => {
    const { records, run } = batchOf({});
    const broken = changed(records, 7, 0, ({ returns }) => ({ returns: shifted(0.01)(returns) }));
    const { returns, paid } = conservationLights(run, ITERATION, broken);
    expect(returns).toMatchObject({ state: 'red', count: 1, breaches: [{ episode: 7, message: 0, token: 0 }] });
    expect(paid.state).toBe('green');
  });

  it('turn red where a return is not the reward still to come', () => {
    const { records, run } = batchOf(ONES);
    const broken = changed(records, 2, 1, ({ returns, advantages }) => ({
      returns: shifted(0.5)(returns),
      advantages: shifted(0.5)(advantages),
    }));
    const lights = conservationLights(run, ITERATION, broken);
    expect(lights.toGo).toMatchObject({ state: 'red', breaches: [{ episode: 2, message: 1, token: 0 }] });
    expect(lights.returns.state).toBe('green');
    expect(conservationLights(batchOf({}).run, ITERATION, records).toGo).toEqual({ state: 'grey', why: 'discounted' });
  });

  it('turn red where comparing takes more than it gives', () => {
    const { records, run } = batchOf({ algorithm: 'rloo', groupSize: 4 });
    const more = ({ advantages }: MessageRecord) => ({ advantages: advantages.map((advantage) => advantage + 0.01) });
    const broken = changed(records, 9, 0, more);
    expect(conservationLights(run, ITERATION, records).zeroSum.state).toBe('green');
    const light = conservationLights(run, ITERATION, broken).zeroSum;
    expect(light).toMatchObject({ state: 'red', count: 1, breaches: [{ episode: 8 }] });
    expect(conservationLights(run, ITERATION, records.slice(1)).zeroSum).toEqual({ state: 'grey', why: 'notWhole' });
    expect(conservationLights(batchOf({}).run, ITERATION, records).zeroSum).toEqual({ state: 'grey', why: 'notCompared' });
  });

  it('turn red where credit by playing on makes reward, and grey where what the states were worth was not kept', () => {
    const { records, run } = batchOf({ algorithm: 'vineppo' });
    expect(conservationLights(run, ITERATION, records).playedOn).toEqual({ state: 'green', checked: records.length });
    const broken = changed(records, 2, 0, ({ advantages }) => ({ advantages: shifted(0.01)(advantages) }));
    expect(conservationLights(run, ITERATION, broken).playedOn).toMatchObject({ state: 'red', count: 1, breaches: [{ episode: 2 }] });
    const stripped = broken.map((record) => ({ ...record, messages: record.messages.map(({ tree_values: _, ...message }) => message) }));
    expect(conservationLights(run, ITERATION, stripped).playedOn).toEqual({ state: 'grey', why: 'noTreeValues' });
    expect(conservationLights(batchOf({}).run, ITERATION, records).playedOn).toEqual({ state: 'grey', why: 'notPlayedOn' });
  });

  it.each<[string, (message: MessageRecord) => Partial<MessageRecord>, string]>([
    ['a gap in the prompt', ({ segments }) => ({ segments: segments.toSpliced(1, 1) }), 'prompt'],
    ['a prompt that goes on', () => ({ prompt_ids: [1, 2, 3, 4] }), 'sampled'],
    [
      'a token too few',
      ({ segments }) => ({ segments: segments.map((s) => (s.kind === 'sampled' ? { ...s, end: s.end - 1 } : s)) }),
      'sampled',
    ],
    [
      'scaffold taken for sampled',
      ({ segments }) => ({ segments: segments.map((s, i) => (i === 1 ? { ...s, kind: 'sampled' as const } : s)) }),
      'sampled',
    ],
    ['sampled taken for scaffold', ({ segments }) => ({ segments: segments.map((s) => ({ ...s, kind: 'scaffold' as const })) }), 'sampled'],
    ['a log-probability missing', ({ logprobs }) => ({ logprobs: logprobs.slice(1) }), 'lengths'],
    ['a value missing', ({ values }) => ({ values: values.slice(1) }), 'lengths'],
  ])('turn red at %s', (_, change, defect) => {
    const training = settingsOf();
    const [record] = batchOf({}).records;
    const message = record!.messages[0]!;
    expect(maskDefect(message, training)).toBeNull();
    expect(maskDefect({ ...message, ...change(message) }, training)).toMatchObject({ defect });
  });

  it('name the message whose mask is wrong', () => {
    const { records, run } = batchOf({});
    const broken = changed(records, 3, 2, ({ entropies }) => ({ entropies: [...entropies, 0] }));
    expect(conservationLights(run, ITERATION, broken).masks).toMatchObject({
      state: 'red',
      count: 1,
      breaches: [{ episode: 3, message: 2, defect: 'lengths' }],
    });
  });

  it('hold the first pass to ratio 1, by what the update measured', () => {
    const of = (metrics: MetricsRow[], overrides: Overrides = {}) => {
      const { records, run } = batchOf(overrides, metrics);
      return conservationLights(run, ITERATION, records).ratio;
    };
    const measured = (deviation: number): MetricsRow => ({
      iteration: 1,
      'actor/planner/first_ratio_deviation': 2e-6,
      'actor/solver/first_ratio_deviation': deviation,
    });
    expect(of([measured(1e-5)])).toEqual({ state: 'green', checked: 2 });
    expect(of([measured(0.02)])).toMatchObject({ state: 'red', breaches: [{ role: 'solver', actual: 0.02 }] });
    expect(of([measured(Number.NaN)]).state).toBe('red');
    const { records, run } = batchOf({}, [measured(0.02)]);
    const message = records[2]!.messages[1]!;
    const receipt = { updated_logprobs: [], push: [], clipped: [], normalized_advantages: [], first_ratio_deviation: 0.02 };
    const off = { ...records[2]!, messages: records[2]!.messages.with(1, { ...message, receipt }) };
    expect(conservationLights(run, ITERATION, records.with(2, off)).ratio).toMatchObject({
      state: 'red',
      count: 2,
      breaches: [
        { role: 'solver', episode: null },
        { episode: records[2]!.episode, message: 1, role: message.role, actual: 0.02 },
      ],
    });
    expect(of([{ iteration: 1 }])).toEqual({ state: 'grey', why: 'notRecorded' });
    expect(of([])).toEqual({ state: 'grey', why: 'untold' });
    expect(of([measured(0.02)], { lag: 1 })).toEqual({ state: 'grey', why: 'lag' });
  });

  it('are the same in slices, whichever episodes are checked together', () => {
    const { records, run } = batchOf({ algorithm: 'grpo', groupSize: 4 });
    const many = Array.from({ length: 300 }, (_, copy) => records.map((record) => ({ ...record, group: record.group + 3 * copy }))).flat();
    const numbered = many.map((record, episode) => ({ ...record, episode }));
    const large = { ...run, document: { ...run.document, training: { ...run.document.training, episodes: numbered.length } } };
    const check = checkLights(large, ITERATION, numbered.toReversed());
    let slices = 0;
    while (!check.next().done) slices += 1;
    expect(slices).toBeGreaterThan(3);
    const states = Object.fromEntries(
      (Object.entries(conservationLights(large, ITERATION, numbered)) as [LightId, { state: string }][]).map(([id, { state }]) => [
        id,
        state,
      ]),
    );
    expect(states).toMatchObject({ paid: 'green', zeroSum: 'green', masks: 'green' });
  });
});

describe('of another trainer’s run', () => {
  const facts = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 0]));
  const known = { episodes: 1, messages: 1, ofEpisodes: facts(EPISODE_FACTS), ofMessages: facts(MESSAGE_FACTS) };
  const imported = { source: 'trl', files: [], known, computed: [], agents: [], edges: 'guessed' };
  const run = { document, metrics: [], info: { imported } };
  /** Two episodes of a group, with an advantage each. */
  const pair = (group: number, first: number, second: number, ids: readonly number[] = []): EpisodeRecord[] =>
    [first, second].map((advantage, at) => {
      const plain = episode(ITERATION, 2 * group + at, { group, reward: at });
      const messages = plain.messages.map(
        (message): MessageRecord => ({
          ...message,
          ...{ response_ids: ids, advantages: [advantage], returns: [], values: [], logprobs: ids.map(() => -1) },
          ...{ ref_logprobs: [], entropies: [], token_rewards: [] },
        }),
      );
      return { ...plain, messages };
    });

  it('tells group sums and arrays alone, and none where there are neither groups nor tokens', () => {
    const lights = conservationLights(run, ITERATION, [...pair(0, 1, -1), ...pair(1, 0.5, -0.5)]);
    expect(lightsShown(lights)).toEqual(['zeroSum']);
    expect(lights.zeroSum).toEqual({ state: 'green', checked: 2, of: 'groups' });
    const withTokens = conservationLights(run, ITERATION, pair(0, 1, -1, [7]));
    expect(lightsShown(withTokens)).toEqual(['zeroSum', 'masks']);
    expect(withTokens.masks).toEqual({ state: 'green', checked: 4 });
    expect(lightsShown(conservationLights(run, ITERATION, []))).toEqual([]);
  });

  it('does not call a group broken that need not sum to 0, nor one of which only a part is here', () => {
    const records = [...pair(0, 1, -1), ...pair(1, 1, 0)];
    expect(conservationLights(run, ITERATION, records).zeroSum).toEqual({ state: 'grey', why: 'notCentred' });
    const windows = { [ITERATION]: { window: 0, windows: 2, first: 0, count: 4, of: 8 } };
    expect(conservationLights({ ...run, windows }, ITERATION, records).zeroSum).toEqual({ state: 'grey', why: 'notWhole' });
  });

  it('names messages whose arrays do not fit their tokens', () => {
    const [first, second] = pair(0, 1, -1, [7, 8]);
    const broken = { ...second!, messages: second!.messages.map((message, at) => (at === 1 ? { ...message, logprobs: [-1] } : message)) };
    expect(conservationLights(run, ITERATION, [first!, broken]).masks).toMatchObject({
      state: 'red',
      count: 1,
      breaches: [{ episode: 1, message: 1, role: 'solver', defect: 'lengths' }],
    });
  });
});
