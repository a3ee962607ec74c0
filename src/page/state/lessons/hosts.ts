/** What lessons need of the rest of the page. */
import type { StoreApi } from 'zustand/vanilla';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { Happening, StageFacts } from '../../../core/lessons/goals.ts';
import type { Course, LessonId, StageAt } from '../../../core/lessons/lesson.ts';
import type { DocumentState } from '../document/document.ts';
import type { TextStorage } from '../storage/storage.ts';
import type { HomeProject } from './types.ts';

/** All of it; tests give their own. */
export interface LessonsHosts {
  course(lesson: LessonId): Promise<Course>;
  /** A fresh project of a course, called after the lesson in the learner's language. */
  project(course: Course): Promise<ProjectDocument>;
  readonly documents: Pick<StoreApi<DocumentState>, 'getState'>;
  readonly projects: LessonProjects;
  readonly stage: LessonStage;
  readonly storage: TextStorage;
  now(): number;
}

export interface LessonProjects {
  /** Resolves once it is known which projects are kept. Never rejects. */
  ready(): Promise<void>;
  present(): HomeProject;
  /** Opens a kept project, with the lesson's recorded run; whether it was there. */
  open(project: string, recorded: string): Promise<boolean>;
  /** Opens a project of its own, likewise, and says its id. */
  create(document: ProjectDocument, recorded: string): string;
  /** Opens the learner's own project again. Never rejects. */
  back(home: HomeProject): Promise<void>;
  /** Calls when another project is open; `copied`: it is the same one, which goes on as a copy. */
  subscribe(change: (project: string, copied: boolean) => void): () => void;
}

export interface LessonStage {
  /** Takes the page there; what could not be found, as a sentence. `wanted` is false as soon as nobody waits for it. */
  enter(at: StageAt, runs: { readonly recorded: string; readonly own: string | null }, wanted: () => boolean): Promise<string | null>;
  /** Brings the recorded run of a course on screen; why it is not there, if so. */
  showRecorded(recorded: string): Promise<string | null>;
  /** What of the facts the page knows. `since`: when the step was entered; `underWay`: the run that was trained then. */
  facts(since: number, underWay: string | null): Omit<StageFacts, 'before' | 'happened'>;
  /** The run that is being trained. */
  underWay(): string | null;
  /** Calls when any of the facts may have changed. */
  subscribe(change: () => void): () => void;
  onHappening(hear: (what: Happening) => void): () => void;
  /** Calls with each run that is begun. */
  onRun(begun: (run: string) => void): () => void;
  /** Folder of a course's recorded run, as the runs of the page are called. */
  recordedOf(course: Course): string;
}
