/**
 * When a setting moves the returns of all that are compared with each other by the same amount, which the comparison takes
 * off again (`credit/advantages/groups.ts`, `credit/rewards/processRewards.ts`). Only what the document alone can tell: whether an environment
 * pays the team or its roles is not known here, so both must come to the same.
 */
import { comparesReturns, decisionLevel, dividesByMean, usesGroups } from '../derived.ts';
import { mayFallSilent } from '../../team/clock.ts';
import type { ProjectDocument } from '../schema.ts';
import { mayChoose } from './sight.ts';

/** Whether trajectories have the same messages, by the same agents, in every episode: of those, `turns` may differ in number. */
function sameMessages(document: ProjectDocument): { readonly eachTurn: boolean; readonly oneTurn: boolean } {
  const { team, training } = document;
  const eachTurn =
    !mayChoose(document) &&
    !mayFallSilent(team) &&
    team.orchestration === 'static' &&
    team.agents.every(({ speaks }) => speaks.from === 0 && speaks.every === 1);
  return { eachTurn, oneTurn: eachTurn && training.horizon === 1 };
}

const undiscountedTokens = ({ training }: ProjectDocument): boolean => decisionLevel(training) === 'message' || training.gammaToken === 1;

/**
 * `reward.bias`: it is added once an episode to what a recipient is paid last, and every episode has the same recipients.
 * A mean of the rewards takes it off at once; else a comparison of returns does, where it reaches each of them equally.
 */
export function biasCancels(document: ProjectDocument): boolean {
  const { reward, credit, compat } = document.training;
  if (reward.clip > 0) return false; // the clip holds the biased reward
  if (reward.mean !== 'none') return !(reward.mean === 'group' && credit.strategy !== 'equal' && compat.includes('r3_lone_group'));
  if (reward.std !== 'none') return false; // a deviation about 0
  return comparisonTakesOff(document);
}

/** `reward.mean`: one number for all that are compared with each other, as the bias. */
export function meanCancels(document: ProjectDocument): boolean {
  const { reward } = document.training;
  if (reward.std !== 'none') return false; // the deviation is that about the mean
  // Where a whole batch is compared a group's own mean is not the same for all.
  return (usesGroups(document.training) || reward.mean === 'batch') && comparisonTakesOff(document);
}

/** Whether comparing returns takes off what every recipient gets once an episode, with what it is paid last. */
function comparisonTakesOff(document: ProjectDocument): boolean {
  const { gamma, groupBy } = document.training;
  // A mean that is divided by as well is not what it was.
  if (!comparesReturns(document.training) || dividesByMean(document.training) || !undiscountedTokens(document)) return false;
  const { eachTurn, oneTurn } = sameMessages(document);
  return oneTurn || (eachTurn && groupBy === 'team' && gamma === 1);
}

/** `callCost`: every episode has the same messages, in one turn, and each pays the same. */
export const callsCancel = (document: ProjectDocument): boolean =>
  comparesReturns(document.training) && undiscountedTokens(document) && sameMessages(document).oneTurn;

/** `credit.ownShare`: shares move reward from role to role, and a whole team's trajectory has the sum. */
export function sharesCancel(document: ProjectDocument): boolean {
  const { team, training } = document;
  if (team.agents.length === 1) return true;
  const { credit, gamma, groupBy } = training;
  return (
    comparesReturns(training) &&
    groupBy === 'team' &&
    gamma === 1 &&
    undiscountedTokens(document) &&
    (credit.strategy === 'equal' || credit.discount === 1) &&
    sameMessages(document).eachTurn
  );
}
