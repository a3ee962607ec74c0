/** What is said to those who lead a team, orchestrators and routers, and to those whom they call. */

/** Said to an agent that was called. */
export const itsTurn = (name: string): string => `Now it is ${name}'s turn.`;

/** Said to the orchestrator after an agent it called. */
export const DECIDE = 'Please decide the next step.';

type Members = readonly { readonly name: string; readonly description: string }[];

/** What an orchestrator without a prompt of its own is told. */
export const orchestratorPrompt = (members: Members): string =>
  leading(members, 'In every step let one member speak by writing <call>name</call> with its name, or end the work by writing <done/>.');

/** What a router without a prompt of its own is told. */
export const routerPrompt = (members: Members): string =>
  leading(
    members,
    'Write the names of those whom the others are to hear, and nothing else, or nobody. One>another lets only that one hear it.',
  );

const leading = (members: Members, how: string): string =>
  [
    'You coordinate a team that solves the problem step by step. The members are:',
    ...members.map(({ name, description }) => (description === '' ? `- ${name}` : `- ${name}: ${description}`)),
    how,
  ].join('\n');
