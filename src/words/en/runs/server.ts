/** What the terminal says of a server while it waits for it. */

type Doing =
  | { readonly doing: 'sampling' | 'forward' | 'backward'; readonly done: number; readonly of: number }
  | { readonly doing: 'waiting'; readonly seconds: number };

const PARTS = { sampling: 'sampling', forward: 'scoring', backward: 'differentiating' } as const;

export const serverText = {
  doing: (progress: Doing): string =>
    progress.doing === 'waiting'
      ? `waiting ${Math.round(progress.seconds)} s for the server`
      : `${PARTS[progress.doing]} on the server, ${progress.done}/${progress.of} messages`,
};
