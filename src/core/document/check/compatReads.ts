/** When a defect of the original code bases can show at all; a switch that would change nothing is refused. */
import { transcriptOf } from '../../episode/transcript.ts';
import { speaksAt } from '../../team/turns.ts';
import { criticReads, decisionLevel, needsCritic, normalization, scoresAtStart, usesTree } from '../derived.ts';
import type { ProjectDocument } from '../schema.ts';
import type { Compat, TrainingSettings } from '../trainingSchema.ts';
import type { ReadRule } from './rule.ts';
import { meanCancels } from './sameReturns.ts';
import { speaksApart } from './sight.ts';

const normalises = (t: TrainingSettings) => {
  const { mean, std } = normalization(t);
  return mean !== 'none' || std !== 'none';
};
const orchestratorOf = ({ agents, orchestrator }: ProjectDocument['team']) => agents.find(({ role }) => role === orchestrator.role);
const alone = ({ team }: ProjectDocument) => team.agents.length === 1;

export const COMPAT_READS: readonly ReadRule<Compat>[] = [
  {
    paths: ['r1_previous_turn_mask', 'r1_raw_bootstrap'],
    unread: ({ training }) => !needsCritic(training),
    why: 'noValuesCarried',
  },
  {
    paths: ['r1_raw_bootstrap'],
    unread: ({ training }) => criticReads(training) !== 'speaker',
    why: 'transcriptRead',
  },
  {
    paths: ['r1_previous_turn_mask'],
    unread: ({ training }) => training.credit.chain !== 'serial',
    why: 'ownChains',
  },
  {
    paths: ['r1_previous_turn_mask'],
    unread: ({ team }) => team.orchestration === 'static' && team.agents.filter((agent) => speaksAt(agent, 0)).length === 1,
    why: 'oneSpeaksFirst',
  },
  {
    paths: ['r3_first_system_prompt', 'r3_linear_transcript'],
    unread: alone,
    why: 'alone',
  },
  {
    paths: ['r3_linear_training'],
    unread: (document) => !speaksApart(document, transcriptOf([...document.training.compat, 'r3_linear_training'])),
    why: 'trainedSoAlready',
  },
  {
    paths: ['r3_linear_transcript'],
    unread: (document) => (document.training.horizon === 1 || document.team.history === 'all') && !speaksApart(document, 'branches'),
    why: 'readSoAlready',
  },
  {
    paths: ['r1_stale_advantages'],
    unread: ({ training }) => decisionLevel(training) === 'message',
    why: 'tokenBufferOnly',
  },
  {
    paths: ['r1_stale_advantages', 'r1_skip_exact_zeros'],
    unread: ({ training }) => !normalises(training),
    why: 'notNormalised',
  },
  {
    paths: ['r1_huber_sign'],
    unread: ({ training }) => !needsCritic(training) || training.critic.huberDelta === 0,
    why: 'noHuberLoss',
  },
  {
    paths: ['r1_drop_leftover'],
    unread: ({ training }) => training.episodes % training.minibatches === 0,
    why: 'noLeftover',
  },
  {
    paths: ['r1_untempered_logprobs'],
    unread: ({ team }) => team.agents.every(({ sampling }) => sampling.temperature === 1 && sampling.topK === 0 && sampling.topP === 1),
    why: 'untemperedAlready',
  },
  {
    paths: ['r1_row_weighted_chunks'],
    unread: ({ training }) => training.accumulation === 1,
    why: 'oneChunk',
  },
  {
    paths: ['r1_row_weighted_chunks'],
    unread: ({ training }) => decisionLevel(training) === 'message',
    why: 'countedByMessages',
  },
  {
    paths: ['r1_row_weighted_chunks'],
    unread: ({ training }) => training.lossAggregation !== 'token' || training.lossOver !== 'all',
    why: 'noMeanOverTokens',
  },
  {
    paths: ['r3_lost_token_rewards'],
    unread: ({ training }) => training.credit.strategy === 'equal',
    why: 'paysTeam',
  },
  {
    paths: ['r3_lost_token_rewards', 'r3_lone_group'],
    unread: ({ training }) => usesTree(training),
    why: 'playedOnCredits',
  },
  {
    paths: ['r3_lone_group'],
    unread: meanCancels,
    why: 'meanLostAnyway',
  },
  {
    paths: ['r3_lone_group'],
    unread: ({ training: { reward, credit } }) => (reward.mean !== 'group' && reward.std !== 'group') || credit.strategy === 'equal',
    why: 'noGroupedStepRewards',
  },
  {
    paths: ['r3_unstitched_first_tokens'],
    unread: ({ training }) => !scoresAtStart(training) && !(needsCritic(training) && training.critic.kind === 'lora'),
    why: 'notByAdapter',
  },
  {
    paths: ['r3_untrained_orchestrator'],
    unread: ({ team }) => team.orchestration !== 'dynamic',
    why: 'noOrchestrator',
  },
  {
    paths: ['r3_untrained_orchestrator'],
    unread: ({ team }) => orchestratorOf(team)?.adapter.frozen === true,
    why: 'orchestratorFrozen',
  },
  {
    paths: ['r3_untrained_orchestrator'],
    unread: ({ team }) => (orchestratorOf(team)?.adapter.group ?? '') !== '',
    why: 'orchestratorShares',
  },
];
