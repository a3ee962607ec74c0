/**
 * How an orchestrator says who speaks next: the protocol of R3 (marft-spec §12.6), its parser, and the words around it and a router.
 * `<done/>` anywhere ends the turn and has priority; otherwise the first `<call>name</call>` hands over to that agent.
 */

export type Routing = { readonly kind: 'done' } | { readonly kind: 'call'; readonly name: string } | { readonly kind: 'no_tag' };

const DONE = /<done\s*\/?>/i;
/** Letters of any script, as Python's `\w`: a name that nobody has is a mistake, not a call to be overlooked. */
const CALL = /<call>\s*([\p{L}\p{N}_-]+)\s*<\/call>/iu;

/** What a message of the orchestrator asks for. Tags may be in any case; the name is taken as it is written. */
export function parseRouting(text: string): Routing {
  if (DONE.test(text)) return { kind: 'done' };
  const name = CALL.exec(text)?.[1];
  return name === undefined ? { kind: 'no_tag' } : { kind: 'call', name };
}

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
