/** What is wrong with an episode: whom the environment pays and shows something, and episodes without end. */

type WrongGraph =
  | { readonly found: 'stranger'; readonly role: string; readonly roles: readonly string[] }
  | { readonly found: 'twice'; readonly role: string }
  | { readonly found: 'nobody' }
  | { readonly found: 'graph'; readonly sentence: string }
  | { readonly found: 'idle'; readonly from: string; readonly to: string; readonly orchestrator: string; readonly routes: boolean };

function wrongGraph(wrong: WrongGraph): string {
  switch (wrong.found) {
    case 'stranger':
      return `“${wrong.role}” is to speak, but no agent has that role. The team has: ${wrong.roles.join(', ')}.`;
    case 'twice':
      return `“${wrong.role}” is named twice among those who speak.`;
    case 'nobody':
      return 'nobody is to speak.';
    case 'graph':
      return wrong.sentence;
    case 'idle':
      return `the connection ${wrong.from} → ${wrong.to} shows nobody anything, because ${wrong.routes ? `the router (“${wrong.orchestrator}”) speaks before all others` : `the orchestrator (“${wrong.orchestrator}”) sees all that is said, and so does everybody with context “prefix”`}.`;
  }
}

export const episodeFaults = {
  /** `role` is missing where the team as a whole is paid; `amount` is NaN or an infinity, written out. */
  E_ENV_REWARD: (
    of:
      | { readonly found: 'amount'; readonly role?: string; readonly amount: string }
      | { readonly found: 'stranger'; readonly role: string },
  ) =>
    of.found === 'amount'
      ? {
          message: `The environment paid ${of.role ?? 'the team'} ${of.amount}, which is not a finite number.`,
          hint: 'Check what step() returns as reward.',
        }
      : {
          message: `The environment paid “${of.role}”, but no agent has that role.`,
          hint: 'Check the names in the reward that step() returns.',
        },
  E_ENV_OBSERVATION: ({ stranger, roles }: { readonly stranger: string; readonly roles: readonly string[] }) => ({
    message: `The environment gives “${stranger}” an observation, but no agent has that role.`,
    hint: `Check the names in the observation that reset() and step() return. The team has: ${roles.join(', ')}.`,
  }),
  E_ENV_DEPENDENCIES: ({ turn, wrong }: { readonly turn: number; readonly wrong: WrongGraph }) => {
    const message = `The graph that the environment chose for turn ${turn} cannot be played: ${wrongGraph(wrong)}`;
    return { message, hint: 'Check what dependencies() returns, or let it return null for the team’s own graph.' };
  },
  E_CREDIT_STEP_REWARDS: () => ({
    message: 'Credit per step needs a reward for every message, but the environment gave none.',
    hint: 'Write stepReward() in the environment, or choose another credit strategy.',
  }),
  E_CREDIT_MAXRL: ({ lowest }: { readonly lowest: number }) => ({
    message: `MaxRL divides by the mean return of a group, its rate of success, and here a return was ${lowest}: below 0 there is no such rate.`,
    hint: 'Have the environment pay 0 or more, or let GRPO divide by something else.',
  }),
  E_PREVIEW_ENDLESS: () => ({
    message: 'The episode of the preview does not end.',
    hint: 'Let the environment terminate, or lower the horizon.',
  }),
};
