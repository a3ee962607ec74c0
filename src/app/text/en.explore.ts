/** English texts of the inspect place's frame: which iteration and episode is read, and how to find another. */
const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export const exploreText = {
  resize: 'Width of the episodes and the view',
  bar: 'What is read',
  iteration: 'Iteration',
  iterationAt: (iteration: number, newest: number) => `iteration ${iteration} of up to ${newest}`,
  previous: 'Previous iteration that can be read',
  next: 'Next iteration that can be read',
  play: 'Play through the iterations',
  pause: 'Stop playing',
  follow: 'Newest',
  followHelp: 'Follows the newest iteration as it comes.',
  awaited: (iteration: number) => `Reading iteration ${iteration} from this browser…`,
  absent: (iteration: number) => `Iteration ${iteration} is not kept; the nearest one is shown.`,
  readable: (count: number, dropped: number) =>
    dropped === 0
      ? `${plural(count, 'iteration', 'iterations')} can be read.`
      : `${plural(count, 'iteration', 'iterations')} can be read; ${dropped} were let go to bound memory.`,
  noEpisode: 'No episode to look at',
  noEpisodeHint: 'Choose one at the left, or clear its filters.',
} as const;
