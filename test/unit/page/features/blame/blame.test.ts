/** What is asked of the lab, round by round, what is said of the answer, and what can be kept of it. */
import { describe, expect, it } from 'vitest';
import type { LabQuestion, TryOutcome } from '../../../../../src/core/counterfactual/questions.ts';
import type { Blame, Compared, Correction } from '../../../../../src/core/counterfactual/blame/course.ts';
import type { ProjectDocument } from '../../../../../src/core/document/schema.ts';
import type { EpisodeRecord } from '../../../../../src/core/episode/records.ts';
import { readEpisodes } from '../../../../../src/core/formats/runs/episodes.ts';
import { readCases } from '../../../../../src/core/trial/cases.ts';
import { type BlameRef, createBlameStore, keyOf, MOST_ROLLS } from '../../../../../src/page/features/blame/createBlame.ts';
import {
  bestBeside,
  casesOf,
  demonstrationOf,
  points,
  saidOf,
  blameSentences,
  settingsOf,
} from '../../../../../src/page/features/blame/model.ts';
import type { Asker } from '../../../../../src/page/state/lab/types.ts';

const document = {
  team: { agents: [{ role: 'planner', label: 'Planner' }, { role: 'solver' }] },
} as unknown as ProjectDocument;
const record = {
  ...{ iteration: 3, episode: 5, seed: 9, split: 'train', problem_index: 7, reward: 0 },
  messages: [
    { role: 'planner', text: '9*7', turn: 0 },
    { role: 'solver', text: '=63', turn: 0 },
  ],
} as unknown as EpisodeRecord;

const ABOUT: BlameRef = { runId: 'run', iteration: 3, episode: 5 };
const SETTINGS = { won: 1, rolls: 32, edits: [] };

/** A lab in which whoever says the first message anew wins; `calledOff` answers nothing from that question on. */
function labOf(calledOff = Number.POSITIVE_INFINITY) {
  const asked: { by: Asker; team: unknown; question: Extract<LabQuestion, { kind: 'tries' }> }[] = [];
  const ask = async (by: Asker, team: unknown, question: Extract<LabQuestion, { kind: 'tries' }>) => {
    asked.push({ by, team, question });
    if (asked.length > calledOff) return null;
    return question.tries.map((one) =>
      Array.from({ length: question.count }, (): TryOutcome => {
        const won = one.message === 0 && one.kind !== 'same';
        const said = { responseIds: [1], logprobs: [0], entropies: [0], finishReason: 'stop' as const, text: '9*8', adapterVersion: 1 };
        return { reward: Number(won), said, ...(question.turns ? { turns: [] } : {}) };
      }),
    );
  };
  return { asked, lab: { getState: () => ({ versions: async () => [0, 2], ask: ask as never }) } };
}

const compared = (better: number, same: number, part: Partial<Compared> = {}): Compared => ({
  ...{ tally: { better, same, worse: 0 }, wins: better, controlWins: 0, interval: { low: 0.27, high: 1 }, told: true },
  ...part,
});
const correctionOf = (part: Partial<Correction> = {}): Correction => ({
  ...compared(14, 2),
  text: '9*8',
  won: {
    turns: [{ observation: 'sums', messages: record.messages.map(({ role }) => ({ role, text: role })), transition: '' }],
    ...{ reward: 1, continuation: 99 },
  },
  ...part,
});
const blameOf = (verdict: Blame['verdict'], part: Partial<Blame> = {}): Blame => ({
  ...{ settings: SETTINGS, played: 97, budget: 161, asItWas: { better: 0, same: 0, worse: 16 }, verdict, over: true },
  cells: [
    { cell: { message: 0, candidate: { kind: 'own' } }, ...compared(16, 0) },
    { cell: { message: 1, candidate: { kind: 'own' } }, ...compared(0, 16, { told: false, interval: { low: -0.4, high: 0.4 } }) },
  ],
  ...part,
});

describe('the question', () => {
  it('is put to the team that played, round by round, and what is known is there after each', async () => {
    const { lab, asked } = labOf();
    const store = createBlameStore(lab);
    const known: number[] = [];
    store.subscribe(({ results }) => known.push(results[keyOf(ABOUT)]?.state.played ?? 0));
    await store.getState().ask(ABOUT, record, SETTINGS, 2);
    expect(asked.length).toBeGreaterThan(3);
    for (const { by, team, question } of asked) {
      expect([by, team]).toEqual([{ view: 'blame', runId: 'run' }, { iteration: 2 }]);
      expect(question.episode).toBe(record);
    }
    const { state, team } = store.getState().results[keyOf(ABOUT)]!;
    expect(state.verdict).toMatchObject({ kind: 'named', cell: { cell: { message: 0 } }, correction: { text: '9*8', told: true } });
    expect(team).toBe(2);
    expect(known).toEqual(known.toSorted((a, b) => a - b));
    expect(store.getState().asking).toEqual({});
  });

  it('that is called off leaves what was known, and can be asked again', async () => {
    const { lab } = labOf(1);
    const store = createBlameStore(lab);
    await store.getState().ask(ABOUT, record, SETTINGS, 2);
    expect(store.getState().results[keyOf(ABOUT)]?.state).toMatchObject({ verdict: null, over: false, played: 24 });
    expect(store.getState().asking).toEqual({});
  });

  it('waits for the one under way of the same run, and keeps its limits', async () => {
    const { lab, asked } = labOf();
    const store = createBlameStore(lab);
    const first = store.getState().ask(ABOUT, record, SETTINGS, 2);
    await store.getState().ask({ ...ABOUT, episode: 6 }, record, SETTINGS, 2);
    await first;
    expect(Object.keys(store.getState().results)).toEqual([keyOf(ABOUT)]);
    expect(asked.length).toBeGreaterThan(0);
    store.getState().setRolls(1e6);
    expect(store.getState().rolls).toBe(MOST_ROLLS);
  });

  it('takes the best of the iteration as won, unless somebody says otherwise or nobody did better', () => {
    const better = { reward: 0.5 } as EpisodeRecord;
    expect(bestBeside([record, better], record)).toBe(0.5);
    expect(bestBeside([record], record)).toBeNull();
    expect(settingsOf({ won: null, edit: null }, null, 8, 'nobody')).toBeNull();
    expect(settingsOf({ won: null, edit: null }, 0.5, 8, 'nobody')).toEqual({ won: 0.5, rolls: 8, edits: [] });
    const edit = { message: 1, text: '=72' };
    expect(settingsOf({ won: 1, edit }, 0.5, 8, 'base')).toEqual({ won: 1, rolls: 8, other: null, edits: [edit] });
    expect(settingsOf({ won: 1, edit: null }, 0.5, 8, 4)).toEqual({ won: 1, rolls: 8, other: 4, edits: [] });
  });
});

describe('what is said', () => {
  const [cell] = blameOf(null).cells;

  it('names the message with its interval, and the text that was proved', () => {
    expect(blameSentences(document, record, blameOf({ kind: 'named', cell: cell!, correction: correctionOf() }))).toEqual([
      'Message 1 lost it: when Planner says it anew, 16 of 16 continuations are won, with the same message again 0: +100 points (95 %: +27 to +100).',
      'With “9*8” in its place, in continuations played for this alone, 14 of 16 continuations are won, with the same message again 0: +88 points (95 %: +27 to +100).',
    ]);
  });

  it('does not call proved what is not, and says who else was told', () => {
    const correction = correctionOf({ told: false, won: null, interval: { low: -0.1, high: 0.8 } });
    const told = blameOf(null).cells.map((one) => ({ ...one, told: true }));
    const [, second, third] = blameSentences(document, record, blameOf({ kind: 'named', cell: cell!, correction }, { cells: told }));
    expect(second).toContain('The interval holds 0: this text is not proved to save it.');
    expect(third).toBe('Message 2, said otherwise, would have saved it as well, by a smaller difference.');
  });

  it.each([
    [{ kind: 'own' }, 'when solver says it anew'],
    [{ kind: 'other', iteration: null }, 'when the base of solver says it'],
    [{ kind: 'other', iteration: 4 }, 'when solver as it was after iteration 4 says it'],
    [{ kind: 'other', iteration: 0 }, 'when solver as it was in the beginning says it'],
    [{ kind: 'text', text: '=72' }, 'when solver says “=72”'],
  ] as const)('says who said it otherwise: %j', (candidate, said) => {
    const named = { cell: { message: 1, candidate }, ...compared(16, 0) };
    expect(blameSentences(document, record, blameOf({ kind: 'named', cell: named, correction: null }))[0]).toContain(
      `Message 2 lost it: ${said}`,
    );
  });

  it('shortens what is long, and says what is nothing', () => {
    const of = (text: string) =>
      blameSentences(document, record, blameOf({ kind: 'named', cell: cell!, correction: correctionOf({ text }) }))[1];
    expect(of(`${'long '.repeat(40)}end`)).toContain(`With “${'long '.repeat(16)}…” in its place`);
    expect(of(' ')).toContain('With “(nothing)” in its place');
  });

  it('says luck, that nothing was told apart, and that a team hardly wins a problem', () => {
    const luck = blameOf({ kind: 'luck' }, { asItWas: { better: 15, same: 0, worse: 1 } });
    expect(blameSentences(document, record, luck)).toEqual([
      'No message lost it: with every message as it was, 15 of 16 continuations are won. The environment’s chance lost it.',
    ]);
    expect(blameSentences(document, record, blameOf({ kind: 'open' }))).toHaveLength(1);
    const never = blameOf({ kind: 'open' }, { cells: [{ ...cell!, ...compared(1, 31, { told: false }) }] });
    expect(blameSentences(document, record, never)[1]).toContain('1 of 32 are won: this team hardly wins this problem');
    expect(blameSentences(document, record, blameOf(null))).toEqual([]);
  });

  it('writes points with their sign', () => {
    expect([0.876, 0, -0.2].map(points)).toEqual(['+88', '0', '−20']);
    expect(saidOf(compared(0, 0, { interval: null }))).toMatchObject({ of: 0, low: '−100', high: '+100' });
  });
});

describe('what is kept', () => {
  it('is a line that a warm start reads, where everybody spoke in every turn', () => {
    const line = demonstrationOf(correctionOf())!;
    expect(readEpisodes(line, 'kept')[0]).toMatchObject({ form: 'plain', reward: 1 });
    expect(demonstrationOf(correctionOf({ won: null }))).toBeNull();
    const silent = [{ observation: '', messages: [], transition: '' }];
    expect(demonstrationOf(correctionOf({ won: { turns: silent, reward: 1, continuation: 1 } }))).toBeNull();
  });

  it('is two test cases: as it was said, and as it was won', () => {
    const [was, is] = readCases(casesOf(document, record, 0, correctionOf()), 'cases');
    expect(was).toEqual({
      ...{ seed: 9, split: 'train', index: 7, roles: ['planner', 'solver'], chance: { iteration: 3, episode: 5 }, reward: 0 },
      messages: [
        { role: 'planner', text: '9*7', turn: 0 },
        { role: 'solver', text: '=63', turn: 0 },
      ],
    });
    expect(is).toMatchObject({ chance: { iteration: 3, episode: 5, from: 0, continuation: 99 }, reward: 1 });
    expect(is!.messages.map(({ text }) => text)).toEqual(['planner', 'solver']);
  });
});
