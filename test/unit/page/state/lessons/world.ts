/** A page for tests of the lessons: projects, a stage that remembers where it was taken, and a storage. */
import type { StoreApi } from 'zustand/vanilla';
import type { ProjectDocument } from '../../../../../src/core/document/schema.ts';
import type { Happening, StageFacts } from '../../../../../src/core/lessons/goals.ts';
import type { Course, LessonId, StageAt } from '../../../../../src/core/lessons/lesson.ts';
import { defaultProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { createDocumentStore, type DocumentState } from '../../../../../src/page/state/document/document.ts';
import { createLessonsStore } from '../../../../../src/page/state/lessons/createLessons.ts';
import type { LessonsState } from '../../../../../src/page/state/lessons/types.ts';
import type { TextStorage } from '../../../../../src/page/state/storage/storage.ts';
import { COURSE } from '../../../lessons/fixture.ts';

export interface World {
  readonly lessons: StoreApi<LessonsState>;
  readonly documents: StoreApi<DocumentState>;
  /** Kept projects by id, beside the open one. */
  readonly projects: Map<string, ProjectDocument>;
  present(): string;
  /** As a person who opens another project, or whose project goes on as a copy. */
  open(project: string, copied?: boolean): void;
  /** Where steps took the page, and which runs were brought. */
  readonly went: { at: StageAt; own: string | null }[];
  readonly recorded: string[];
  /** Facts that tests set. */
  readonly facts: { run: StageFacts['run']; read?: StageFacts['read']; cursor: Partial<StageFacts['cursor']> };
  changed(): void;
  happen(what: Happening): void;
  begin(run: string): void;
  time: number;
  /** Entering waits for this. */
  arrive: Promise<string | null>;
  /** Making a project waits for this. */
  making: Promise<void>;
}

/** Keeps everything; or nothing. */
export function memory(entries: Record<string, string> = {}, works = true): TextStorage & { readonly entries: Record<string, string> } {
  return {
    entries,
    read: (key) => entries[key] ?? null,
    write: (key, text) => {
      if (works) entries[key] = text;
      return works;
    },
  };
}

const CURSOR: StageFacts['cursor'] = {
  place: 'team',
  tab: 'settings',
  view: 'microscope',
  channel: 'policy_loss',
  role: 'planner',
  iteration: null,
  episode: null,
  message: null,
  token: null,
};

/** A page with the learner's own project `mine` open; `before` is the page as it was reloaded. */
export function world(storage: TextStorage, courses: Partial<Record<LessonId, Course>> = { lamas: COURSE }, before?: World): World {
  const documents = createDocumentStore(before?.documents.getState().document ?? { ...defaultProject(), name: 'Mine' });
  const projects = before?.projects ?? new Map<string, ProjectDocument>();
  let present = before?.present() ?? 'mine';
  let made = projects.size;
  const changes = new Set<() => void>();
  const hearers = new Set<(what: Happening) => void>();
  const begun = new Set<(run: string) => void>();
  const switched = new Set<(project: string, copied: boolean) => void>();
  const put = (project: string, document: ProjectDocument, copied = false): void => {
    projects.set(present, documents.getState().document);
    present = project;
    projects.set(project, document);
    documents.getState().switchTo({ document, past: [], future: [] });
    for (const hear of switched) hear(project, copied);
  };
  const self: World = {
    documents,
    projects,
    present: () => present,
    open: (project, copied) => {
      const document = copied ? documents.getState().document : projects.get(project);
      if (document) put(project, document, copied);
    },
    went: [],
    recorded: [],
    facts: { run: null, cursor: {} },
    changed: () => {
      for (const change of changes) change();
    },
    happen: (what) => {
      for (const hear of hearers) hear(what);
    },
    begin: (run) => {
      for (const hear of begun) hear(run);
    },
    time: before?.time ?? 1000,
    arrive: Promise.resolve(null),
    making: Promise.resolve(),
    lessons: createLessonsStore({
      course: async (lesson) => {
        const course = courses[lesson];
        if (!course) throw new Error(`no course ${lesson}`);
        return course;
      },
      project: async ({ id }) => {
        await self.making;
        return { ...defaultProject(), name: `Lesson ${id}` };
      },
      documents,
      projects: {
        ready: async () => undefined,
        present: () => ({ project: present, name: documents.getState().document.name, preset: null, run: null }),
        open: async (project) => {
          const document = projects.get(project);
          if (document) put(project, document);
          return document !== undefined;
        },
        create: (document) => {
          const id = `made-${++made}`;
          put(id, document);
          return id;
        },
        back: async ({ project }) => {
          const document = projects.get(project);
          if (document) put(project, document);
        },
        subscribe: (change) => {
          switched.add(change);
          return () => switched.delete(change);
        },
      },
      stage: {
        enter: async (at, { own }) => {
          self.went.push({ at, own });
          return self.arrive;
        },
        showRecorded: async (recorded) => {
          self.recorded.push(recorded);
          return null;
        },
        facts: () => ({
          document: documents.getState().document,
          cursor: { ...CURSOR, ...self.facts.cursor },
          episode: null,
          read: self.facts.read ?? null,
          run: self.facts.run,
        }),
        underWay: () => null,
        subscribe: (change) => {
          changes.add(change);
          const stop = documents.subscribe(change);
          return () => {
            changes.delete(change);
            stop();
          };
        },
        onHappening: (hear) => {
          hearers.add(hear);
          return () => hearers.delete(hear);
        },
        onRun: (hear) => {
          begun.add(hear);
          return () => begun.delete(hear);
        },
        recordedOf: ({ recorded }) => `recorded/${recorded ?? 'usual'}`,
      },
      storage,
      now: () => self.time,
    }),
  };
  return self;
}

/** Lets everything that waits go on. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
};
