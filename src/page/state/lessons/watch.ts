/** Watches the workbench until a step's goal is reached. */
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { Before } from '../../../core/lessons/before.ts';
import type { Goal, Happening } from '../../../core/lessons/goals.ts';
import { isReached } from '../../../core/lessons/reached.ts';
import type { LessonStage } from './hosts.ts';
import type { StepState } from './types.ts';

export interface Watched {
  readonly goal: Goal;
  /** What the goal compares with, as it was when the step was entered first. */
  readonly before: Before;
  /** When the step was entered first. */
  readonly since: number;
  /** What has happened since then. */
  happened(): readonly Happening[];
  hear(what: Happening): void;
  /** How the step is getting on. */
  state(): StepState;
  /** Whether what is on screen is the lesson's. */
  counts(): boolean;
  tell(state: StepState): void;
}

export interface Watch {
  /** From now on this, and nothing else. */
  start(watched: Watched): void;
  /** What follows is done for the learner, to this project; taking it back takes that back, too. */
  help(before: ProjectDocument): void;
  stop(): void;
}

export function createWatch(stage: LessonStage): Watch {
  let stops: (() => void)[] = [];
  /** What the learner was helped with: the project before it, where that was in this visit of the step. */
  let helped: { readonly before: ProjectDocument | null } | null = null;
  const stop = (): void => {
    for (const end of stops.splice(0)) end();
  };
  return {
    start: (watched) => {
      stop();
      helped = watched.state() === 'assisted' ? { before: null } : null;
      const underWay = stage.underWay();
      const look = (): void => {
        if (!watched.counts()) return;
        const facts = stage.facts(watched.since, underWay);
        if (helped && helped.before === facts.document) helped = null;
        const state = watched.state();
        if (isReached(watched.goal, { ...facts, before: watched.before, happened: new Set(watched.happened()) })) {
          const reached: StepState = helped ? 'assisted' : 'done';
          // What was done for the learner may be taken back.
          if (!helped) stop();
          if (state !== reached) watched.tell(reached);
        } else if (state === 'assisted') {
          helped = null;
          watched.tell('open');
        }
      };
      stops = [
        stage.subscribe(look),
        stage.onHappening((what) => {
          if (watched.counts()) watched.hear(what);
          look();
        }),
      ];
      look();
    },
    help: (before) => {
      helped = { before };
    },
    stop,
  };
}
