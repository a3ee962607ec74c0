/** English sentences of the warnings about a run: what was found, with its numbers (written by the caller), what to try, and where a rule comes from. */
import { spoken } from '../../forms/language.ts';

export const healthSaysEn = spoken('runs/healthSays', {
  sources: {
    dead_reward: 'Policy gradients need rewards that differ (DAPO, Yu et al. 2025, §3.2: dynamic sampling)',
    idle_groups: 'GRPO without variance in a group has no advantage (Shao et al. 2024, §4.1; DAPO §3.2)',
    over_optimised: 'Reward that falls while the KL grows (Gao, Schulman & Hilton 2022; docs/results.md, collapses)',
    not_rising: 'Two means that differ by less than two standard errors are not told apart; docs/warnings.md',
    step_too_large: 'approx. KL as the early sign of a collapse (Schulman et al. 2017, §4; Spinning Up stops at 0.015; docs/results.md)',
    far_from_base: 'KL to the reference as a measure of drift (Ziegler et al. 2019, §2; Gao et al. 2022)',
    clip_saturated: 'Clip fraction (Schulman et al. 2017, §3; Andrychowicz et al. 2021)',
    gate_refuses: 'The KL gate of the original MARFT code (R1)',
    gradient_limited: 'Gradient clipping by norm (Pascanu et al. 2013, §3.2)',
    rate_collapsed: 'Learning rate by KL (docs/results.md); a rate that only falls says the steps asked for are too large',
    entropy_collapse: 'Entropy collapse (Yu et al. 2025, DAPO §3.1; Cui et al. 2025)',
    entropy_rise: 'An entropy that turns upwards is the last sign of a collapse (docs/results.md)',
    critic_blind:
      'Explained variance below zero: worse than predicting a constant (Stable-Baselines3, logger; CleanRL, `losses/explained_variance`)',
    critic_reads_alike:
      'What a centralised critic adds is what agents do not see (MAPPO, Yu et al. 2022; docs/credit.md, what the critic reads)',
    cut_off: 'Overlong messages (Yu et al. 2025, DAPO §3.4)',
    misrouted: 'Dynamic orchestration needs calls that can be followed (SII-MARFT, R3; docs/teams.md)',
    turned: 'What each agent said to another problem, in its words’ place (docs/credit.md, who spoiled and who saved)',
  },

  found: {
    stepTooLarge: (role: string, kl: string, window: number, usual: number) =>
      `One iteration moves “${role}” by a KL of ${kl} nats (median of ${window} iterations); up to ${usual} is usual where the rate adapts. Collapses begin like this, and so do some runs that end well.`,
    farFromBase: (role: string, kl: string, window: number) =>
      `“${role}” is ${kl} nats per token from its base (median of ${window} iterations); nearly all healthy teams here stay below 1.`,
    clipSaturated: (role: string, share: string, window: number) =>
      `The clip removes the gradient of ${share} of the decisions of “${role}” (mean of ${window} iterations), so much of an update is thrown away.`,
    gateRefuses: (role: string, share: string, gate: number) =>
      `The KL gate refuses ${share} of the steps of “${role}” (gate ${gate}), so it learns from a small part of each batch.`,
    gradientLimited: (role: string, limit: number, iterations: number, usual: string) =>
      `The gradient of “${role}” was longer than its limit of ${limit} in each of the last ${iterations} iterations (usually ${usual}), so its length says nothing any more.`,
    rateCollapsed: (role: string, rate: string, share: string, set: number) =>
      `The guards hold the learning rate of “${role}” at ${rate}, ${share} of the ${set} that is set, because its steps keep going too far.`,
    entropyCollapse: (role: string, start: string, now: string, reward: string) =>
      `“${role}” hardly varies what it says any more (entropy ${start} → ${now} nats a token) while the mean reward stays at ${reward}, so nothing better is found.`,
    entropyRise: (role: string, start: string, now: string) =>
      `What “${role}” says becomes more and more random (entropy ${start} → ${now} nats a token).`,
    notRising: (late: number, reward: string, early: number, first: string, why: string) =>
      `The mean reward of the last ${late} iterations (${reward}) is not told apart from that of the first ${early} (${first}). ${why}`,
    paidAlike: (grouped: boolean, window: number, reward: string) =>
      `Every ${grouped ? 'group' : 'batch'} of the last ${window} iterations was paid alike (mean reward ${reward}), so the reward teaches nothing.`,
    hardlyPaid: (reward: string, window: number) =>
      `The team is hardly ever paid (mean reward ${reward} over ${window} iterations), so there is next to nothing to reinforce. A base that has never seen such problems is hardly ever right by chance.`,
    idleGroups: (share: string, grouped: boolean) =>
      `In ${share} of the ${grouped ? 'groups' : 'batches'} every episode was paid the same, so they teach nothing.`,
    criticBlind: (iterations: number, explained: string) =>
      `For ${iterations} iterations the critic predicted returns worse than their mean would (explained variance ${explained}), so advantages are noisier than without it.`,
    criticReadsAlike: (window: number) =>
      `In each of the last ${window} iterations the critic read, token by token, what the speaker reads anyway: nothing is hidden from anybody here, so “Critic reads” changes nothing.`,
    overOptimised: (window: number, best: string, iteration: number, now: string, kl: readonly [string, string]) =>
      `The mean reward of ${window} iterations has fallen from ${best} at iteration ${iteration} to ${now}, while the KL to the base went from ${kl[0]} to ${kl[1]}: the team has gone past its best.`,
    cutOff: (role: string, share: string) =>
      `${share} of the messages of “${role}” are cut off at their longest, so what is read and paid is half a message.`,
    misroutedByRouter: (share: string) =>
      `${share} of the router’s messages could not be followed: they hold a word that is no name of anybody on duty. Such a message opens nothing.`,
    misrouted: (share: string, untagged: string, unknown: string) =>
      `${share} of the orchestrator’s messages could not be followed: ${untagged} hold neither <call>name</call> nor <done/>, ${unknown} name nobody on duty. Such a message ends the turn, and nobody is called.`,
    overrides: (role: string, won: number, most: string, next: string) =>
      `“${role}” overrides the rest: of the ${won} won among the episodes last asked about, ${most} are lost once it says what it said to another problem, but ${next} at most once another agent does.`,
    bypassed: (role: string, won: number, share: string) =>
      `Hardly anything hangs on what “${role}” says: of the ${won} won among the episodes last asked about, ${share} are lost once it says what it said to another problem.`,
    shareWithin: (share: string, low: string, high: string) => `${share} (${low} to ${high})`,
  },

  why: {
    hardlyMoved: (drift: string) => `The agents have hardly moved: at most ${drift} nats a token from their base.`,
    nothingToChoose: (entropy: string) =>
      `The agents say nearly the same each time (entropy at most ${entropy} nats a token), so there is nothing to choose from.`,
    unread: (agents: readonly { readonly role: string; readonly read: string }[]) =>
      `What an agent reads hardly tells what it says: ${agents.map(({ role, read }) => `“${role}” (${read})`).join(', ')} nats a message, where 0 is the same whatever it reads. So it cannot answer the problem.`,
    mistakes: (agents: number, mistaken: string, right: string, problems: number) =>
      `${agents > 1 ? 'Mistakes cancel' : 'Its mistakes are paid'}: with every message a mistake an episode earns ${mistaken}, with none ${right} (${problems} problems), so the reward hardly tells them apart.`,
    wideTokens: (role: string, characters: string) =>
      `A token of “${role}” stands for ${characters} characters: where a problem is about single letters or digits, the tokenizer has swallowed them.`,
    unexplained: (drift: string) =>
      `The agents have moved (${drift} nats a token from their base), to no effect on it: the metrics do not tell why.`,
    all: (causes: readonly string[]) => causes.join(' '),
  },

  remedies: {
    slowerTo: (rate: number) => `A smaller learning rate, such as ${rate}.`,
    slower: 'A smaller learning rate.',
    faster: 'A larger learning rate.',
    adapt: 'Let the learning rate adapt to the KL.',
    useLess: 'Use each batch less often.',
    fewerEpochs: 'Fewer epochs.',
    moreKl: 'A larger KL weight.',
    someKl: 'A KL weight, which pulls it back.',
    rollback: 'Rollback to the best snapshot.',
    rollbackOnFall: 'Rollback to the best snapshot when the reward falls.',
    widerGate: 'A wider gate.',
    higherLimit: 'A higher limit.',
    steadier: 'More episodes an iteration make the gradient steadier.',
    higherTarget: 'A higher KL to aim at.',
    moreEntropy: 'A larger entropy bonus.',
    lessEntropy: 'A smaller entropy bonus.',
    someEntropy: 'An entropy bonus.',
    clipHigher: 'A wider clip above 1 lets rare tokens grow.',
    stuck: 'Agents that are frozen, or whose gate refuses every step, cannot move either.',
    lessCertain: 'Or begin again from a less certain team: a warm start with more mistakes.',
    warmPrompts: 'A base knows the prompts it was made with: warm the team up on those it has now.',
    lookAtPrompts: 'Look at what the agent is given to read: is what it needs in there?',
    mistakes: 'Let mistake() be wrong in a way that no other mistake makes up for, or pay only what is right.',
    largerGroups: 'Larger groups differ more often.',
    largerBatches: 'Larger batches differ more often.',
    warmUp: 'Warm the team up first, so that it is right now and then.',
    letterByLetter: 'A new base that reads and writes nearly letter by letter.',
    moreEpisodes: 'More episodes an iteration: what is learnt from few is mostly noise.',
    readEpisodes: 'Read episodes that were right and wrong: do agents read what others say, and can the team be right?',
    askInspect: 'Ask in Inspect whose messages earn the reward (Shapley), and whether the critic knows it (Critic check).',
    partlyRight: 'Read some episodes: does the environment pay partly right answers, and can the team ever be right?',
    goBack: 'If it learnt before, go back to an earlier checkpoint with a smaller learning rate.',
    withCritic: 'An algorithm with a critic learns from such episodes too.',
    slowerCritic: 'A smaller learning rate for the critic.',
    criticFirst: 'Or one that starts before the agents do.',
    withoutCritic: 'An algorithm without a critic.',
    readSpeaker: 'Let it read the prompt of whoever speaks: the numbers stay the same.',
    hideSomething: 'Or hide something from some agents (edges, history, observations), or give the environment a privileged().',
    bestCheckpoint: 'Take the best checkpoint, or go on from there: the export holds both.',
    moreTokens: (role: string) => `More new tokens for “${role}” (agent editor, sampling).`,
    ifTheyGrew: 'If they grew longer while training, a smaller learning rate.',
    showProtocol: (routed: boolean) =>
      `Show the protocol in the ${routed ? 'router' : 'orchestrator'}’s prompt; the small models shipped here do not know it.`,
    warmProtocol: 'Warm the team up on demonstrations that use it.',
    graphSpeaks: 'Or let the graph say who speaks.',
    askTurned: 'Ask an iteration’s episodes: Inspect, “Saved, spoiled”, with “what it said to another problem”.',
    ownCredit: 'Pay each message by itself, where the environment tells what it is worth.',
    freeze: 'Freeze its adapter for a while, so that the others learn what it does.',
    whatOthersRead: 'See what the others read of it: the graph, and their prompts.',
  },
});
