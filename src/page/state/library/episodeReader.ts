/** Reads the episodes of kept runs when they are looked at. */
import type { LibraryClient } from '../../../../workers/library/client.ts';
import { isHere } from './decisions.ts';
import type { LibraryHosts, LibraryState } from './types.ts';

export function createEpisodeReader(
  { runs }: LibraryHosts,
  open: () => Promise<LibraryClient>,
): Pick<LibraryState, 'readEpisodes' | 'episodesOf'> {
  /** How often windows of an iteration were asked for. */
  const turns = new Map<string, number>();
  return {
    readEpisodes: async (id, iteration, asked) => {
      const run = runs.get(id);
      if (!run?.stored?.includes(iteration) || isHere(run, iteration, asked)) return;
      const key = `${id}/${iteration}`;
      const turn = (turns.get(key) ?? 0) + 1;
      turns.set(key, turn);
      const { episodes, window } = await (await open()).episodes(id, iteration, asked);
      // For an episode that is nowhere what is read stays on screen.
      const absent = asked && 'episode' in asked && !episodes.some(({ episode }) => episode === asked.episode);
      if (window && absent && runs.get(id)?.windows?.[iteration]) return;
      // Of two windows asked for one after the other the later counts.
      if (!window) runs.addEpisodes(id, episodes);
      else if (turns.get(key) === turn) runs.setWindow(id, iteration, episodes, window);
    },
    episodesOf: async function* (id, iteration) {
      const opened = await open();
      let window = 0;
      let windows = 1;
      for (; window < windows; window += 1) {
        const part = await opened.episodes(id, iteration, { window });
        windows = part.window?.windows ?? 1;
        yield part;
      }
    },
  };
}
