/** What keeps the page from training on a server: its way there, and what a run needs of one. */

export const forwardFaults = {
  E_FORWARD_GONE: () => ({
    message: 'The process that serves this page does not answer, and the training server is reached through it.',
    hint: 'Start it again with npm start -- --forward URL.',
  }),
  /** `forward`: the server that requests go to instead; null where they go to none. */
  E_FORWARD_OTHER: ({ wanted, forward }: { readonly wanted: string; readonly forward: string | null }) => ({
    message:
      forward === null
        ? `This page has no way to the server at ${wanted}.`
        : `This page has a way to the server at ${forward}, and the one at ${wanted} is wanted.`,
    hint: `Start the page with npm start -- --forward ${wanted}; in the terminal it is --engine tinker --url ${wanted}.`,
  }),
  /** A team that is to start from adapters, on a server. */
  E_FORWARD_ADAPTERS: () => ({
    message: 'No server of the Tinker protocol takes weights, so a team cannot start from given adapters there.',
    hint: 'Choose this computer under Training → Policies are trained by, or begin with fresh adapters.',
  }),
};
