/** Which of a run's versions a question is answered with. */
import { type Change, type LabQuestion, otherChanges, type TeamVersion } from '../../../core/counterfactual/questions.ts';
import { fault, FaultError } from '../../../core/faults.ts';
import { labFaults } from '../../../words/words.ts';

/** The team's, then those of single agents that changes speak with. Throws `E_LAB_VERSION` where one is not among `versions`, ascending. */
export function neededVersions(team: TeamVersion, question: LabQuestion, versions: readonly number[]): readonly [number, ...number[]] {
  const iteration = team === 'newest' ? (versions.at(-1) ?? 0) : team.iteration;
  const needed = [iteration, ...otherVersions(question)] as const;
  const missing = needed.find((version) => !versions.includes(version));
  if (missing !== undefined) throw new FaultError(fault(labFaults, 'E_LAB_VERSION', { iteration: missing, have: versions }));
  return needed;
}

function otherVersions(question: LabQuestion): number[] {
  return changesIn(question).flatMap((change) => (change.kind === 'adapter' && change.iteration !== null ? [change.iteration] : []));
}

function changesIn(question: LabQuestion): readonly Change[] {
  if (question.kind === 'tries') return otherChanges(question.episode, question.tries);
  return question.kind === 'replay' ? [...(question.origin?.standing ?? []), question.change] : [];
}
