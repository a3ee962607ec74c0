/** A lesson opened: its course and its project, and its first step entered. */
import type { Course, LessonId } from '../../../core/lessons/lesson.ts';
import type { LessonsShared } from './shared.ts';
import type { Enter } from './entering.ts';
import { saidBy } from './faults.ts';
import { homeAfter, inProject, progressBefore, stepToEnter, type Opened, type Way } from './whereToBegin.ts';

/** Opens a lesson, at the step that is wanted if one is. Never rejects. */
export type Begin = (lesson: LessonId, wanted: string | undefined, way: Way) => Promise<void>;

export function createBeginning(shared: LessonsShared, enter: Enter): Begin {
  const { hosts, get, set } = shared;
  const { projects, stage } = hosts;

  /** Opens the lesson's project, or a fresh one; its id, and whether it is fresh. Null, and none is made, once nobody waits for it. */
  const openProject = async (course: Course, project: string | null, wanted: () => boolean): Promise<Opened | null> => {
    const recorded = stage.recordedOf(course);
    const isOpen = async (id: string): Promise<boolean> =>
      projects.present().project === id || (await shared.switching(() => projects.open(id, recorded)));
    if (project !== null && (await isOpen(project))) return { id: project, fresh: false };
    const document = await hosts.project(course);
    if (!wanted()) return null;
    return { id: await shared.switching(() => projects.create(document, recorded)), fresh: true };
  };

  return async (lesson, wanted, way) => {
    const mine = ++shared.turn;
    const isMine = (): boolean => mine === shared.turn;
    set({ fault: null, entering: true });
    try {
      const [course] = await Promise.all([hosts.course(lesson), projects.ready()]);
      if (!isMine()) return;
      const before = progressBefore(course, get().progress[lesson], way);
      const present = projects.present();
      const opened = way === 'here' ? { id: present.project, fresh: false } : await openProject(course, before.project, isMine);
      if (!opened || !isMine()) return;
      const kept = shared.keptOpen?.lesson === lesson ? shared.keptOpen : null;
      const home = homeAfter(get(), present, opened.id, kept?.home ?? null);
      const { step, fault } = stepToEnter(course, before, wanted);
      const { progress, fault: gone } = inProject(before, opened);
      shared.course = course;
      shared.keptOpen = null;
      set({ lesson, home, folded: kept?.folded ?? false, step: null, fault: fault ?? gone });
      shared.put(lesson, progress);
      return await enter(step, opened.fresh);
    } catch (error) {
      if (isMine()) set({ fault: saidBy(error), entering: false });
    }
  };
}
