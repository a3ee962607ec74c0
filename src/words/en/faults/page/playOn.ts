/** What a person brings for an imported run and cannot be used. */
import { plural } from '../../../forms/plural.ts';

const listed = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');

export const playOnFaults = {
  E_PLAY_ON_ROLES: ({ missing, roles }: { readonly missing: readonly string[]; readonly roles: readonly string[] }) => ({
    message: `The project’s team has no ${missing.length === 1 ? 'agent' : 'agents'} ${listed(missing)}, which the run has.`,
    hint: `Its agents are ${listed(roles)}. Give them the same names in Team, or choose the team “as the run’s files tell it”.`,
  }),
  E_PLAY_ON_ADAPTER: ({ role, roles }: { readonly role: string; readonly roles: readonly string[] }) => ({
    message: `There is an adapter for “${role}”, but the team has no such agent.`,
    hint: `Its agents are ${listed(roles)}.`,
  }),
  E_PLAY_ON_DATA: ({ name }: { readonly name: string }) => ({
    message: `The project takes its problems from “${name}”, which is not in this browser.`,
    hint: 'Open the project and give it the file under Environment, then bring it again.',
  }),
  E_PLAY_ON_UNCHECKED: () => ({
    message: 'Whether what was brought fits the run was not looked at.',
    hint: 'It is kept; choose “Check it” before anything is replayed.',
  }),
  E_PLAY_ON_NOTHING: ({ seen, episodes }: { readonly seen: number; readonly episodes: number }) => ({
    message: `None of the ${seen} problems of this environment reads as that of any episode of the run (${plural(episodes, 'episode', 'episodes')}).`,
    hint: 'The environment must show each problem by the very words that the run’s agents read first: compare an episode with Environment → Try, and edit the environment or choose other data.',
  }),
};
