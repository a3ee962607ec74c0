/** What is wrong with roles and connections of a team. */

const OTHER_ROLE = 'Choose another role.';

/** A fault of the graph that holds from `turn` on; that of the first turn need not be named. */
interface InGraph {
  readonly turn: number;
}

const inGraph = ({ turn }: InGraph, message: string): string => (turn === 0 ? message : `From turn ${turn} on: ${message}`);

/** Told of an edit that was refused, not of a team that is so. */
interface Refused {
  readonly refused: true;
}

export const teamFaults = {
  E_ROLE_ILLEGAL: ({ role }: { readonly role: string }) => ({
    message: `“${role}” cannot be a role.`,
    hint: 'Start with a letter; then up to 31 letters, digits, “-” or “_”. A label may say anything.',
  }),
  E_ROLE_RESERVED: (
    of: { readonly role: string } & (
      | { readonly by: 'prompt'; readonly blocks: readonly string[] }
      | { readonly by: 'windows' | 'javascript' }
    ),
  ) => {
    switch (of.by) {
      case 'prompt':
        return {
          message: `“${of.role}” is the name of a part of every prompt, so no agent can be called that.`,
          hint: `Any role but ${of.blocks.join(', ')} will do.`,
        };
      case 'windows':
        return {
          message: `“${of.role}” is reserved by Windows, which could not store the folder of this agent's adapter.`,
          hint: OTHER_ROLE,
        };
      case 'javascript':
        return { message: `“${of.role}” is a reserved word in JavaScript, so records keyed by role could not hold it.`, hint: OTHER_ROLE };
    }
  },
  E_ROLE_DUPLICATE: (of: { readonly role: string; readonly earlier: string } | (Refused & { readonly earlier: string })) => {
    if ('refused' in of)
      return {
        message: `There is already an agent “${of.earlier}”.`,
        hint: 'Roles must differ in more than upper and lower case.',
      };
    const { role, earlier } = of;
    return {
      message: earlier === role ? `Two agents have the role “${role}”.` : `The roles “${earlier}” and “${role}” differ only in case.`,
      hint: 'Rename one of them.',
    };
  },
  E_TEAM_FULL: ({ most }: { readonly most: number }) => ({ message: `A team has at most ${most} agents.`, hint: 'Delete one first.' }),
  E_TEAM_EMPTY: ({ role }: { readonly role: string }) => ({
    message: `“${role}” is the only agent.`,
    hint: 'A team needs one; add another first.',
  }),
  /** Of a connection, or of what an edit or a file was to be about. */
  E_GRAPH_UNKNOWN_ROLE: (
    of:
      | (InGraph & { readonly from: string; readonly to: string; readonly missing: string })
      | { readonly role: string; readonly for: 'edit' | 'file' },
  ) => {
    if ('missing' in of)
      return {
        message: inGraph(of, `The connection ${of.from} → ${of.to} names “${of.missing}”, but no agent has that role.`),
        hint: 'Remove the connection, or add the agent.',
      };
    const message = `No agent has the role “${of.role}”.`;
    return of.for === 'edit' ? { message, hint: 'It may have been renamed or deleted.' } : { message };
  },
  E_GRAPH_SELF_EDGE: (of: { readonly role: string } & (InGraph | Refused)) =>
    'refused' in of
      ? { message: `“${of.role}” cannot be connected to itself.`, hint: 'An agent always sees what it said in earlier turns.' }
      : {
          message: inGraph(of, `“${of.role}” is connected to itself.`),
          hint: 'An agent always sees what it said in earlier turns; remove the connection.',
        },
  E_GRAPH_DUPLICATE_EDGE: ({ from, to, turn }: InGraph & { readonly from: string; readonly to: string }) => ({
    message: inGraph({ turn }, `The connection ${from} → ${to} is there twice.`),
    hint: 'Remove one of them.',
  }),
  E_GRAPH_CYCLE: (of: { readonly roles: readonly string[] } & (InGraph | Refused)) => {
    const message = `The team waits for itself: ${of.roles.join(' → ')}.`;
    const must = 'Within one turn every agent must be able to speak after those it listens to';
    return 'refused' in of
      ? { message, hint: `${must}, so this connection is not made.` }
      : { message: inGraph(of, message), hint: `${must}; remove one of these connections.` };
  },
};
