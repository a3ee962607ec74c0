/** What must be right before a document can run, beyond what the schema says of single values. */
import type { Fault } from '../faults.ts';
import { graphFaults } from '../team/graph.ts';
import { teamFaults } from '../team/teamFaults.ts';
import type { ProjectDocument } from './schema.ts';

/** Everything that keeps a run from starting; empty when it can. */
export function documentFaults(document: ProjectDocument): Fault[] {
  const { team, training, environment } = document;
  const faults = [...graphFaults(team), ...teamFaults(team, training.horizon)];
  if (environment.source.trim() === '') {
    faults.push({
      code: 'E_ENV_EMPTY',
      message: 'The environment has no code.',
      hint: 'Write one in the editor, or start from a built-in one.',
      place: { subject: environment.file },
    });
  }
  if (team.agents.every((agent) => agent.adapter.frozen)) {
    faults.push({
      code: 'E_TEAM_FROZEN',
      message: 'Every adapter of the team is frozen, so nothing would be trained.',
      hint: 'Unfreeze at least one agent.',
      place: { subject: 'team' },
    });
  }
  if (training.minibatches > training.episodes) {
    faults.push({
      code: 'E_TRAINING_MINIBATCHES',
      message: `${training.minibatches} minibatches cannot be made from ${training.episodes} episodes, which are not cut apart.`,
      hint: 'Use fewer minibatches or more episodes.',
      place: { subject: 'training.minibatches' },
    });
  }
  return faults;
}
