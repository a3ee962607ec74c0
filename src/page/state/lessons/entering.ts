/** A step entered: the project prepared, the workbench taken there, and its goal watched. */
import { beforeOf } from '../../../core/lessons/before.ts';
import type { Fault } from '../../../core/faults.ts';
import type { Course, LessonId, LessonStep } from '../../../core/lessons/lesson.ts';
import type { LessonsShared } from './shared.ts';
import { locked, saidBy } from './faults.ts';
import { changesUntil, prepared } from './preparation.ts';
import { entered, stepNamed, withBefore, withHappened, withState } from './progress.ts';
import type { LessonProgress } from './types.ts';
import type { Watched } from './watch.ts';

/** Takes the workbench to a step. `fresh`: the project has none of the changes that earlier steps make. Never rejects. */
export type Enter = (id: string, fresh?: boolean) => Promise<void>;

export function createEntering(shared: LessonsShared): Enter {
  const { hosts, get, set, watch, put } = shared;
  const { documents, projects, stage } = hosts;

  /** Makes what this step, and those before it that were passed over, change in the project, as one undo step. */
  const prepare = (course: Course, step: LessonStep, progress: LessonProgress, fresh: boolean): Fault | null => {
    const changes = changesUntil(course, step, progress, fresh);
    if (changes.length === 0) return null;
    documents.getState().commitBurst();
    return documents.getState().edit((document) => changes.reduce((changed, change) => change(changed), document));
  };
  const watched = (lesson: LessonId, { id, goal }: Extract<LessonStep, { kind: 'do' }>): Watched => ({
    goal,
    before: get().progress[lesson]?.before?.[id] ?? {},
    since: get().progress[lesson]?.entered?.[id] ?? hosts.now(),
    state: () => get().progress[lesson]?.states[id] ?? 'open',
    counts: () => projects.present().project === get().progress[lesson]?.project,
    happened: () => get().progress[lesson]?.happened?.[id] ?? [],
    hear: (what) => {
      const progress = get().progress[lesson];
      if (progress) put(lesson, withHappened(progress, id, what));
    },
    tell: (state) => {
      const progress = get().progress[lesson];
      if (progress) put(lesson, withState(progress, id, state));
    },
  });

  return async (id, fresh = false) => {
    const mine = ++shared.turn;
    watch.stop();
    const { course } = shared;
    const { lesson } = get();
    const progress = lesson && get().progress[lesson];
    const step = course && stepNamed(course, id);
    if (!lesson || !progress || !course || !step) return;
    set({ step: id, entering: true });
    const refused = prepare(course, step, progress, fresh);
    const now = entered(prepared(course, step, progress), step, hosts.now());
    put(lesson, step.kind === 'do' ? withBefore(now, id, beforeOf(step.goal, documents.getState().document)) : now);
    const runs = { recorded: stage.recordedOf(course), own: progress.run ?? null };
    const missing = await stage.enter(step.at ?? {}, runs, () => mine === shared.turn).catch(saidBy);
    if (mine !== shared.turn) return;
    const fault = refused ? locked(refused) : missing;
    set({ entering: false, ...(fault ? { fault } : {}) });
    if (step.kind === 'do') watch.start(watched(lesson, step));
  };
}
