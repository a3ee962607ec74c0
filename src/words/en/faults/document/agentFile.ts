/** Why a file holds no agent, or no team's role profiles. */

export const agentFileFaults = {
  E_AGENT_FILE: (
    of: { readonly found: 'project' | 'other' } | { readonly found: 'others'; readonly roles: readonly string[]; readonly wanted: string },
  ) => {
    switch (of.found) {
      case 'project':
        return {
          message: 'This is a whole project, not an agent.',
          hint: 'Open it from the project menu, or copy the agent on its canvas and paste it here.',
        };
      case 'others':
        return {
          message: `The file holds ${of.roles.length} agents (${of.roles.join(', ')}), but none called “${of.wanted}”.`,
          hint: 'Rename this agent after the one you want, or take over the whole team instead.',
        };
      case 'other':
        return {
          message: 'This file does not contain an agent.',
          hint: 'An agent is a file that was downloaded or copied here, or a role profile of MARFT: { "role": …, "prompt": … }.',
        };
    }
  },
  E_PROFILES_INVALID: () => ({
    message: 'The file does not hold role profiles.',
    hint: 'MARFT profiles are a list of 1 to 32 objects, each with a “role” and a “prompt”; “depends_on” lists roles of the file.',
  }),
};
