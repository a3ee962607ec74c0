/** What settings do that their reader may not expect. */
const SCOPES: Readonly<Record<string, string>> = { minibatch: 'a minibatch', batch: 'the batch', agent: 'an agent’s own' };

export const remarkFaults = {
  E_SETTING_NO_HIDDEN_STATE: (_: Readonly<Record<string, never>>) => ({
    message: 'The critic is to read the hidden state, but this environment tells none; it reads the joint transcript alone.',
    hint: 'Write the hook privileged in the environment (docs/environments.md#the-hooks), or let the critic read the transcript.',
  }),
  E_SETTING_PUSHES_GROUPS: ({ algorithm, scope }: { readonly algorithm: string; readonly scope: string }) => ({
    message: `${algorithm.toUpperCase()} has compared returns within their group already; with the mean of ${SCOPES[scope] ?? scope} taken off as well, groups whose episodes all earned the same push too.`,
    hint: 'Set the mean back to “by the algorithm”, unless that is what you want to see.',
  }),
};
