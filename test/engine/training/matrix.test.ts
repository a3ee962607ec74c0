/** Every shipped combination of algorithm, team size, adapters and critic runs: two iterations each, all numbers finite. */
import { afterAll, describe, expect, it } from 'vitest';
import type { ProjectDocument, TrainingSettings } from '../../../src/core/document/schema.ts';
import { TEAMS, type TeamName, withTeam } from '../../../src/core/document/presets/teams.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { long } from '../../support/long.ts';
import { createExecutor } from '../support/executors.ts';
import { microProject, openTeamOn } from '../support/team.ts';

const engine = new LocalEngine(await createExecutor('wasm'));
afterAll(() => engine.dispose());

interface Combination {
  readonly algorithm: TrainingSettings['algorithm'];
  readonly team: TeamName;
  readonly shared: boolean;
  readonly critic: TrainingSettings['critic']['kind'];
}

/** One agent has nobody to share with, and one head per agent is then one head. */
const combinations: Combination[] = TEAMS.flatMap((team) =>
  (team === 'solo' ? [false] : [false, true]).flatMap((shared) => [
    ...(['tppo', 'appo'] as const).flatMap((algorithm) =>
      (team === 'solo' ? (['shared', 'lora'] as const) : (['shared', 'multi_head', 'lora'] as const)).map((critic) => ({
        algorithm,
        team,
        shared,
        critic,
      })),
    ),
    { algorithm: 'grpo' as const, team, shared, critic: 'shared' as const },
    ...(['vineppo', 'c3', 'difference', 'coma'] as const).map((algorithm) => ({ algorithm, team, shared, critic: 'shared' as const })),
  ]),
);

function documentOf({ algorithm, team, shared, critic }: Combination): ProjectDocument {
  const settings = microProject({ algorithm, episodes: 4, ...(algorithm === 'grpo' ? { groupSize: 2 } : {}) });
  const document = withTeam(
    { ...settings, training: { ...settings.training, critic: { ...settings.training.critic, kind: critic } } },
    team,
  );
  const agents = document.team.agents.map((agent) => ({ ...agent, adapter: { ...agent.adapter, group: shared ? 'all' : '' } }));
  return { ...document, team: { ...document.team, agents } };
}

describe('two iterations of', () => {
  it.for(combinations)('$algorithm, $team, shared adapter: $shared, critic $critic', async (combination, context) => {
    long(context);
    const session = await openTeamOn(documentOf(combination), engine);
    const adapters = session.groups.flatMap((group) => group.adapters);
    const before = adapters.map(({ parameters }) => parameters);
    for (let i = 0; i < 2; i += 1) {
      const { metrics, episodes } = await session.iterate();
      expect(Object.values(metrics).every(Number.isFinite)).toBe(true);
      for (const role of session.roles) expect(metrics[`actor/${role}/ratio_mean`]).toBeGreaterThan(0);
      for (const { messages } of episodes) {
        for (const { response_ids, advantages, values } of messages) {
          expect(advantages).toHaveLength(response_ids.length);
          expect(values).toHaveLength(
            { tppo: response_ids.length, coma: response_ids.length, appo: 1 }[combination.algorithm as string] ?? 0,
          );
        }
      }
    }
    expect(adapters).toHaveLength(combination.shared ? 1 : session.policies.length);
    adapters.forEach(({ parameters }, index) => expect(parameters).not.toBe(before[index]));
    session.dispose();
  });
});
