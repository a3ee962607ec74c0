/** What keeps a worker from having a base model that ships with the page. */

import { type SaidOfBase, saidOfBase } from '../../../forms/saidOfBase.ts';

export const workersFaults = {
  E_BASE_FETCH: ({ name }: { readonly name: string }) => ({
    message: `The base model “${name}” could not be loaded.`,
    hint: 'Check the connection to this page’s server, then train again.',
  }),
  E_BASE_MISSING: ({ name, told }: { readonly name: string; readonly told?: SaidOfBase | null }) => ({
    message: `There is no base model “${name}” here.${saidOfBase(told)}`,
    hint: `A link names its bases and does not bring them. Ask whoever shared it for the project with its base (Share link… → Download with its base) and open that, or for the folder of “${name}” and choose it under Training → Base model; or choose another base there, or make one in Warm start.`,
  }),
};
