// Credit for trajectories of one's own: a planner and a solver, two turns, two tries at one problem. node examples/credit.mjs
import { creditTrajectories } from 'marft-workbench/core';

// In speaking order: whose message, in which turn, how many tokens, and what a critic said before each token.
const tries = [
  {
    messages: [
      { role: 'planner', turn: 0, tokens: 2, values: [0.4, 0.5] },
      { role: 'solver', turn: 0, tokens: 3, values: [0.5, 0.6, 0.6] },
      { role: 'solver', turn: 1, tokens: 2, values: [0.7, 0.9] },
    ],
    rewards: [0, 1], // of each turn, to the team; { planner: 1, solver: 0 } pays by role
  },
  {
    messages: [
      { role: 'planner', turn: 0, tokens: 2, values: [0.4, 0.3] },
      { role: 'solver', turn: 0, tokens: 1, values: [0.2] },
      { role: 'solver', turn: 1, tokens: 2, values: [0.1, 0.1] },
    ],
    rewards: [0, 0],
  },
];

const show = (name, credit) =>
  credit.forEach(({ advantages }, at) => {
    const said = tries[at].messages.map(({ role }, message) => `${role} ${advantages[message].map((a) => a.toFixed(2)).join(' ')}`);
    console.log(`${name}, try ${at + 1}: ${said.join(' | ')}`);
  });

// GAE over the serialised team (MARFT): credit flows back through the tokens of all agents, across their messages.
show('gae by token', creditTrajectories(tries, { algorithm: 'tppo', gamma: 1, lambda: 0.95, gammaToken: 1, lambdaToken: 0.95 }));
// Without a critic: the two tries are compared with each other, as a team or agent by agent.
show('grpo', creditTrajectories(tries, { algorithm: 'grpo' }));
show('rloo by agent', creditTrajectories(tries, { algorithm: 'rloo', groupBy: 'agent_turn' }));
