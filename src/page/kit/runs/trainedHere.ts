/** What a page shows that offers runs of its own to be trained: how they are and what came of them. The shell hands the part to it. */
import type { ComponentType } from 'react';

export interface TrainedHereProps {
  /** Id of the sweep. */
  readonly sweep: string;
  /** What was trained, where that must be said. */
  readonly of?: string;
}

export type TrainedHerePart = ComponentType<TrainedHereProps>;
