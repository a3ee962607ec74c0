/** What is wrong with roles and connections of a team. */

const OTHER_ROLE = 'Choose another role.';

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
          message: `“${of.role}” is the name of a part of every prompt, so no agent can have it.`,
          hint: `Any role but ${of.blocks.join(', ')} will do.`,
        };
      case 'windows':
        return {
          message: `“${of.role}” is reserved by Windows, which could not store the folder of this agent's adapter.`,
          hint: OTHER_ROLE,
        };
      case 'javascript':
        return { message: `“${of.role}” is a word of JavaScript, so records by role could not hold it.`, hint: OTHER_ROLE };
    }
  },
  E_ROLE_DUPLICATE: ({ role, earlier }: { readonly role: string; readonly earlier: string }) => ({
    message: earlier === role ? `Two agents have the role “${role}”.` : `The roles “${earlier}” and “${role}” differ only in case.`,
    hint: 'Rename one of them.',
  }),
  E_GRAPH_UNKNOWN_ROLE: ({ from, to, missing }: { readonly from: string; readonly to: string; readonly missing: string }) => ({
    message: `The connection ${from} → ${to} names “${missing}”, but no agent has that role.`,
    hint: 'Remove the connection, or add the agent.',
  }),
  E_GRAPH_SELF_EDGE: ({ role }: { readonly role: string }) => ({
    message: `“${role}” is connected to itself.`,
    hint: 'An agent always sees what it said in earlier turns; remove the connection.',
  }),
  E_GRAPH_DUPLICATE_EDGE: ({ from, to }: { readonly from: string; readonly to: string }) => ({
    message: `The connection ${from} → ${to} is there twice.`,
    hint: 'Remove one of them.',
  }),
  E_GRAPH_CYCLE: ({ roles }: { readonly roles: readonly string[] }) => ({
    message: `The team waits for itself: ${roles.join(' → ')}.`,
    hint: 'Within one turn every agent must be able to speak after those it listens to; remove one of these connections.',
  }),
};
