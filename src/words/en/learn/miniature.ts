/** English texts of the paper in miniature. Numbers of our own are evidence links; those of others stand with their source. */
import { spoken } from '../../forms/language.ts';

export interface Claim {
  /** Who says so. */
  readonly source: string;
  readonly url?: string;
  /** What was claimed, at full size. */
  readonly says: string;
  /** What of it can be held against the table here. */
  readonly here: string;
}

const claims: readonly Claim[] = [
  {
    source: 'A summary of the paper’s first version',
    says: 'MATH, reward 0 or 1. Untuned, one agent with PPO by action or by token, and two agents with MARFT by action or by token. Two agents with MARFT reach about 50 %, about 5 points above the baseline; token level oscillates early.',
    here: 'The same comparison stands in the table: one agent, two agents, by action (APPO) and by token (TPPO).',
  },
  {
    source: 'alphaxiv.org, overview of version 4',
    url: 'https://www.alphaxiv.org/overview/2504.16129',
    says: 'MARFT by action raises the return by about 18.45 % (relative) on MATH and 14.75 % on coding.',
    here: 'A relative gain depends on where one begins. Here the bases were made so that there is much to gain; no such percentage carries over.',
  },
  {
    source: 'A reader’s note on the paper',
    says: 'Solo, Duo (reasoner → actor or coder) and Trio (reasoner → coder → reviewer). Duo: 3 points on maths, 4 on coding. Trio: 2 points. CodeForces 48.74 against about 42 for independent PPO, AIME 12.14 % against 10.92 %; standard errors of 0.56 against 1.27; independent PPO collapses after about 150 steps.',
    here: 'Solo, duo and trio are the columns here. Independent PPO is the row IPPO with a shared critic: every agent learns along its own messages alone; one critic values for all (parameter sharing), and reads what the agent reads. These runs have 24 iterations, so what happens after 150 steps is not seen.',
  },
  {
    source: 'Reviews on OpenReview',
    says: 'Data: MATH, CMATH, GSM8K, CodeForces; models: Qwen2.5; one to three agents; about 3 points on MATH-500, about 4 on CodeForces. Reviewers ask for the dependency function in practice, for baselines, for sensitivity to the order of agents, for tasks of several turns, for more than three agents.',
    here: 'Several of these can be tried in this workbench: remove an arrow in the signalling game, swap the order, take “higher or lower” for several turns.',
  },
];

const number = (cell: string, what: string) => `[](evidence:miniature/${cell}/${what})`;

const transfers: readonly string[] = [
  'The **quantities**: [KL to the base](term:kl), [entropy](term:entropy) and [clip](term:clip) are watched in large runs too, and are computed here in the same way. What values they take does not carry over.',
  'The **algorithms themselves**: the maths is the same, and is checked against numbers that were computed with the original code.',
  'The **arithmetic of groups**: in as many episodes [GRPO](term:grpo) plays one problem for each group, and a group that is all right or all wrong has no advantage to learn from.',
];
const doesNot: readonly string[] = [
  '**Any size of an effect.** A model of some hundred thousand weights on six types of word problems says nothing about how many points Qwen2.5 gains on MATH.',
  `**Generalisation.** What is seen here is *sharpening*: the base knew the answer in some of its tries, and training makes that its habit. Problems that were never rewarded gain too (on the micro base, after training, [](evidence:transfer/trained/extra.test.sampled) of them are right, a little less than the [](evidence:transfer/trained/extra.train.sampled) of those that were): the base has seen the kind of both. Nothing here shows that arithmetic is learnt that the base could not do.`,
  '**That a team beats one agent.** Here one agent alone writes plan, step and answer in one message, and the base was shown few of those; how much of the distance between solo and duo is the base’s making was not measured.',
  '**Long messages.** They are short here: two to nine tokens each in the recorded run that ships with planner and solver on these problems. By action and by token were not told apart on them. What happens at thousands of tokens cannot be seen here.',
];

export const miniatureEn = spoken('learn/miniature', {
  intro:
    'Modelled on the experiment of the [MARFT paper](https://arxiv.org/abs/2504.16129), with models so small that it runs in your browser: one, two and three agents, untrained and trained by token, by action and in groups, a team also with every agent by itself and with a centralised critic, on the base “standard” and its six types of word problems. Five seeds each; every number is a mean with its 95 % interval over seeds.',
  caveat:
    '**What it is not.** Not a replication: models, problems, lengths and settings are others, and the paper’s full text and its tables were not available to us. No size of an effect carries over; the lists at the end say what does, and what is claimed at full size.',
  settings: (iterations: number, episodes: number, backend: string) =>
    `${iterations} iterations of ${episodes} episodes, learning rate 3e-3, nothing that adapts by itself. The shipped project trains longer, with twice as many episodes an iteration. Recorded: ${backend}.`,
  table: 'Reward after training',
  recorded: 'Recorded',
  rows: {
    untrained: 'untrained',
    appo: 'APPO (by action)',
    tppo: 'TPPO (by token)',
    grpo: 'GRPO (groups of 8)',
    ippo: 'IPPO with a shared critic',
    mappo: 'MAPPO (centralised critic)',
  },
  teams: {
    solo: { name: 'Solo', says: 'one agent does all' },
    duo: { name: 'Duo', says: 'planner → solver' },
    trio: { name: 'Trio', says: 'planner → solver → verifier' },
  },
  columns: { algorithm: 'Algorithm', sampled: 'sampled', greedy: 'greedy' },
  how: '“Sampled” draws every token at temperature 1, as in training; “greedy” takes the likeliest. Below a number: what it is more or less than TPPO’s with the same team, paired by seed; where that interval holds 0 the two are not told apart.',
  asFirst: (first: string) => `is ${first} for one agent`,
  less: (difference: string, first: string) => `${difference} to ${first}`,
  read: `**How to read it.** By action and by token are not told apart with any team: in the duo APPO ends at ${number('duo-appo', 'after.sampled')}, TPPO at ${number('duo-tppo', 'after.sampled')}. GRPO, with as many episodes, is lower than TPPO in the duo (${number('duo-grpo', 'after.sampled.less.duo-tppo')}) and lower than APPO in the solo (${number('solo-grpo', 'after.sampled.less.solo-appo')}); elsewhere it is not told apart from these two. Each agent by itself (IPPO with a shared critic) is not told apart from TPPO in the duo (${number('duo-ippo', 'after.sampled.less.duo-tppo')}) nor in the trio (${number('trio-ippo', 'after.sampled.less.trio-tppo')}). MAPPO’s critic reads all that was said; here each agent has heard all before it, so the critic reads what TPPO’s does and the runs are TPPO’s. The columns differ more: with TPPO two agents end higher than one (${number('duo-tppo', 'after.sampled.less.solo-tppo')}), three lower than two (${number('trio-tppo', 'after.sampled.less.duo-tppo')}). So it is not the number of agents alone that counts. The trio also begins lower than the duo (${number('trio-tppo', 'before.sampled.less.duo-tppo')}); why it ends there was not measured.`,
  curves: 'Reward while training',
  claims: 'What is claimed at full size',
  claimsIntro:
    'Second hand: none of these numbers was verified against the PDF. They are here to say what the experiment is modelled on, not to be compared with the table.',
  unverified: 'not verified against the PDF',
  noAddress: 'its address was not kept',
  claimColumns: { source: 'Source', says: 'What it says', here: 'And here' },
  transfers: 'What carries over',
  doesNot: 'What does not',
  transferList: transfers,
  doesNotList: doesNot,
  run: 'Run it here',
  runHelp: 'Puts the runs into the queue, five seeds each; what comes of them is shown below, apart from what is recorded.',
  runAll: (runs: number, time: string) => `Run all of it here: ${runs} runs, ${time}`,
  runCell: (team: string, algorithm: string) => `Run ${team} with ${algorithm} here, five seeds`,
  runShort: 'run',
  time: (duration: string, measured: boolean) =>
    measured ? `about ${duration} by the runs trained in this visit` : `about ${duration} on two cores without a GPU`,
  queued: (runs: number) => `${runs} runs are in the queue`,
  notQueued: 'Nothing was put into the queue',
  queuedText: 'They are trained one after the other, while this page is open. Results are shown below the table.',
  projectName: (team: string) => `Paper in miniature: ${team}`,
  sweepName: (team: string) => `Paper in miniature: ${team}`,
  runName: (cell: string, seed: number) => `${cell}, seed ${seed}`,
  missing: 'not recorded yet',
  claimList: claims,
} as const);
