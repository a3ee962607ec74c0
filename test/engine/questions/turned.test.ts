/** Faults planted into one agent of a recorded team: a small sample of what `npm run results -- --only turned` measures, and what a training is warned of. */
import { expect, it } from 'vitest';
import { at } from '../../../src/core/at.ts';
import { liveMetrics } from '../../../src/core/counterfactual/turned/liveShares.ts';
import { warningsOf } from '../../../src/core/health/health.ts';
import { askRollout } from '../../../src/session/counterfactual/askLive.ts';
import { said } from '../../../src/session/counterfactual/replay.ts';
import { type RolloutContext, rollOut } from '../../../src/session/play/rollout.ts';
import { measureFault } from '../../../headless/results/turned/faultyTeam.ts';
import { blamedIn, lostByFault } from '../../../headless/results/turned/report.ts';
import { trainedTeam } from '../../../headless/results/trainedTeam.ts';

it('blames the agent that errs, and nobody else, whichever of the two it is', async () => {
  const team = await trainedTeam({ preset: 'micro' });
  await team.environment.load(team.document.environment.source);
  const rows = [
    await measureFault(team, { rate: 0.25, standIn: 'own' }, 1, 20),
    await measureFault(team, { rate: 0.25, standIn: 'own' }, 2, 20),
  ];
  expect(rows.map(({ role }) => role)).toEqual(['planner', 'solver']);
  for (const { played, budget, episodes } of rows) {
    expect(lostByFault(episodes).length).toBeGreaterThan(1);
    expect(played).toBeLessThan(budget);
    // Without the fault the team is hardly ever wrong: the numbers of the clean episodes are those of the others.
    expect(episodes.filter(({ struck, won, cleanWon }) => !struck && won !== cleanWon)).toEqual([]);
  }
  const { lost, right, innocent } = blamedIn(rows);
  expect(right / lost).toBeGreaterThanOrEqual(0.8);
  expect(innocent).toBe(0);
});

it('warns of a solver that knows the answers, so that the planner hardly matters, and not of the team as it is', async () => {
  const team = await trainedTeam({ preset: 'micro' });
  await team.environment.load(team.document.environment.source);
  const plans = Array.from({ length: 24 }, (_, episode) => ({
    ...{ iteration: 5_000_000, episode, group: episode },
    ...{ split: 'train' as const, problemIndex: 600_000_000 + episode },
  }));
  const roles = team.document.team.agents.map(({ role }) => role);
  const warned = async (context: RolloutContext): Promise<string[]> => {
    const episodes = await rollOut(context, plans);
    const { recent } = await askRollout(context, episodes, { budget: 10_000, recent: [] }, { every: 1, won: 1 });
    expect(recent.length).toBe(episodes.length);
    const warnings = warningsOf([{ iteration: 1, ...liveMetrics(recent, roles) }], team.document);
    return warnings.flatMap(({ code, role }) => (code === 'overrides' || code === 'bypassed' ? [`${code} ${role}`] : []));
  };
  expect(await warned(team)).toEqual([]);

  const known = (await rollOut(team, plans)).map((episode) => episode.record()).filter(({ reward }) => reward >= 1);
  const voices = team.voices.map((voice, agent) => {
    if (roles[agent] !== 'solver') return voice;
    const submit: typeof voice.generator.submit = (job, watcher) => {
      const prompt = voice.base.tokenizer.decode(job.promptIds);
      const found = known.find(({ problem }) => prompt.includes(problem));
      if (!found) return voice.generator.submit(job, watcher);
      const { responseIds, logprobs, entropies, finishReason } = said(at(found.messages, 1));
      return Promise.resolve({ responseIds: [...responseIds], logprobs: [...logprobs], entropies: [...entropies], finishReason });
    };
    return { ...voice, generator: { submit } };
  });
  expect(await warned({ ...team, voices })).toEqual(['overrides solver']);
});
