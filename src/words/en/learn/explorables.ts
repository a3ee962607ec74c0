/** English texts of the explorables: the figures of lesson 0, of credit and of the team of two, which also stand alone. */
import { spoken } from '../../forms/language.ts';

/** A number as the figures write it: a sign that is a minus, and none of what is told as 0. */
const signed = (value: number, digits = 2): string => {
  const size = Math.abs(value).toFixed(digits);
  return `${value < 0 && Number(size) > 0 ? '−' : ''}${size}`;
};

export const explorablesEn = spoken('learn/explorables', {
  signed,
  noScript: 'This figure needs JavaScript.',
  credit: {
    title: 'Credit, token by token',
    intro:
      'One episode of two agents: the planner writes an expression, the solver a number, and the team is paid at the last token. Drag a value or the reward, by pointer or with the arrow keys.',
    picture: (summary: string) => `The six tokens with their values, surprises and advantages. ${summary}`,
    summary: (advantages: readonly string[]) => `Advantages from the first token to the last: ${advantages.join(', ')}.`,
    rows: { token: 'token', value: 'V before it', delta: 'δ, its surprise', advantage: 'A, raw', normalized: 'A, as trained' },
    agents: { planner: 'planner', solver: 'solver' },
    value: (token: number, text: string) => `Value before token ${token}, “${text}”`,
    valueOf: (agent: string) => `Value before the ${agent}’s message`,
    reward: 'Reward at the last token',
    token: (token: number, text: string, agent: string) =>
      `Token ${token}, “${text}”, of the ${agent}: show where its advantage comes from`,
    gammaToken: 'γ, tokens',
    lambdaToken: 'λ, tokens',
    gamma: 'γ, messages',
    lambda: 'λ, messages',
    others: 'Right among the 7 others of the batch',
    othersValue: (count: number) => `${count} of 7`,
    byMessage: 'The same for a message (APPO)',
    mask: 'Mask of the turn before (the defect r1_previous_turn_mask)',
    normalized: 'Normalised over the batch',
    back: 'To the end',
    step: 'One step back',
    play: 'Play',
    pause: 'Pause',
    whole: 'All of it',
    fresh: 'Start again',
    walked: (done: number, of: number) => `${done} of ${of} steps of the recursion`,
    /** One step of the recursion, with its numbers. */
    line: (index: string, delta: number, product: number, trace: number, advantage: number) =>
      `A${index} = δ + γλ · A(next) = ${signed(delta, 3)} + ${signed(product, 3)} · ${signed(trace, 3)} = ${signed(advantage, 3)}`,
    deltaLine: (index: string, reward: number, gamma: number, next: number, value: number, delta: number) =>
      `δ${index} = r + γ · V(next) − V = ${signed(reward)} + ${signed(gamma)} · ${signed(next)} − ${signed(value)} = ${signed(delta, 3)}`,
    arcs: (index: string, terms: readonly string[], sum: string) => `A${index} adds up: ${terms.join(' + ')} = ${sum}`,
    arc: (weight: string, delta: string) => `${weight} · (${delta})`,
    crossing: 'An arc that crosses the boundary between the agents is drawn thick.',
    cut: 'With the defect on, the planner’s last token sees nothing behind it: its A is −V, whatever the team is paid.',
    normalizedNote:
      'An update uses the second number: A less the mean of the batch, over its deviation. Move how many of the others are right, and its sign may turn while A stays.',
    source:
      'GAE: Schulman et al. 2016, equation 16. Over all agents in one line: MARFT’s original code (R1). The numbers come from the code that trains here.',
    embed: 'To put it into a page of yours',
    embedHelp: 'It keeps nothing, sends nothing and runs nobody else’s code.',
    copy: 'Copy',
    copied: 'Copied',
  },
  choice: {
    title: 'One choice among three tokens',
    intro:
      'An agent is asked for 5 + 3 and may write one of three tokens. One of them was sampled, and has an advantage. See what one step of the policy gradient does.',
    tokens: ['8', '7', '9'],
    sampled: 'Sampled token',
    advantage: 'Advantage A',
    rate: 'Learning rate η',
    take: 'Take the step',
    fresh: 'Start again',
    steps: (count: number) => (count === 1 ? '1 step taken' : `${count} steps taken`),
    picture: (sentence: string) =>
      `Left: the probability of each token, now and after the step. Right: all distributions over three tokens as a triangle, with an arrow from the one to the other. ${sentence}`,
    says: (token: string, before: string, after: string) => `π(${token}) goes from ${before} to ${after}.`,
    columns: { token: 'token', now: 'π now', after: 'π after', logNow: 'log π now', logAfter: 'log π after', slope: '∂ log π(sampled)' },
    entropy: (now: string, after: string) => `Entropy: ${now} nats now, ${after} after the step.`,
    now: 'now',
    after: 'after',
    gradient: 'policy gradient',
  },
  baseline: {
    title: 'Why a baseline changes nothing on average',
    intro:
      'Now each token is paid something, and whichever is sampled pushes with its reward less a baseline b. Thin arrows: what a sample of each token would do, times the token’s probability. Thick: their sum, which is the mean.',
    reward: (token: string) => `Reward of “${token}”`,
    baseline: 'Baseline b',
    picture: (mean: string, variance: string) =>
      `The triangle of distributions with an arrow for each sampled token and their mean, ${mean}; beside it the variance of one sample over the baseline, ${variance} here.`,
    columns: { quantity: 'of the gradient', here: 'with b', none: 'with b = 0', expected: 'b = expected reward', best: 'least variance' },
    at: 'baseline',
    mean: 'mean, by logit',
    variance: 'variance of one sample',
    nobody: 'none: nothing is left to choose',
    curve: 'variance over b',
  },
  argument: {
    title: 'A team of two: whose advantage is it?',
    intro:
      '27 + 15: a 1 has to be carried, once. The planner, who writes the digits down, may carry it; so may the solver, who adds them. The team is paid 1 for 42. For 32 (nobody carried) and 52 (both did) it is paid nothing.',
    agents: { planner: 'planner', solver: 'solver' },
    actions: ['carries', 'leaves it'],
    joint: (planner: string, solver: string) => `Planner ${planner}, solver ${solver}`,
    cell: (joint: string, reward: string, chance: string) => `${joint}: reward ${reward}, probability ${chance}. Show its advantage`,
    ladder: 'from V to r',
    history: 'expected reward, by step',
    total: 'A',
    picture: (sentence: string) =>
      `Left: reward and probability of each joint action. Middle: from what was expected to what was paid, by the planner’s step and the solver’s. Right: the expected reward, step by step. ${sentence}`,
    planner: 'Planner carries',
    solver: 'Solver carries',
    solverAfter: ['Solver carries, if the planner did', 'Solver carries, if the planner did not'],
    hears: 'The solver hears the planner (𝒟 = 1)',
    rate: 'Step size η',
    together: 'Both at once',
    inTurn: 'One after the other',
    fresh: 'Start again',
    game: 'Another game: the reward r(planner, solver)',
    lessonGame: 'Back to 27 + 15',
    payoff: (planner: string, solver: string) => `r(${planner}, ${solver})`,
    columns: { joint: 'joint action', chance: 'π', reward: 'r', planner: 'A¹', solver: 'A²', sum: 'A¹ + A²', advantage: 'r − V' },
    values: (value: string, carried: string, left: string) =>
      `Expected: V = ${value}; once the planner carries Q¹ = ${carried}, once it leaves it Q¹ = ${left}.`,
    sum: (joint: string, planner: string, solver: string, sum: string, reward: string, value: string) =>
      `${joint}: A¹ + A² = ${planner} + (${solver}) = ${sum} = r − V = ${reward} − ${value}.`,
    none: 'No step taken.',
    cameTogether: (planner: string, solver: string, sum: string, came: string) =>
      `Both at once: alone, the planner’s step would bring ${planner} and the solver’s ${solver}, ${sum} in all. What came: ${came}.`,
    cameInTurn: (planner: string, solver: string, came: string) =>
      `One after the other: the planner’s step brings ${planner}, the solver’s, which knows of it, ${solver}. What came: ${came}.`,
    source: 'The decomposition: Kuba et al. 2022, lemma 1; Wen et al. 2022. A step is π′ ∝ π · exp(ηA), with the exact A.',
  },
} as const);
