/** What is asked of the lab about shares and values, and what is kept of its answers. */
import { describe, expect, it } from 'vitest';
import type { LabAnswers, LabQuestion, TeamVersion } from '../../../../../src/core/counterfactual/questions.ts';
import {
  askedEpisodes,
  createCriticCheckStore,
  playingVersion,
  type Read,
  rolloutsOf,
} from '../../../../../src/page/features/criticCheck/criticCheck.ts';
import { createSharesStore, isOutdated } from '../../../../../src/page/features/shares/shares.ts';
import type { Asker, LabState } from '../../../../../src/page/state/lab/types.ts';
import { klCoefOf } from '../../../../../src/page/state/reading/batchCredit.ts';
import type { RunSet } from '../../../../../src/page/state/runs/types.ts';
import { recordOf, settingsOf } from '../../../core/credit/support.ts';

const SHARES: LabAnswers['shares'] = { method: 'exact', problems: 4, shares: [], worth: [] };

/** A lab that answers `answer`, and what it was asked. */
function labOf(answer: LabAnswers[keyof LabAnswers] | null, versions: readonly number[] = [0, 5, 9]) {
  const asked: { by: Asker; team: TeamVersion; question: LabQuestion }[] = [];
  const lab = {
    getState: () => ({
      versions: async () => versions,
      ask: (async (by: Asker, team: TeamVersion, question: LabQuestion) => {
        asked.push({ by, team, question });
        return answer;
      }) as LabState['ask'],
    }),
  };
  return { lab, asked };
}

describe('shares of credit', () => {
  it('are asked as the form says, of the newest checkpoint, and kept by run', async () => {
    const { lab, asked } = labOf(SHARES);
    const store = createSharesStore(lab);
    store.getState().set({ problems: 8, absence: 'silent', split: 'test' });
    const answer = store.getState().ask('run');
    expect(store.getState().asking).toEqual(['run']);
    await store.getState().ask('run'); // asked already
    await answer;
    const question = { kind: 'shares', split: 'test', problems: 8, absence: 'silent', orders: 40 };
    expect(asked).toEqual([{ by: { view: 'shares', runId: 'run' }, team: { iteration: 9 }, question }]);
    expect(store.getState().asking).toEqual([]);
    expect(store.getState().results['run']).toMatchObject({ iteration: 9, answer: SHARES, form: { problems: 8 } });
  });

  it('speak with the checkpoint that was chosen, where the run has it', async () => {
    const { lab, asked } = labOf(SHARES);
    const store = createSharesStore(lab);
    for (const version of [5, 7]) {
      store.getState().set({ version });
      await store.getState().ask('run');
    }
    expect(asked.map(({ team }) => team)).toEqual([{ iteration: 5 }, { iteration: 9 }]);
  });

  it('stay when a later question is not answered', async () => {
    const store = createSharesStore(labOf(null).lab);
    await store.getState().ask('run');
    expect(store.getState()).toMatchObject({ results: {}, asking: [] });
    const none = createSharesStore(labOf(SHARES, []).lab);
    await none.getState().ask('run');
    expect(none.getState()).toMatchObject({ results: {}, asking: [] });
  });

  it('are out of date once the newest is newer than the one that spoke, and not where one was chosen', async () => {
    const store = createSharesStore(labOf(SHARES).lab);
    await store.getState().ask('run');
    const result = store.getState().results['run']!;
    expect(isOutdated(result, [0, 5, 9])).toBe(false);
    expect(isOutdated(result, [0, 5, 9, 10])).toBe(true);
    expect(isOutdated(result, null)).toBe(false);
    expect(isOutdated({ ...result, form: { ...result.form, version: 9 } }, [9, 10])).toBe(false);
  });
});

describe('values by playing on', () => {
  const episodes = [0, 1, 2].map((episode) =>
    recordOf(
      [
        { role: 'a', tokens: 1, values: [0] },
        { role: 'b', tokens: 1, values: [0] },
      ],
      [1],
      { episode },
    ),
  );
  const readOf = (training: object, klCoef = 0.25): Read => {
    const run = { id: 'run', document: { training: settingsOf(training) }, metrics: [{ iteration: 4, 'actor/kl_coef': klCoef }] };
    return { run: run as unknown as RunSet, iteration: 4, episodes, episode: episodes[2]! };
  };

  it('are asked of the first episodes, or of the one being read, with the batch they were credited in', async () => {
    const { lab, asked } = labOf([]);
    const store = createCriticCheckStore(lab);
    store.getState().set({ episodes: 2, rolls: 4, fit: 0 });
    await store.getState().ask(readOf({ klCoef: 0.1 }, 0.1));
    store.getState().set({ scope: 'episode' });
    await store.getState().ask(readOf({ klCoef: 0.1, adaptiveKl: { enabled: true } }));
    const [first, second] = asked.map(({ question }) => question as Extract<LabQuestion, { kind: 'values' }>);
    expect(first!.episodes.map(({ episode }) => episode)).toEqual([0, 1]);
    expect(second!.episodes.map(({ episode }) => episode)).toEqual([2]);
    expect(first!.credit!.episodes).toHaveLength(3);
    expect([first!.credit!.klCoef, second!.credit!.klCoef]).toEqual([0.1, 0.25]);
    // Iteration 4 was played by the team after iteration 3; the nearest checkpoint is that of iteration 5.
    expect(asked[0]!.team).toEqual({ iteration: 5 });
    expect(store.getState().results['run']).toMatchObject({ iteration: 4, spoken: 5, records: [episodes[2]] });
  });

  it('can be asked again after asking itself went wrong', async () => {
    const { lab, asked } = labOf([]);
    const store = createCriticCheckStore(lab);
    const broken = { ...readOf({}), episodes: null as never };
    await expect(store.getState().ask(broken)).rejects.toThrow();
    expect(store.getState().asking).toEqual([]);
    await store.getState().ask(readOf({}));
    expect(asked.map(({ question }) => question.kind)).toEqual(['values', 'critics']);
  });

  it('are asked of the team that played with a lag', async () => {
    const { lab, asked } = labOf([], [0, 1, 3]);
    await createCriticCheckStore(lab)
      .getState()
      .ask(readOf({ lag: 2 }));
    expect(asked[0]!.team).toEqual({ iteration: 1 });
  });

  it('need no batch where there is no critic', async () => {
    const { lab, asked } = labOf([]);
    await createCriticCheckStore(lab)
      .getState()
      .ask(readOf({ algorithm: 'grpo' }));
    expect(asked[0]!.question).not.toHaveProperty('credit');
  });

  it('are not held against a critic whose rewards were compared with episodes that are not here', async () => {
    const { lab, asked } = labOf([]);
    const store = createCriticCheckStore(lab);
    for (const [episodes, notWhole] of [
      [3, false],
      [4, true],
    ] as const) {
      await store.getState().ask(readOf({ episodes, reward: { mean: 'batch' } }));
      expect('credit' in asked.at(-1)!.question).toBe(!notWhole);
      expect(store.getState().results['run']).toMatchObject({ notWhole });
    }
    await store.getState().ask(readOf({ episodes: 4 }));
    expect(store.getState().results['run']).toMatchObject({ notWhole: false });
  });

  it('are followed by critics that are fitted, unless none are wanted or nothing tells what one should have foreseen', async () => {
    for (const [training, fit, kinds] of [
      [{}, 5, ['values', 'critics']],
      [{}, 0, ['values']],
      [{ algorithm: 'grpo' }, 5, ['values']],
      [{ episodes: 4, reward: { mean: 'batch' } }, 5, ['values']],
    ] as const) {
      const { lab, asked } = labOf([]);
      const store = createCriticCheckStore(lab);
      store.getState().set({ fit });
      await store.getState().ask(readOf(training));
      expect(asked.map(({ question }) => question.kind)).toEqual(kinds);
    }
  });

  it('cost as many rollouts as are told: before every message and behind the last', () => {
    const form = { scope: 'first' as const, episodes: 2, rolls: 4, fit: 7, adapters: false, version: 'nearest' as const };
    expect(rolloutsOf(askedEpisodes(form, episodes, episodes[0]!), form.rolls, form.fit)).toBe(2 * 3 * 4 + 7);
  });

  it('are played on by the checkpoint nearest to who played, or by the one chosen', () => {
    expect(playingVersion([0, 5, 9], 'nearest', 6)).toBe(5);
    expect(playingVersion([0, 5, 9], 'nearest', 39)).toBe(9);
    expect(playingVersion([0, 5, 9], 0, 6)).toBe(0);
    expect(playingVersion([0, 5, 9], 3, 6)).toBe(5);
    expect(playingVersion([], 'nearest', 6)).toBeNull();
  });

  it('weigh the KL as it was in force', () => {
    expect(klCoefOf(readOf({ klCoef: 0.1, adaptiveKl: { enabled: true } }).run, 4)).toBe(0.25);
    expect(klCoefOf(readOf({ klCoef: 0.1, adaptiveKl: { enabled: true } }).run, 9)).toBe(0.1);
  });
});
