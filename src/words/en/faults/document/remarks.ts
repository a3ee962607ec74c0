/** What settings do that their reader may not expect. */
const SCOPES: Readonly<Record<string, string>> = { minibatch: 'a minibatch', batch: 'the batch', agent: 'an agent’s own' };

export const remarkFaults = {
  E_SETTING_PUSHES_GROUPS: ({ algorithm, scope }: { readonly algorithm: string; readonly scope: string }) => ({
    message: `${algorithm.toUpperCase()} has compared returns within their group already; with the mean of ${SCOPES[scope] ?? scope} taken off as well, groups whose episodes all earned the same push too.`,
    hint: 'Set the mean back to “by the algorithm”, unless that is what you want to see.',
  }),
};
