/** What keeps a project from running though its file can be read. */

const LEAST_GROUP = 'Use a group size of at least 2, and enough episodes to fill whole groups.';

/** What settings of an adapter are called. */
const ADAPTER_SETTINGS = {
  base: 'base',
  rank: 'rank',
  alpha: 'alpha',
  targets: 'targets',
  frozen: 'frozen',
  learningRate: 'learning rate',
};
/** Something that agents who share an adapter must agree about. */
export type AdapterSetting = keyof typeof ADAPTER_SETTINGS;

interface SharedAdapter {
  readonly group: string;
  readonly roles: readonly [string, string];
  readonly differ: readonly AdapterSetting[];
}

interface IdleEdge {
  readonly from: string;
  readonly to: string;
  /** Who sees all that is said: everybody, by the team's context, or the orchestrator of this role. */
  readonly seesAll:
    | 'everybody'
    | { readonly orchestrator: string /** It is a router, who speaks before all others. */; readonly routes: boolean };
}

interface Episodes {
  readonly episodes: number;
}

const TURNS_NEGATIVE = {
  'reward.mean': 'a reward mean that is taken off',
  'reward.bias': 'a reward bias below 0',
  'reward.scale': 'a reward scale below 0',
  'overlong.buffer': 'the penalty for length',
  klPlacement: 'a KL that is taken off the reward',
} as const;

export const checkFaults = {
  E_ENV_EMPTY: () => ({ message: 'The environment has no code.', hint: 'Write one in the editor, or start from a built-in one.' }),
  E_ADAPTER_GROUP: ({ group, roles: [first, second], differ }: SharedAdapter) => ({
    message: `“${first}” and “${second}” share the adapter “${group}” but differ in its ${differ.map((each) => ADAPTER_SETTINGS[each]).join(', ')}.`,
    hint: 'One adapter has one base, one shape and one learning rate: make them equal, or give one of the agents another group.',
  }),
  E_TEAM_FROZEN: () => ({
    message: 'Every adapter of the team is frozen, so nothing would be trained.',
    hint: 'Unfreeze at least one agent.',
  }),
  E_TEAM_ORCHESTRATOR: (
    of:
      | { readonly found: 'alone' }
      | { readonly found: 'none'; readonly routes: boolean }
      | { readonly found: 'unknown'; readonly role: string; readonly routes: boolean },
  ) => {
    const who = 'routes' in of && of.routes ? 'router' : 'orchestrator';
    const choose = `Choose one of the agents as the ${who}.`;
    switch (of.found) {
      case 'none':
        return {
          message: of.routes ? 'Nobody routes the graph.' : 'Dynamic orchestration needs an agent that calls the others.',
          hint: choose,
        };
      case 'unknown':
        return { message: `The ${who} should be “${of.role}”, but no agent has that role.`, hint: choose };
      case 'alone':
        return {
          message: 'An orchestrator without other agents has nobody to call.',
          hint: 'Add an agent, or let the graph decide who speaks.',
        };
    }
  },
  /** `shows`: what shows everybody everything, the context or a compat switch. */
  E_TEAM_ROUTER: (of: { readonly shows: string } | { readonly router: string }) =>
    'router' in of
      ? {
          message: `The router “${of.router}” has nothing to open: no connection comes from another agent.`,
          hint: 'Connect two of the others, or let the graph say who speaks.',
        }
      : {
          message: `With ${of.shows === 'prefix' ? 'the context “everyone who spoke before”' : of.shows} a router can hold nothing back.`,
          hint: 'Change that, or let the graph say who speaks.',
        },
  E_TEAM_CLOCK: ({
    role,
    transcript,
    routes,
  }: {
    readonly role: string;
    readonly transcript: string | null;
    readonly routes: boolean;
  }) => ({
    message: `“${role}” takes time, but ${transcript ? `with ${transcript} all read one transcript` : routes ? 'all wait for a router' : 'an orchestrator lets one speak after the other'}.`,
    hint: `${transcript ? 'Switch that off' : 'Let the graph say who speaks'}, or set the clocks back to 0.`,
  }),
  E_TOOL_MARKS: ({ mark }: { readonly mark: string }) => ({
    message: `A call cannot begin and end with the same mark, “${mark}”.`,
    hint: 'Choose two, such as [ and ].',
  }),
  E_TOOL_ALGORITHM: () => ({
    message: 'This algorithm lets agents say something else to the same prompt once the turn is over, when no tool can answer any more.',
    hint: 'Choose another algorithm, or answer no calls (Tools: most calls 0).',
  }),
  E_TEAM_TURN_LATE: ({ turn, horizon }: { readonly turn: number; readonly horizon: number }) => ({
    message: `The graph from turn ${turn} on is never used: the horizon is ${horizon}, so the last turn is ${horizon - 1}.`,
    hint: 'Raise the horizon, or remove that graph.',
  }),
  E_TEAM_TURN_TWICE: ({ turn }: { readonly turn: number }) => ({
    message: `Two graphs begin with turn ${turn}.`,
    hint: 'Remove one of them.',
  }),
  E_ORCHESTRATOR_EDGE: ({ from, to, seesAll }: IdleEdge) => {
    const idle = `the connection ${from} → ${to} would change nothing.`;
    return seesAll === 'everybody'
      ? {
          message: `With an orchestrator and the context “everyone who spoke before”, all agents see everything that was said; ${idle}`,
          hint: 'Remove the connections, or choose another context.',
        }
      : {
          message: `${seesAll.routes ? `The router “${seesAll.orchestrator}” speaks before all others` : `The orchestrator “${seesAll.orchestrator}” sees everything that is said`}; ${idle}`,
          hint: 'Remove it.',
        };
  },
  E_TEAM_SILENT: ({ turn }: { readonly turn: number }) => ({
    message: `Nobody speaks in turn ${turn}.`,
    hint: 'Let an agent speak in every turn, or lower the horizon.',
  }),
  E_AGENT_SILENT: ({ role, from, horizon }: { readonly role: string; readonly from: number; readonly horizon: number }) => ({
    message: `“${role}” speaks from turn ${from} on, but the last turn is ${horizon - 1} (horizon ${horizon}), so it never would.`,
    hint: 'Let it speak earlier, or raise the horizon.',
  }),
  E_TRAINING_MINIBATCHES: ({ minibatches, episodes }: Episodes & { readonly minibatches: number }) => ({
    message: `${episodes} episodes cannot be split into ${minibatches} minibatches: an episode stays whole.`,
    hint: 'Use fewer minibatches or more episodes.',
  }),
  E_TRAINING_ACCUMULATION: ({ accumulation, episodes }: Episodes & { readonly accumulation: number }) => ({
    message: `A minibatch of ${episodes} episodes cannot be processed in ${accumulation} parts.`,
    hint: 'Accumulate over fewer parts, or use fewer minibatches or more episodes.',
  }),
  E_TRAINING_GROUP_SIZE: (
    of:
      | { readonly compares: 'returns'; readonly algorithm: string }
      | { readonly compares: 'advantages' | 'rewards'; readonly part: 'mean' | 'std' },
  ) => {
    switch (of.compares) {
      case 'returns':
        return {
          message: `${of.algorithm.toUpperCase()} compares the episodes of one problem, but every problem is tried only once.`,
          hint: LEAST_GROUP,
        };
      case 'advantages':
        return {
          message: `Advantages cannot be normalised within a group (${of.part}) when every problem is tried once.`,
          hint: LEAST_GROUP,
        };
      case 'rewards':
        return {
          message: `Rewards cannot be normalised within a group (${of.part}) when every problem is tried once.`,
          hint: `${LEAST_GROUP} (With step credit, the compat switch “lone group” does what R3 does there.)`,
        };
    }
  },
  E_TRAINING_GROUPS: ({ groupSize, episodes }: Episodes & { readonly groupSize: number }) => ({
    message: `${episodes} episodes do not make whole groups of ${groupSize}.`,
    hint: 'Choose a group size that divides the episodes per iteration.',
  }),
  E_TRAINING_ADAPTIVE_KL: () => ({
    message: 'The adaptive KL weight multiplies its starting value, which is 0, so it would stay 0.',
    hint: 'Give the KL weight a starting value above 0, or switch the adaptation off.',
  }),
  E_TRAINING_CORRECTION: () => ({
    message: 'The decoupled loss and the rollout correction would both weight the loss by the same ratio of policies.',
    hint: 'Switch one of them off: the decoupled loss drops decisions above its cap, the correction holds their weight at its own.',
  }),
  E_TRAINING_CHAIN: ({ found }: { readonly found: 'handOvers' | 'trajectories' }) =>
    found === 'handOvers'
      ? {
          message: 'Step discount pays at every hand-over of the serialised chain, which this chain of credit does not have.',
          hint: 'Choose “equal” or per-step credit, or the chain of the whole team.',
        }
      : {
          message: 'Along who hears whom a team has many ways and no one trajectory whose return could be compared with others.',
          hint: 'Compare messages by agent and turn, choose an algorithm with a critic, or another chain of credit.',
        },
  E_TRAINING_MAXRL: ({
    by,
  }: {
    readonly by: 'normalizeAdvantages.std' | 'reward.mean' | 'reward.bias' | 'reward.scale' | 'overlong.buffer' | 'klPlacement';
  }) =>
    by === 'normalizeAdvantages.std'
      ? {
          message: 'MaxRL divides by the mean return of a group, and a deviation over the same group takes that division back.',
          hint: 'Set the advantage deviation to “by the algorithm”, or let GRPO divide by something else.',
        }
      : {
          message: `MaxRL divides by the mean return of a group, its rate of success, and ${TURNS_NEGATIVE[by]} may bring returns below 0.`,
          hint: 'Leave rewards as the environment pays them, or let GRPO divide by something else.',
        },
  E_TRAINING_POLICY_LOSS: ({ found }: { readonly found: 'message' | 'accumulation' }) =>
    found === 'message'
      ? {
          message: 'This policy loss goes by single tokens, and here a whole message is one decision.',
          hint: 'Decide token by token, or choose another policy loss.',
        }
      : {
          message: 'Clip-Cov and KL-Cov pick among all tokens of a minibatch, and here it is taken in parts.',
          hint: 'Set the accumulation to 1, or choose another policy loss.',
        },
  E_TRAINING_TOKENS: ({ left }: { readonly left: 'entropy' | 'm2' }) => ({
    message: `Where a whole message is one decision, ${left === 'entropy' ? 'its tokens of little entropy' : 'tokens beyond the M2 threshold'} cannot be left out of it.`,
    hint: left === 'entropy' ? 'Decide token by token, or take all tokens.' : 'Decide token by token, or set the M2 threshold to 0.',
  }),
  E_TRAINING_COVARIANCE: ({ low, high }: { readonly low: number; readonly high: number }) => ({
    message: `Between a covariance of ${low} and one of ${high} there is nothing for Clip-Cov to draw from.`,
    hint: 'Choose a lower end below the upper one.',
  }),
  E_TRAINING_THOUGHTS: () => ({
    message: 'Where a whole message is one decision, its thoughts cannot be left out of it.',
    hint: 'Decide token by token, or train thoughts too.',
  }),
  E_TRAINING_TEACHER: (
    of:
      | { readonly found: 'message' | 'klInReward' | 'nobody' | 'nobodyLearns' }
      | { readonly found: 'credit'; readonly algorithm: string }
      | { readonly found: 'unknown' | 'untaught'; readonly role: string }
      | { readonly found: 'twice'; readonly role: string | null },
  ) => {
    switch (of.found) {
      case 'message':
        return {
          message: 'A teacher judges each token, and here a whole message is one decision.',
          hint: 'Decide token by token, or remove the teacher.',
        };
      case 'credit':
        return {
          message: `With the teacher alone nothing reads the credit that ${of.algorithm.toUpperCase()} computes at such cost.`,
          hint: 'Choose REINFORCE without a critic, GRPO or RLOO, or add the teacher to the reward’s advantage.',
        };
      case 'klInReward':
        return {
          message: 'With the teacher alone nothing reads the reward, and so not the KL that is taken off it.',
          hint: 'Place the KL in the loss, or set its weight to 0.',
        };
      case 'unknown':
        return { message: `A teacher is for “${of.role}”, but no agent has that role.`, hint: 'Choose whom it teaches anew.' };
      case 'twice':
        return {
          message: of.role === null ? 'Two teachers are for all agents.' : `Two teachers name “${of.role}”.`,
          hint: 'An agent has one teacher: remove the other.',
        };
      case 'nobody':
        return { message: 'A teacher has neither a run nor a base.', hint: 'Choose one, or remove the teacher.' };
      case 'nobodyLearns':
        return { message: 'Nobody who has a teacher learns: their adapters are frozen.', hint: 'Unfreeze one, or remove the teacher.' };
      case 'untaught':
        return {
          message: `With teachers alone “${of.role}” would learn nothing, since it has none.`,
          hint: 'Give it one, freeze it, or add the teachers to the reward’s advantage.',
        };
    }
  },
  E_TRAINING_LAG: (of: { readonly found: 'plainRatio' | 'untempered' } | { readonly found: 'noRatio'; readonly algorithm: string }) => {
    const decouple =
      'Switch the decoupled loss (with TPPO, APPO, GRPO or VinePPO) or the rollout correction on, or train in step with lag 0.';
    switch (of.found) {
      case 'plainRatio':
        return {
          message: 'With a lag the episodes come from an older policy, which the plain ratio would mistake for the current one.',
          hint: decouple,
        };
      case 'noRatio':
        return {
          message: `With a lag the episodes come from an older policy, and ${of.algorithm.toUpperCase()} has no ratio to correct for it.`,
          hint: decouple,
        };
      case 'untempered':
        return {
          message:
            'R1’s untempered probabilities are computed with the current policy, so nothing would correct for the older one that played.',
          hint: 'Switch “untempered log-probabilities” off, or train in step with lag 0.',
        };
    }
  },
  E_TRAINING_ROLLBACK: ({ lag }: { readonly lag: number }) => ({
    message: `With a lag of ${lag} a rollout does not come from the current team, so it cannot show which snapshot was best.`,
    hint: 'Train in step with lag 0, or switch rollback off.',
  }),
  E_TRAINING_WARMUP: ({ warmup }: { readonly warmup: number }) => ({
    message: `The critic’s warm-up of ${warmup} iterations takes the whole run, so no adapter would learn.`,
    hint: 'Use a shorter warm-up or more iterations.',
  }),
  E_TRAINING_EVALUATION: () => ({
    message: 'An evaluation with neither greedy nor sampled answers measures nothing.',
    hint: 'Evaluate greedily, take samples, or switch evaluations off.',
  }),
};
