/** Where an episode stands in its run. */
export interface EpisodePlace {
  readonly iteration: number;
  readonly episode: number;
}

/** Whether two places are the same episode. */
export const samePlace = (one: EpisodePlace, other: EpisodePlace): boolean =>
  one.iteration === other.iteration && one.episode === other.episode;
