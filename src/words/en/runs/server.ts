/** What page and terminal say of a server that trains. */
import { spoken } from '../../forms/language.ts';

type Doing =
  | { readonly doing: 'sampling' | 'forward' | 'backward'; readonly done: number; readonly of: number }
  | { readonly doing: 'waiting'; readonly seconds: number };

const PARTS = { sampling: 'sampling', forward: 'scoring', backward: 'differentiating' } as const;

export const serverText = spoken('runs/server', {
  doing: (progress: Doing): string =>
    progress.doing === 'waiting'
      ? `waiting ${Math.round(progress.seconds)} s for the server`
      : `${PARTS[progress.doing]} on the server${progress.of === 1 ? '' : `, ${progress.done}/${progress.of} messages`}`,
  /** Of the run that is begun next, whose time nobody knows. */
  next: 'next run: on the server',
  asking: 'asking the server what it can',
  /** Behind what this computer computes on. */
  beside: (url: string): string => ` · policies on the server at ${url}`,
  engine: (url: string): string => `On the server at ${url}; references and critics on this computer, where it holds the base.`,
  /** Of what it was to delete. */
  left: (url: string, why: string): string =>
    `What the server at ${url} keeps of iterations that nothing goes back to could not be deleted there: ${why} It is tried again behind the next iteration, and said once.`,
  /** Which machine computed a run, or computes it. */
  at: (url: string): string => `server ${URL.canParse(url) ? new URL(url).host : url}`,
  atHelp: (url: string): string =>
    `The team was sampled, differentiated and stepped by the server at ${url}; episodes, environment, credit and losses were computed here. run.json says so too.`,
});
