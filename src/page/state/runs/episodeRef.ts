/** Which episode of a run. */
export interface EpisodeRef {
  readonly iteration: number;
  readonly episode: number;
}

/** Whether both are the same episode. */
export const sameEpisode = (one: EpisodeRef, other: EpisodeRef): boolean =>
  one.iteration === other.iteration && one.episode === other.episode;
