/** What of a project does something that its reader may not expect. */
import { shortPrint } from '../../../forms/saidOfBase.ts';

const SCOPES: Readonly<Record<string, string>> = {
  minibatch: 'a minibatch',
  batch: 'the batch',
  agent: 'an agent’s own',
  group: 'the group',
};

export const remarkFaults = {
  E_SETTING_NO_HIDDEN_STATE: (_: Readonly<Record<string, never>>) => ({
    message: 'The critic is to read the hidden state, but this environment tells none; it reads the joint transcript alone.',
    hint: 'Write the hook privileged in the environment (docs/environments.md#the-hooks), or let the critic read the transcript.',
  }),
  E_BASE_UNLIKE: ({ name, found, told }: { readonly name: string; readonly found: string; readonly told: string }) => ({
    message: `The base “${name}” here is not the one that the project was passed on with: its fingerprint begins with ${shortPrint(found)}, that one’s with ${shortPrint(told)}.`,
    hint: 'This run is of the base that is here. For the other one, open the project with its base.',
  }),
  E_SETTING_MEAN_TWICE: ({ scope }: { readonly scope: string }) => ({
    message: `Each role’s running mean is taken off its returns; with the mean of ${SCOPES[scope] ?? scope} taken off as well, little is left of what the running means do.`,
    hint: 'Set the mean back to “by the algorithm”, unless that is what you want to see.',
  }),
  E_SETTING_PUSHES_GROUPS: ({ algorithm, scope }: { readonly algorithm: string; readonly scope: string }) => ({
    message: `${algorithm.toUpperCase()} has compared returns within their group already; with the mean of ${SCOPES[scope] ?? scope} taken off as well, groups whose episodes all earned the same push too.`,
    hint: 'Set the mean back to “by the algorithm”, unless that is what you want to see.',
  }),
};
