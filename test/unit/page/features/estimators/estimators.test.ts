import { describe, expect, it } from 'vitest';
import type { LabAnswers, LabQuestion } from '../../../../../src/core/counterfactual/questions.ts';
import type { TreeValue } from '../../../../../src/core/credit/estimates.ts';
import { ESTIMATORS, FrozenBatch, HELD_AGAINST } from '../../../../../src/core/credit/estimators.ts';
import { agreement, creditVariance } from '../../../../../src/core/credit/fidelity.ts';
import {
  batchKey,
  chosenEpisodes,
  COMA_EPISODES,
  createEstimatorsStore,
  NOTHING_ASKED,
  OTHERS,
  OTHERS_ROLLS,
  othersCost,
  truthCost,
} from '../../../../../src/page/features/estimators/estimators.ts';
import { agreementCsv, creditCsv, curveCsv } from '../../../../../src/page/features/estimators/csv.ts';
import { batchModel, type EstimatorsModel, modelOfEpisode } from '../../../../../src/page/features/estimators/model.ts';
import type { Asker, LabJob, LabState } from '../../../../../src/page/state/lab/types.ts';
import { finished, randomBatch, settingsOf } from '../../../core/credit/support.ts';

const records = randomBatch(4, 2, 3).map((record, episode) => ({ ...record, episode }));
const value = (of: number): TreeValue => ({ message: 0, value: of, interval: null, rewards: [of, of], toCome: null, truncated: 0 });
const statesOf = ({ messages }: (typeof records)[number]): TreeValue[] =>
  Array.from({ length: messages.length + 1 }, (_, index) => value(Math.sin(3 * index + messages.length)));
const shares: LabAnswers['shares'] = { method: 'exact', problems: 4, shares: [{ role: 'a', value: 0.4, interval: null }], worth: [] };

/** Answers everything; `after` is called before each answer. */
function fakeLab(after: (kind: LabQuestion['kind']) => void = () => {}, refuses: readonly LabQuestion['kind'][] = []) {
  const questions: LabQuestion[] = [];
  const lab: LabState = {
    job: null,
    faults: [],
    report: null,
    versions: async () => [0],
    compareWeights: async () => null,
    cancel: () => {},
    closeFault: () => {},
    ask: (async (_by: Asker, _team: unknown, question: LabQuestion) => {
      questions.push(question);
      after(question.kind);
      if (refuses.includes(question.kind)) return null;
      if (question.kind === 'others')
        return question.episodes.map(({ messages }) =>
          messages.map(() => ({ worth: { a: 1 }, others: [{ response_ids: [1], text: '', worth: { a: 0.5 } }] })),
        );
      return question.kind === 'values' ? question.episodes.map((record) => statesOf(record as (typeof records)[number])) : shares;
    }) as LabState['ask'],
  };
  return { lab, questions };
}

describe('asking for the truth', () => {
  const at = { runId: 'r', iteration: 3, version: 2 };
  const key = batchKey('r', 3);

  it('keeps values by episode and shares, and learns how long a message takes', async () => {
    let clock = 0;
    const store = createEstimatorsStore(() => clock);
    const states: unknown[] = [];
    const { lab, questions } = fakeLab((kind) => {
      states.push(store.getState().asking);
      if (kind === 'values') clock += 30;
    });
    store.getState().set({ rolls: 4 });
    await store.getState().ask(lab, at, records.slice(0, 2));
    expect(states).toEqual([{ r: 'values' }, { r: 'others' }, { r: 'others' }, { r: 'others' }, { r: 'shares' }]);
    expect(questions.slice(1, 4)).toMatchObject([
      { kind: 'others', algorithm: 'c3', alternatives: OTHERS, continuations: OTHERS_ROLLS },
      { kind: 'others', algorithm: 'difference' },
      { kind: 'others', algorithm: 'coma', alternatives: OTHERS, fit: COMA_EPISODES },
    ]);
    expect(store.getState().asking).toEqual({});
    expect(questions[0]).toEqual({ kind: 'values', episodes: records.slice(0, 2), rolls: 4 });
    const answer = store.getState().answers[key]!;
    expect([...answer.values.keys()]).toEqual([0, 1]);
    for (const algorithm of HELD_AGAINST) expect([...answer.others![algorithm]!.keys()]).toEqual([0, 1]);
    expect(answer.others!.difference!.get(1)).toHaveLength(records[1]!.messages.length);
    expect(answer.values.get(1)).toEqual(statesOf(records[1]!));
    expect(answer).toMatchObject({ version: 2, rolls: 4, shares });
    expect(store.getState().secondsPerMessage).toBeCloseTo(30 / truthCost(records.slice(0, 2), 4).messages, 12);
  });
  it('adds further episodes to the same question’s answer, and none to another’s', async () => {
    const store = createEstimatorsStore(() => 0);
    const { lab } = fakeLab();
    await store.getState().ask(lab, at, records.slice(0, 2));
    await store.getState().ask(lab, at, records.slice(1, 4));
    expect([...store.getState().answers[key]!.values.keys()]).toEqual([0, 1, 2, 3]);
    await store.getState().ask(lab, { ...at, version: 1 }, records.slice(0, 1));
    expect([...store.getState().answers[key]!.values.keys()]).toEqual([0]);
    await store.getState().ask(lab, { ...at, iteration: 5 }, records.slice(0, 1));
    expect(Object.keys(store.getState().answers)).toHaveLength(2);
  });
  it('leaves all as it was when it is called off, and keeps the values when only the shares are', async () => {
    const store = createEstimatorsStore(() => 0);
    await store.getState().ask(fakeLab(undefined, ['values']).lab, at, records.slice(0, 2));
    expect(store.getState()).toMatchObject({ answers: {}, asking: {}, secondsPerMessage: null });
    await store.getState().ask(fakeLab(undefined, ['shares']).lab, at, records.slice(0, 2));
    expect(store.getState().answers[key]).toMatchObject({ shares: null });
    expect(store.getState().answers[key]!.values.size).toBe(2);
  });
  it('says how much is played: every state, and what is still to be said from there', () => {
    const three = { ...records[0]!, messages: records[0]!.messages.slice(0, 3) };
    expect(truthCost([three, three], 16)).toEqual({ rollouts: 2 * 4 * 16, messages: 2 * (3 + 2 + 1) * 16 });
    // Seven sides of each message, and what is said behind them; C3's and COMA's others besides, and the episodes that its critic is fitted to.
    const [sides, said] = [7 * OTHERS_ROLLS, 3 * 2 * OTHERS];
    expect(othersCost([three])).toEqual({ rollouts: 3 * sides, messages: said + (2 + 1) * sides + 3 * COMA_EPISODES });
    expect(othersCost([three, three])).toEqual({ rollouts: 6 * sides, messages: 2 * said + 6 * sides + 3 * COMA_EPISODES });
  });
  it('asks about the episode that is read and others from the whole batch', () => {
    const numbers = (count: number) => chosenEpisodes(records, records[4]!, count).map(({ episode }) => episode);
    expect(numbers(1)).toEqual([4]);
    expect(numbers(3)).toEqual([0, 2, 4]);
    expect(numbers(99)).toEqual([0, 1, 2, 3, 4, 5]);
  });
  it('is of one run, and learns no speed while another question is waited for', async () => {
    let clock = 0;
    const store = createEstimatorsStore(() => clock);
    const busy: LabJob = { by: { view: 'criticCheck', runId: 'r' }, kind: 'values', done: 0, of: 0 };
    const { lab, questions } = fakeLab(() => (clock += 30));
    const first = store.getState().ask({ ...lab, job: busy }, at, records.slice(0, 2));
    await store.getState().ask(lab, at, records.slice(0, 2)); // asked already
    expect(store.getState().asking).toHaveProperty('r');
    await store.getState().ask(lab, { ...at, runId: 'other' }, records.slice(0, 2));
    await first;
    expect(questions).toHaveLength(10);
    expect(store.getState().asking).toEqual({});
    const other = createEstimatorsStore(() => clock);
    await other.getState().ask({ ...lab, job: busy }, at, records.slice(0, 2));
    expect(other.getState().secondsPerMessage).toBeNull();
  });
});

const modelOf = (...[batch, chosen, discounts, asked, index]: [...Parameters<typeof batchModel>, number]): EstimatorsModel =>
  modelOfEpisode(finished(batchModel(batch, chosen, discounts, asked)), index);

describe('the model', () => {
  const settings = settingsOf({ episodes: records.length });
  const batch = new FrozenBatch(records, settings);
  const asked = { values: new Map(records.slice(0, 4).map((record) => [record.episode, statesOf(record)])), shares };

  it('has a row for every chosen estimator, in that order, and what is missing', () => {
    const { rows, truth, judged, agreements } = modelOf(batch, ['tree', 'rloo'], settings, NOTHING_ASKED, 0);
    expect(rows.map(({ id, missing, cells }) => [id, missing, cells === null])).toEqual([
      ['tree', 'values_not_asked', true],
      ['rloo', null, false],
    ]);
    expect([truth, judged, rows[1]!.fidelity]).toEqual([null, 0, null]);
    expect(agreements).toEqual([
      [null, null],
      [null, expect.closeTo(1, 12)],
    ]);
  });
  it('holds each against the truth, shown or not', () => {
    const chosen = ESTIMATORS.filter((id) => id !== 'tree' && !batch.missing(id, asked));
    const { rows, truth, judged } = modelOf(batch, chosen, settings, asked, 1);
    expect(judged).toBe(records.slice(0, 4).reduce((sum, { messages }) => sum + messages.length, 0));
    for (const { id, credit, cells, range, fidelity, variance } of rows) {
      expect(cells, id).toEqual(credit![1]);
      expect(range).toBe(Math.max(...cells!.map(Math.abs)));
      if (id !== 'shapley') expect(fidelity).toBeCloseTo(agreement(credit!, truth!)!, 12);
      expect(variance).toBe(creditVariance(credit!));
    }
  });
  it('knows nothing of the tree’s credit in an episode that was not asked about', () => {
    const { rows } = modelOf(batch, ['tree'], settings, asked, 5);
    expect(rows[0]).toMatchObject({ missing: null, cells: null, range: 0 });
  });
  it('is written as CSV: every message, the agreement, the curve', () => {
    const lines = creditCsv(batch, settings, asked).trim().split('\r\n');
    expect(lines[0]).toBe(`episode,message,role,turn,${ESTIMATORS.join()}`);
    expect(lines).toHaveLength(1 + records.reduce((sum, { messages }) => sum + messages.length, 0));
    const gae = batch.credit('gae_token', settings, asked);
    expect(Number(lines[2]!.split(',')[4])).toBe('credit' in gae && gae.credit[0]![1]);
    // The last episode was not asked about.
    expect(lines.at(-1)!.endsWith(',')).toBe(true);
    const model = modelOf(batch, ['rloo', 'grpo'], settings, asked, 0);
    expect(agreementCsv(model).split('\r\n')[0]).toBe('estimator,fidelity,variance,rloo,grpo');
    expect(curveCsv([{ id: 'gae_token', points: [{ lambda: 0.5, fidelity: null }] }])).toBe('lambda,gae_token\r\n0.5,\r\n');
  });
});
