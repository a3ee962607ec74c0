/** What keeps a team from being warmed up. */

const EVERYBODY = 'Every agent of the team says one message a turn, in the order of the graph.';

export const warmStartFaults = {
  /** `text` is the beginning of the message. */
  E_WARM_TOO_LONG: ({
    role,
    text,
    tokens,
    limit,
  }: {
    readonly role: string;
    readonly text: string;
    readonly tokens: number;
    readonly limit: number;
  }) => ({
    message: `“${role}” is shown a message of ${tokens} tokens, but may write only ${limit}: “${text}”.`,
    hint: 'Raise “max new tokens” of this agent, or let the environment show shorter messages.',
  }),
  E_WARM_DEMONSTRATE: ({ environment }: { readonly environment: string }) => ({
    message: `The environment “${environment}” does not demonstrate what a good agent says, so no team can be warmed up on it.`,
    hint: 'Write demonstrate() in the environment (docs/environments.md#the-hooks), or warm up from a file of episodes or from a run (docs/warm-start.md#what-it-learns-from).',
  }),
  E_WARM_EMPTY: () => ({
    message: 'None of the episodes contains a message from an agent that is to be trained.',
    hint: 'Check the roles in the file, and which agents are frozen or have their own base.',
  }),
  E_WARM_NOBODY: ({ trains, base }: { readonly trains: 'new_base' | 'base' | 'adapters'; readonly base: string }) =>
    trains === 'adapters'
      ? { message: 'Every adapter of the team is frozen, so there is nothing to warm up.', hint: 'Unfreeze an agent’s adapter.' }
      : {
          message: `No agent uses the team’s base, so nobody would use a base “${base}”.`,
          hint: 'Let an agent use the team’s base, or warm up the adapters.',
        },
  E_WARM_THRESHOLD: ({ name, least, best }: { readonly name: string; readonly least: number; readonly best: number }) => ({
    message: `No episode of ${name} earned ${least}; the best earned ${best}.`,
    hint: 'Lower the threshold.',
  }),
  E_WARM_EPISODE: (
    of: { readonly name: string; readonly line: number } & (
      | { readonly found: 'several_turns' }
      | { readonly found: 'template'; readonly role: string }
      | { readonly found: 'missing'; readonly role: string; readonly turn: number }
      | { readonly found: 'out_of_turn'; readonly role: string }
      | { readonly found: 'stranger'; readonly role: string; readonly roles: readonly string[] }
    ),
  ) => {
    const line = `Line ${of.line} of ${of.name}`;
    switch (of.found) {
      case 'several_turns':
        return {
          message: `${line} is a rollout of several turns, whose texts can be read only with its run’s tokenizer.`,
          hint: 'Give the whole run folder.',
        };
      case 'template':
        return {
          message: `${line} has a prompt of “${of.role}” that a chat template lays out, for another tokenizer; it cannot be encoded anew.`,
          hint: 'Give the episodes as plain texts, or a run whose base has the same tokenizer.',
        };
      case 'missing':
        return { message: `${line} has no message of “${of.role}” in turn ${of.turn}.`, hint: EVERYBODY };
      case 'out_of_turn':
        return { message: `${line} has a message of “${of.role}”, who does not speak then.`, hint: EVERYBODY };
      case 'stranger':
        return {
          message: `${line} has a message of “${of.role}”, whom this team does not have.`,
          hint: `Its roles: ${of.roles.join(', ')}.`,
        };
    }
  },
};
