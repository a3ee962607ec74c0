/** When a defect of the original code bases can show at all; a switch that would change nothing is refused. */
import { transcriptOf } from '../../episode/orchestration.ts';
import { speaksAt } from '../../team/turns.ts';
import { decisionLevel, needsCritic, usesTree } from '../derived.ts';
import type { ProjectDocument } from '../schema.ts';
import type { Compat, TrainingSettings } from '../trainingSchema.ts';
import type { ReadRule } from './rule.ts';
import { meanCancels } from './sameReturns.ts';
import { speaksApart } from './sight.ts';

const normalises = (t: TrainingSettings) => t.normalizeAdvantages.mean !== 'none' || t.normalizeAdvantages.std !== 'none';
const orchestratorOf = ({ agents, orchestrator }: ProjectDocument['team']) => agents.find(({ role }) => role === orchestrator.role);
const alone = ({ team }: ProjectDocument) => team.agents.length === 1;

export const COMPAT_READS: readonly ReadRule<Compat>[] = [
  {
    paths: ['r1_previous_turn_mask', 'r1_raw_bootstrap'],
    unread: ({ training }) => !needsCritic(training),
    because: 'Without a critic no values are carried from message to message.',
    remedy: 'choose TPPO, APPO, or REINFORCE with the critic as baseline',
  },
  {
    paths: ['r1_previous_turn_mask'],
    unread: ({ team }) => team.orchestration === 'static' && team.agents.filter((agent) => speaksAt(agent, 0)).length === 1,
    because: 'Only one agent speaks in the first turn, so nobody hands over in it.',
    remedy: 'let another agent speak in it',
  },
  {
    paths: ['r3_first_system_prompt', 'r3_linear_transcript'],
    unread: alone,
    because: 'A single agent hands nothing over within a turn.',
    remedy: 'add an agent',
  },
  {
    paths: ['r3_linear_training'],
    unread: (document) => !speaksApart(document, transcriptOf([...document.training.compat, 'r3_linear_training'])),
    because: 'Every agent reads all that was said before it in its turn, and is trained so already.',
    remedy: 'remove connections, so that somebody has not read what was said before it',
  },
  {
    paths: ['r3_linear_transcript'],
    unread: (document) => (document.training.horizon === 1 || document.team.history === 'all') && !speaksApart(document, 'branches'),
    because: 'Every agent reads all that was said before it already.',
    remedy: 'remove connections, or hide earlier turns',
  },
  {
    paths: ['r1_stale_advantages'],
    unread: ({ training }) => decisionLevel(training) === 'message',
    because: 'Only R1’s token-level buffer keeps what earlier iterations left in it.',
    remedy: 'choose TPPO, or token level',
  },
  {
    paths: ['r1_stale_advantages', 'r1_skip_exact_zeros'],
    unread: ({ training }) => !normalises(training),
    because: 'The advantages are not normalised, and it shows in their mean and deviation alone.',
    remedy: 'normalise the advantages',
  },
  {
    paths: ['r1_huber_sign'],
    unread: ({ training }) => !needsCritic(training) || training.critic.huberDelta === 0,
    because: 'There is no Huber loss.',
    remedy: 'train a critic with a Huber delta',
  },
  {
    paths: ['r1_drop_leftover'],
    unread: ({ training }) => training.episodes % training.minibatches === 0,
    because: 'The minibatches divide the episodes without a rest.',
    remedy: 'choose numbers that leave one',
  },
  {
    paths: ['r1_untempered_logprobs'],
    unread: ({ team }) => team.agents.every(({ sampling }) => sampling.temperature === 1 && sampling.topK === 0 && sampling.topP === 1),
    because: 'Every agent samples from its whole distribution at temperature 1, which is the untempered one.',
    remedy: 'change an agent’s sampling',
  },
  {
    paths: ['r1_row_weighted_chunks'],
    unread: ({ training }) => training.accumulation === 1,
    because: 'A minibatch is one chunk.',
    remedy: 'accumulate over more than one part',
  },
  {
    paths: ['r1_row_weighted_chunks'],
    unread: ({ training }) => decisionLevel(training) === 'message',
    because: 'At message level a row counts by its messages already.',
    remedy: 'choose TPPO, or token level',
  },
  {
    paths: ['r3_lost_token_rewards'],
    unread: ({ training }) => training.credit.strategy === 'equal',
    because: 'The strategy “equal” pays the team, not single steps.',
    remedy: 'choose step discount or per-step credit',
  },
  {
    paths: ['r3_lost_token_rewards', 'r3_lone_group'],
    unread: ({ training }) => usesTree(training),
    because: 'VinePPO credits a message with what it changed about the mean reward, as the environment pays it.',
    remedy: 'choose another algorithm',
  },
  {
    paths: ['r3_lone_group'],
    unread: meanCancels,
    because: 'The mean it loses is one that comparing the returns takes off as well.',
    remedy: 'choose an algorithm with a critic, or divide the rewards by their deviation',
  },
  {
    paths: ['r3_lone_group'],
    unread: ({ training: { reward, credit } }) => (reward.mean !== 'group' && reward.std !== 'group') || credit.strategy === 'equal',
    because: 'It shows where rewards of single steps are normalised within groups.',
    remedy: 'do so, with step discount or per-step credit',
  },
  {
    paths: ['r3_unstitched_first_tokens'],
    unread: ({ training }) => !training.decoupled.enabled && !(needsCritic(training) && training.critic.kind === 'lora'),
    because: 'Neither a proximal policy nor a critic with LoRA is computed adapter by adapter.',
    remedy: 'use the decoupled loss, or that critic',
  },
  {
    paths: ['r3_untrained_orchestrator'],
    unread: ({ team }) => team.orchestration === 'static',
    because: 'There is no orchestrator.',
    remedy: 'choose dynamic orchestration',
  },
  {
    paths: ['r3_untrained_orchestrator'],
    unread: ({ team }) => orchestratorOf(team)?.adapter.frozen === true,
    because: 'The orchestrator is frozen already.',
    remedy: 'unfreeze it',
  },
  {
    paths: ['r3_untrained_orchestrator'],
    unread: ({ team }) => (orchestratorOf(team)?.adapter.group ?? '') !== '',
    because: 'The orchestrator shares its adapter, and R3 trains one that is shared.',
    remedy: 'give it an adapter of its own',
  },
];
