/** Which message lost an episode: who is named, when it ends, what it costs, and how often it is wrong. */
import { describe, expect, it } from 'vitest';
import type { Try, TryOutcome } from '../../../../../src/core/counterfactual/questions.ts';
import { type BlameSettings, budgetOf, cellsOf, controlOf, triesOf } from '../../../../../src/core/counterfactual/blame/cells.ts';
import { findBlame, type Blame, type Play } from '../../../../../src/core/counterfactual/blame/course.ts';
import type { GeneratedMessage } from '../../../../../src/core/episode/generation.ts';
import type { EpisodeRecord, MessageRecord } from '../../../../../src/core/episode/records.ts';
import { keyFor, uniformAt } from '../../../../../src/core/random/streams.ts';

/** An episode whose messages were said in these turns. */
const episodeOf = (...turns: number[]): Pick<EpisodeRecord, 'messages'> => ({
  messages: turns.map((turn, index) => ({ role: `agent${index}`, turn, text: `said ${index}` }) as MessageRecord),
});

const message = (text: string): GeneratedMessage => ({
  responseIds: [1],
  logprobs: [0],
  entropies: [0],
  finishReason: 'stop',
  text,
  adapterVersion: 0,
});

const SETTINGS: BlameSettings = { won: 1, rolls: 32, edits: [] };

/** Plays with given chances to win; the numbers are those of the continuation, so that tries share them. */
function playing(chance: (one: Try) => number, said: (one: Try, number: number) => string = () => 'other', seed = 1) {
  const asked: { tries: readonly Try[]; first: number; count: number; turns: boolean }[] = [];
  const play: Play = async (tries, first, count, turns) => {
    asked.push({ tries, first, count, turns });
    return tries.map((one) =>
      Array.from({ length: count }, (_, index): TryOutcome => {
        const number = first + index;
        const won = uniformAt(keyFor(seed, 1), number) < chance(one);
        const spoken = one.kind === 'text' && typeof one.says !== 'string' ? one.says : message(said(one, number));
        return { reward: Number(won), said: spoken, ...(turns ? { turns: [] } : {}) };
      }),
    );
  };
  return { play, asked };
}

/** Of a chain of agents the message `wrong` loses what follows: before it the team wins nearly always, behind it hardly ever. */
const planted = (wrong: number) => (one: Try) =>
  one.kind === 'text' ? (one.message === wrong ? 0.95 : 0.02) : one.kind === 'anew' ? (one.message <= wrong ? 0.95 : 0.02) : 0;

describe('what is compared', () => {
  it('is every message said anew, by another speaker and as a person would say it, against the same message again', () => {
    const episode = episodeOf(0, 0, 1);
    const cells = cellsOf(episode, { ...SETTINGS, other: null, edits: [{ message: 1, text: 'mine' }] });
    expect(cells.map(({ message: at, candidate }) => `${at} ${candidate.kind}`)).toEqual([
      '0 own',
      '0 other',
      '1 own',
      '1 other',
      '1 text',
      '2 own',
      '2 other',
    ]);
    // Within a turn, the same message again is the next one said anew; behind a turn the environment answers first.
    expect(controlOf(episode, 0)).toEqual({ kind: 'anew', message: 1 });
    expect(controlOf(episode, 1)).toEqual({ kind: 'same', message: 1 });
    expect(controlOf(episode, 2)).toEqual({ kind: 'same', message: 2 });
  });

  it('is played once, though it be a candidate here and a control there', () => {
    const episode = episodeOf(0, 0, 0);
    expect(triesOf(episode, cellsOf(episode, SETTINGS))).toHaveLength(4);
    expect(budgetOf(episode, SETTINGS)).toBe(32 * (4 + 2) + 1);
    // Another speaker’s message is asked for first, and then played on with.
    expect(budgetOf(episode, { ...SETTINGS, other: 0 })).toBe(32 * (4 + 3 * 2 + 2) + 1);
  });
});

describe('a single wrong message', () => {
  it.each([0, 1, 2, 3])('is named, message %i of four, and the right text is proved', async (wrong) => {
    const { play, asked } = playing(planted(wrong), (_one, number) => (number % 8 === 0 ? 'rare' : 'right'));
    const states: Blame[] = [];
    const { verdict, played, budget } = await findBlame(episodeOf(0, 0, 0, 0), SETTINGS, play, (state) => states.push(state));
    if (verdict?.kind !== 'named') throw new Error('no message was named');
    expect(verdict.cell.cell).toEqual({ message: wrong, candidate: { kind: 'own' } });
    expect(verdict.cell.interval!.low).toBeGreaterThan(0);
    expect(verdict.correction).toMatchObject({ text: 'right', told: true, won: { reward: 1, turns: [] } });
    expect(played).toBeLessThanOrEqual(budget);
    expect(played).toBe(asked.reduce((sum, { tries, count }) => sum + tries.length * count, 0));
    // It is told after every round, and ends when it is told.
    expect(asked.filter(({ first }) => first < 2 ** 21).length).toBeLessThan(4);
    expect(states.map((state) => state.played)).toEqual(states.map((state) => state.played).toSorted((a, b) => a - b));
  });

  it('is proved on other numbers than those it was found with', async () => {
    const { play, asked } = playing(planted(1));
    await findBlame(episodeOf(0, 0), SETTINGS, play);
    const numbers = (kind: Try['kind']) =>
      asked.filter(({ tries }) => tries.some((one) => one.kind === kind)).flatMap(({ first, count }) => [first, first + count - 1]);
    expect(Math.max(...numbers('anew').filter((number) => number < 2 ** 21))).toBeLessThan(Math.min(...numbers('text')));
  });

  it('is named by another speaker or by a person where its own agent never says it', async () => {
    const never = (one: Try) => (one.kind === 'other' && one.message === 1 ? 0.9 : 0.02);
    const { verdict } = await findBlame(episodeOf(0, 0, 0), { ...SETTINGS, other: 12 }, playing(never).play);
    expect(verdict).toMatchObject({ kind: 'named', cell: { cell: { message: 1, candidate: { kind: 'other', iteration: 12 } } } });
    const mine = (one: Try) => (one.kind === 'text' && one.message === 0 ? 1 : 0);
    const edits = [{ message: 0, text: 'mine' }];
    const said = (one: Try) => (one.kind === 'text' && typeof one.says === 'string' ? one.says : 'other');
    const edited = await findBlame(episodeOf(0, 0), { ...SETTINGS, edits }, playing(mine, said).play);
    expect(edited.verdict).toMatchObject({ kind: 'named', cell: { cell: { message: 0 } }, correction: { text: 'mine', told: true } });
  });
});

describe('where nobody is to blame', () => {
  it('says luck where the very same messages win', async () => {
    const { verdict } = await findBlame(episodeOf(0, 0), SETTINGS, playing(() => 0.95).play);
    expect(verdict).toEqual({ kind: 'luck' });
  });

  it('says that nothing was told apart where nothing helps, and stops as soon as nothing can be told any more', async () => {
    const { verdict, played, budget, cells } = await findBlame(episodeOf(0, 0, 0), SETTINGS, playing(() => 0).play);
    expect(verdict).toEqual({ kind: 'open' });
    expect(played).toBeLessThan(budget);
    expect(cells.every(({ told, interval }) => !told && interval!.low <= 0)).toBe(true);
  });

  it('names a message in at most the stated share of the episodes in which no message matters', async () => {
    const SIMULATIONS = 150;
    let wrong = 0;
    for (let seed = 0; seed < SIMULATIONS; seed += 1) {
      // Half of the continuations win whatever is said, each by numbers of its own: the most that chance can do.
      const play: Play = async (tries, first, count) =>
        tries.map((one, index) =>
          Array.from({ length: count }, (_, at) => ({
            reward: Number(uniformAt(keyFor(seed, 2, index, one.message), first + at) < 0.5),
            said: message('other'),
          })),
        );
      const { verdict } = await findBlame(episodeOf(0, 0, 0, 0), SETTINGS, play);
      wrong += Number(verdict?.kind === 'named');
    }
    expect(wrong / SIMULATIONS).toBeLessThanOrEqual(0.05 + 2 * Math.sqrt((0.05 * 0.95) / SIMULATIONS));
  });
});

describe('a question that is called off', () => {
  it('leaves what was known, without a verdict', async () => {
    const { play } = playing(planted(1));
    let rounds = 0;
    const { verdict, cells, played } = await findBlame(episodeOf(0, 0), SETTINGS, async (...given) =>
      rounds++ === 0 ? play(...given) : null,
    );
    expect(verdict).toBeNull();
    expect(cells.map(({ tally: { better, same, worse } }) => better + same + worse)).toEqual([8, 8]);
    expect(played).toBe(24);
  });

  it('in the proof keeps the message that was named, and is not over', async () => {
    const { play } = playing(planted(1));
    const found = await findBlame(episodeOf(0, 0), SETTINGS, async (tries, first, ...rest) =>
      first > 2 ** 21 ? null : play(tries, first, ...rest),
    );
    expect(found).toMatchObject({ verdict: { kind: 'named', cell: { cell: { message: 1 } }, correction: null }, over: false });
    expect((await findBlame(episodeOf(0, 0), SETTINGS, play)).over).toBe(true);
  });

  it('is over without a correction where no other text was said', async () => {
    const { play } = playing(planted(0), () => 'said 0');
    expect(await findBlame(episodeOf(0, 0), SETTINGS, play)).toMatchObject({ verdict: { kind: 'named', correction: null }, over: true });
  });
});
