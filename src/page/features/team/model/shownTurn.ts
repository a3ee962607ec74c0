/** Which turn's connections the canvas shows, and between which turns a person may choose. */
import type { ProjectDocument } from '../../../../core/document/schema.ts';
import type { EpisodeRecord } from '../../../../core/episode/records.ts';
import { canvasStore, readingAt, useCanvas, type CanvasState } from './canvas.ts';
import { cursorStore, useCursor, type Cursor } from '../../../state/address/cursor.ts';
import { documentStore, useDocument } from '../../../state/document/document.ts';
import { runsStore, useRuns, type RunsState } from '../../../state/runs/runs.ts';
import { chosenEpisode } from './exchanges.ts';

/** A turn, and the first one after it whose connections are others; null when it goes on to the end. */
export interface TurnChoice {
  readonly turn: number;
  readonly until: number | null;
}

/** Each turn of the episode that is read; without one, the turns with which another graph begins. */
export function turnChoices(team: ProjectDocument['team'], episode: EpisodeRecord | null): TurnChoice[] {
  if (episode) {
    const turns = [...new Set(episode.messages.map(({ turn }) => turn))].toSorted((a, b) => a - b);
    return turns.map((turn) => ({ turn, until: turn + 1 }));
  }
  const starts = [...new Set([0, ...team.turns.map(({ turn }) => turn)])].toSorted((a, b) => a - b);
  return starts.map((turn, index) => ({ turn, until: starts[index + 1] ?? null }));
}

interface Where {
  readonly choices: readonly TurnChoice[];
  readonly episode: EpisodeRecord | null;
  readonly cursor: Pick<Cursor, 'iteration' | 'episode' | 'message'>;
  readonly chosen: CanvasState['turn'];
}

function turnOf({ choices, episode, cursor, chosen }: Where): number {
  const wanted = chosen?.at === readingAt(cursor) ? chosen.turn : (episode?.messages[cursor.message ?? 0]?.turn ?? 0);
  // Of a graph that was removed meanwhile, the one that is in force instead.
  return choices.findLast(({ turn }) => turn <= wanted)?.turn ?? 0;
}

/** The turn on the canvas now. */
export function shownTurn(): number {
  const { team } = documentStore.getState().document;
  const episode = episodeOf(runsStore.getState());
  return turnOf({ choices: turnChoices(team, episode), episode, cursor: cursorStore.getState(), chosen: canvasStore.getState().turn });
}

function episodeOf(runs: RunsState): EpisodeRecord | null {
  return chosenEpisode(runs, cursorStore.getState());
}

/** The same inside a component, with what may be chosen. */
export function useShownTurn(): { readonly turn: number; readonly choices: readonly TurnChoice[]; readonly episode: EpisodeRecord | null } {
  const team = useDocument((state) => state.document.team);
  const episode = useChosenEpisode();
  const iteration = useCursor((state) => state.iteration);
  const number = useCursor((state) => state.episode);
  const message = useCursor((state) => state.message);
  const chosen = useCanvas((state) => state.turn);
  const choices = turnChoices(team, episode);
  return { turn: turnOf({ choices, episode, cursor: { iteration, episode: number, message }, chosen }), choices, episode };
}

/** The episode a person chose to read; null while the reader follows the newest. */
export function useChosenEpisode(): EpisodeRecord | null {
  const iteration = useCursor((state) => state.iteration);
  const episode = useCursor((state) => state.episode);
  return useRuns((state) => chosenEpisode(state, { iteration, episode }));
}
