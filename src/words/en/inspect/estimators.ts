/** English texts of “one batch, many estimators”. */
import { spoken } from '../../forms/language.ts';
import { table } from '../../forms/table.ts';
import { plural } from '../../forms/plural.ts';
import { labEn } from './lab.ts';
import type { TermId } from '../learn/terms/terms.ts';

const estimators = table<{ readonly name: string; readonly what: string; readonly term: TermId }>()({
  gae_token: { name: 'GAE, tokens', what: 'γ and λ along tokens and messages; mean over the message’s tokens.', term: 'gae' },
  gae_message: {
    name: 'GAE, messages',
    what: 'A message is one decision. Where the critic valued every token, the message takes the value at its first token.',
    term: 'gae',
  },
  grpo: { name: 'GRPO, team', what: 'Whole trajectories of the same problem compared, divided by their standard deviation.', term: 'grpo' },
  grpo_agent_turn: {
    name: 'GRPO, agent and turn',
    what: 'The messages of one agent at one turn compared, over the episodes of one problem.',
    term: 'grpo',
  },
  maxrl: {
    name: 'MaxRL',
    what: 'Whole trajectories of the same problem compared, divided by their mean: problems that are seldom solved weigh most.',
    term: 'maxRl',
  },
  rloo: { name: 'Leave-one-out', what: 'The return minus the mean of the other episodes of the same problem.', term: 'leaveOneOut' },
  reinforce: { name: 'REINFORCE, batch', what: 'The return minus the mean over the whole batch.', term: 'reinforce' },
  rae: {
    name: 'RAE',
    what: 'The agent’s return minus the running mean of its role’s returns in the run.',
    term: 'roleConditioned',
  },
  c3: {
    name: 'C3',
    what: 'The reward with the message minus the mean with others its agent might have said, played on.',
    term: 'messageLevelCredit',
  },
  difference: {
    name: 'Difference rewards',
    what: 'The reward with the message minus that with silence in its place, played on.',
    term: 'differenceRewards',
  },
  coma: {
    name: 'COMA',
    what: 'A critic’s value of the message minus its mean value of others its agent might have said: the run’s critic where it was trained so, else one that is fitted when asked, linear in what the frozen base makes of the text.',
    term: 'coma',
  },
  shapley: {
    name: 'Shapley',
    what: 'The agent’s share of the team’s mean reward, split equally over its messages; the same in every episode.',
    term: 'shapley',
  },
  tree: {
    name: 'Tree Monte-Carlo',
    what: 'Mean reward of the continuations after the message minus that of those before it: the truth the others are compared with.',
    term: 'treeMonteCarlo',
  },
});

const missing = {
  no_critic: 'This run has no critic, so there are no values to build on.',
  message_values: 'The critic valued whole messages, so single tokens have no value.',
  not_whole: 'Unknown: it compares episodes of the iteration, and not all of them are here.',
  no_groups: 'Every problem was tried once: there is no other episode to compare with. Set a group size of 2 or more and train again.',
  no_pairs: 'The files of this run tell of no two episodes of this step that answer one problem: there is nothing to compare.',
  no_rewards: 'Unknown: the files of this run do not tell what all of its episodes earned.',
  no_values: 'Unknown: the files of this run hold no values of a critic, or not of every message.',
  no_likes: 'No message has a counterpart (same agent, same turn) in another episode of its problem.',
  no_running_means: 'Only a run that was trained with RAE keeps a running mean of each role’s returns.',
  below_zero: 'It divides by a mean return, its rate of success, and some returns here are below 0.',
  others_not_asked: 'Not asked yet: other messages in the place of those that were said come with the truth below.',
  values_not_asked: 'Not asked yet: ask for the truth below.',
  shares_not_asked: 'Not asked yet: they come with the truth below.',
};

export const estimatorsText = spoken('inspect/estimators', {
  estimators,
  missing,
  scope: (iteration: number, episodes: number, messages: number) =>
    `Iteration ${iteration}: ${plural(episodes, 'episode', 'episodes')}, ${plural(messages, 'message', 'messages')}, as they were sampled. Only the estimator, γ and λ change; nothing is rolled out again. Rewards are paid as this run’s settings say. A message’s credit is its mean advantage before normalisation.`,
  scopeImported: (iteration: number, episodes: number, messages: number) =>
    `Step ${iteration}: ${plural(episodes, 'episode', 'episodes')}, ${plural(messages, 'message', 'messages')}, as they were sampled. This is recomputed, not what its trainer used, whose settings are unknown: γ and λ are this workbench’s usual ones until you move them, and rewards are paid at the end of an episode, behind which nothing is earned. A message’s credit is its mean advantage before normalisation.`,
  sliders: {
    legend: 'Discounts and traces',
    gamma: 'γ, messages',
    lambda: 'λ, messages',
    gammaToken: 'γ, tokens',
    lambdaToken: 'λ, tokens',
    reset: 'As trained',
    resetImported: 'As usual',
    noTokensImported: 'The files of this run do not tell its tokens, so a message is one decision.',
    noValues: 'The files of this run hold no values of a critic, so there is no trace.',
    noTrace: 'Without a critic there is no trace.',
    noTokens: 'This run decides message by message, so nothing is discounted inside one.',
  },
  /** γ and λ of messages, and those of tokens. */
  discounts: (gamma: string, tokens: string) => `${gamma}; tokens ${tokens}`,
  /** Under a figure that is saved. */
  note: (run: string, iteration: number, imported: boolean, discounts: string) =>
    imported
      ? `${run}, step ${iteration} · recomputed with ${discounts}; the trainer’s own are unknown`
      : `${run}, iteration ${iteration} · ${discounts}`,
  computing: 'Computing the credit of this batch…',
  chosen: 'Estimators',
  table: {
    title: 'Credit of this episode’s messages',
    estimator: 'Estimator',
    message: (position: number, name: string) => `${position + 1} · ${name}`,
    goTo: (position: number, name: string) => `Message ${position + 1} of ${name}: read it`,
    fidelity: 'Fidelity',
    variance: 'Variance',
    interval: (low: string, high: string) => `${low} to ${high}`,
    notJudged: 'unknown',
    notThisEpisode: 'not asked of this episode',
    hint: 'Each row has its own colour scale, because units differ; colours and signs are of this episode. Fidelity and variance are over the batch.',
    fidelityHelp: (judged: number) =>
      judged > 0
        ? `Rank correlation with tree Monte-Carlo over the ${plural(judged, 'message', 'messages')} that were asked about; below it the 95 % bootstrap interval over episodes.`
        : 'Rank correlation with tree Monte-Carlo; known once the truth was asked for.',
    varianceHelp: 'Over all messages of the batch, in the square of the estimator’s own unit.',
  },
  curve: {
    title: 'Fidelity against λ',
    unit: 'rank correlation with tree Monte-Carlo',
    note: 'λ of messages, and of tokens where there are any, set to the same; γ as at the sliders',
    none: 'Known once the truth was asked for.',
    noCritic: 'This run has no critic, so there is no λ.',
    lambda: 'λ',
    computing: (done: number, of: number) => `${done} of ${of} computed`,
    summary: (name: string, best: string, fidelity: string) => `${name}: highest at λ = ${best}, ${fidelity}`,
  },
  matrix: {
    title: 'Do they agree?',
    unit: 'rank correlation between estimators',
    note: 'over all messages of the batch, or those of which both know',
    tooFew: 'This needs at least two estimators with values.',
  },
  truth: {
    heading: 'The truth, by playing on',
    what: 'From the state before every message, and after the last, the team plays on many times. How much a message changed the mean reward of these continuations is what it truly earned, apart from chance.',
    episodes: 'Episodes',
    rolls: 'Continuations',
    cost: (rollouts: number, states: number, others: number, fit: number, time: string | null) =>
      `${plural(rollouts, 'continuation', 'continuations')} from ${plural(states, 'state', 'states')}, ${others} behind other messages in the place of those that were said (C3, difference rewards) and ${fit} more episodes to fit COMA’s critic${time ? `, about ${time}` : ''}; then the agents’ shares.`,
    estimatedThere: 'by the speed of the machine this run was recorded on',
    ask: 'Ask for the truth',
    asking: { values: 'Playing on', others: 'Other messages', shares: 'Agents’ shares' },
    /** The team that answers, and the one that sampled the episodes. */
    team: (version: number, spoke: number) =>
      version === spoke
        ? `The team that sampled these episodes answers (${labEn.after(version)}).`
        : `The ${labEn.inSentence(version)} answers; that ${labEn.after(spoke)}, which sampled these episodes, was not kept.`,
    imported: 'Of an imported run it is asked under Critic check, where its episodes are told again first.',
    noTeam: 'This run cannot be read here, so the truth cannot be asked for.',
    known: (episodes: number, messages: number, rolls: number, version: number) =>
      `Known of ${plural(episodes, 'episode', 'episodes')} (${plural(messages, 'message', 'messages')}), ${plural(rolls, 'continuation', 'continuations')} per state, ${labEn.inSentence(version)}.`,
    reliability: (value: string) =>
      `The truth’s agreement with itself is ${value} (even against odd continuations); its own randomness lowers every fidelity.`,
    noReliability: 'With so few continuations or episodes the truth does not agree with itself: use more before judging by it.',
    shares: (parts: string) => `Agents’ shares: ${parts}.`,
  },
  files: { table: 'credit by estimator', curve: 'fidelity against lambda', matrix: 'agreement of estimators' },
} as const);
