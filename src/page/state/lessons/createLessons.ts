/**
 * The lesson that is open: which step, what was answered, what is done. It takes the workbench to where a step leads when the step
 * is entered, once, and from then on only watches until the step's goal is reached.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { beforeOf } from '../../../core/lessons/before.ts';
import type { Fault } from '../../../core/faults.ts';
import type { Happening, StageFacts } from '../../../core/lessons/goals.ts';
import { mayEnter, stepBeside } from '../../../core/lessons/gates.ts';
import { LANGUAGES, type Course, type Language, type LessonId, type LessonStep, type StageAt } from '../../../core/lessons/lesson.ts';
import type { DocumentState } from '../document/document.ts';
import { STORAGE_KEYS, type TextStorage } from '../storage/storage.ts';
import { astray, gated, locked, noStep, projectGone, saidBy } from './faults.ts';
import { readLessons, writeLessons } from './kept.ts';
import {
  enterable,
  entered,
  fitted,
  freshProgress,
  inFreshProject,
  stepNamed,
  withAnswer,
  withBefore,
  withHappened,
  withState,
} from './progress.ts';
import { createWatch, type Watched } from './watch.ts';
import type { HomeProject, LessonProgress, LessonsState } from './types.ts';

/** What lessons need of the rest of the page; tests give their own. */
export interface LessonsHosts {
  course(lesson: LessonId): Promise<Course>;
  /** A fresh project of a course, called after the lesson in the learner's language. */
  project(course: Course, language: Language): Promise<ProjectDocument>;
  readonly documents: Pick<StoreApi<DocumentState>, 'getState'>;
  readonly projects: LessonProjects;
  readonly stage: LessonStage;
  readonly storage: TextStorage;
  /** What this browser's person speaks. */
  speaks(): Language;
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

interface Opened {
  readonly id: string;
  readonly fresh: boolean;
}

/** A store of lessons; the page has one, `lessonsStore`. */
export function createLessonsStore(hosts: LessonsHosts): StoreApi<LessonsState> {
  const { documents, projects, stage, storage } = hosts;
  const kept = readLessons(storage.read(STORAGE_KEYS.lessons));
  /** Counts what was asked for, so that the later of two counts. */
  let turn = 0;
  /** The course of the open lesson. */
  let course: Course | null = null;
  /** Lessons whose progress this tab has the newest of. */
  const here = new Set<LessonId>();
  const watch = createWatch(stage);
  /** Whether the lesson itself is opening a project. */
  let ownSwitch = false;
  /** The learner's own project when the page was left in the middle of a lesson. */
  let keptOpen = kept.open;

  return createStore<LessonsState>((set, get) => {
    const keep = (): void => {
      const { language, progress, lesson, folded, home } = get();
      const open = lesson && { lesson, folded, home };
      storage.write(STORAGE_KEYS.lessons, writeLessons({ language, progress, open }, here, storage.read(STORAGE_KEYS.lessons)));
    };
    const put = (lesson: LessonId, progress: LessonProgress): void => {
      here.add(lesson);
      set({ progress: { ...get().progress, [lesson]: progress } });
      keep();
    };
    /** The open lesson with its step; null where none is, or it is still on its way. */
    const now = () => {
      const { lesson, step: id } = get();
      const progress = lesson && get().progress[lesson];
      const step = course && id !== null ? stepNamed(course, id) : null;
      return lesson && progress && course && step ? { lesson, progress, course, step } : null;
    };
    const switching = async <T>(work: () => T | Promise<T>): Promise<T> => {
      ownSwitch = true;
      try {
        return await work();
      } finally {
        ownSwitch = false;
      }
    };

    /** Opens the lesson's project, or a fresh one; its id, and whether it is fresh. Null, and none is made, once nobody waits for it. */
    const openProject = async (its: Course, project: string | null, wanted: () => boolean): Promise<Opened | null> => {
      const recorded = stage.recordedOf(its);
      const isOpen = async (): Promise<boolean> =>
        project !== null && (projects.present().project === project || (await switching(() => projects.open(project, recorded))));
      if (project !== null && (await isOpen())) return { id: project, fresh: false };
      const document = await hosts.project(its, get().language);
      if (!wanted()) return null;
      return { id: await switching(() => projects.create(document, recorded)), fresh: true };
    };

    const begin = async (lesson: LessonId, wanted: string | undefined, how: 'resume' | 'afresh' | 'here'): Promise<void> => {
      const mine = ++turn;
      set({ fault: null, entering: true });
      try {
        const [its] = await Promise.all([hosts.course(lesson), projects.ready()]);
        if (mine !== turn) return;
        const before = how === 'afresh' ? freshProgress(its) : fitted(its, get().progress[lesson]);
        const present = projects.present();
        const opened = how === 'here' ? { id: present.project, fresh: false } : await openProject(its, before.project, () => mine === turn);
        if (!opened || mine !== turn) return;
        const home =
          get().lesson !== null ? get().home : opened.id !== present.project ? present : keptOpen?.lesson === lesson ? keptOpen.home : null;
        const known = wanted === undefined || stepNamed(its, wanted) !== null;
        const step = enterable(its, before, known ? (wanted ?? before.step) : before.step);
        const folded = keptOpen?.lesson === lesson && keptOpen.folded;
        course = its;
        keptOpen = null;
        set({
          lesson,
          home,
          folded,
          step: null,
          fault: !known ? noStep(wanted ?? '') : wanted !== undefined && step !== wanted ? gated() : null,
        });
        if (opened.fresh && before.project !== null) set({ fault: get().fault ?? projectGone() });
        put(lesson, { ...(opened.fresh ? inFreshProject(before) : before), project: opened.id });
        return await enter(step, opened.fresh);
      } catch (error) {
        if (mine === turn) set({ fault: saidBy(error), entering: false });
      }
    };

    /** Takes the workbench to a step. `fresh`: the project has none of the changes that earlier steps make. */
    const enter = async (id: string, fresh = false): Promise<void> => {
      const mine = ++turn;
      watch.stop();
      const { lesson } = get();
      const progress = lesson && get().progress[lesson];
      const step = course && stepNamed(course, id);
      if (!lesson || !progress || !course || !step) return;
      const its = course;
      set({ step: id, entering: true });
      const refused = prepare(its, step, progress, fresh);
      const now = entered(prepared(its, step, progress), step, hosts.now());
      put(lesson, step.kind === 'do' ? withBefore(now, id, beforeOf(step.goal, documents.getState().document)) : now);
      const runs = { recorded: stage.recordedOf(its), own: progress.run ?? null };
      const missing = await stage.enter(step.at ?? {}, runs, () => mine === turn).catch(saidBy);
      if (mine !== turn) return;
      const fault = refused ? locked(refused) : missing;
      set({ entering: false, ...(fault ? { fault } : {}) });
      if (step.kind === 'do') watch.start(watched(lesson, step));
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

    /** Makes what this step, and those before it that were passed over, change in the project, as one undo step. */
    const prepare = (its: Course, step: LessonStep, { states }: LessonProgress, fresh: boolean): Fault | null => {
      const until = its.steps.indexOf(step);
      const changes = its.steps
        .slice(0, until + 1)
        .flatMap(({ id, prepare: change }) => (change && (fresh || !Object.hasOwn(states, id)) ? [change] : []));
      if (changes.length === 0) return null;
      documents.getState().commitBurst();
      return documents.getState().edit((document) => changes.reduce((changed, change) => change(changed), document));
    };
    /** Progress in which the steps that were passed over, and change something, count as entered. */
    const prepared = (its: Course, step: LessonStep, progress: LessonProgress): LessonProgress =>
      its.steps
        .slice(0, its.steps.indexOf(step))
        .filter(({ id, prepare: change }) => change && !Object.hasOwn(progress.states, id))
        .reduce((all, { id }) => withState(all, id, 'open'), progress);

    const goBy = (by: 1 | -1): void => {
      const at = now();
      if (!at) return;
      const beside = stepBeside(at.course, at.progress.answers, at.step.id, by);
      if (beside) get().go(beside.id);
    };

    projects.subscribe((project, copied) => {
      const { lesson, progress, fault } = get();
      const its = lesson && progress[lesson];
      if (!its || ownSwitch) return;
      if (copied) put(lesson, { ...its, project });
      else if (project !== its.project) set({ fault: astray() });
      else if (fault === astray()) set({ fault: null });
    });
    stage.onRun((run) => {
      const { lesson, progress } = get();
      const its = lesson && progress[lesson];
      if (its && its.project === projects.present().project) put(lesson, { ...its, run });
    });

    return {
      language: kept.language ?? hosts.speaks(),
      lesson: null,
      step: null,
      entering: false,
      fault: null,
      folded: false,
      home: null,
      progress: kept.progress,

      start: (lesson, step) => {
        const at = now();
        // The lesson is open: only the step is another, where one is asked for.
        if (at?.lesson === lesson && at.progress.project === projects.present().project) {
          set({ folded: false });
          if (step === undefined || step === at.step.id) return Promise.resolve();
          if (mayEnter(at.course, at.progress.answers, step)) {
            set({ fault: null });
            return enter(step);
          }
        }
        return begin(lesson, step, 'resume');
      },
      resume: async () => {
        if (!keptOpen || get().lesson !== null) return;
        const { lesson } = keptOpen;
        const asked = turn;
        await projects.ready();
        if (asked === turn && get().progress[lesson]?.project === projects.present().project) await begin(lesson, undefined, 'resume');
      },
      startHere: (lesson, step) => begin(lesson, step, 'here'),
      restart: (lesson) => begin(lesson, undefined, 'afresh'),

      leave: () => {
        const at = now();
        const { home } = get();
        turn += 1;
        watch.stop();
        course = null;
        keptOpen = null;
        set({ lesson: null, step: null, fault: null, entering: false, folded: false, home: null });
        keep();
        // Whoever opened another project meanwhile stays in that.
        if (at && home && projects.present().project === at.progress.project) void switching(() => projects.back(home));
      },
      fold: (folded) => {
        set({ folded });
        keep();
      },
      go: (id) => {
        const at = now();
        if (!at || !mayEnter(at.course, at.progress.answers, id))
          return at ? set({ fault: stepNamed(at.course, id) ? gated() : noStep(id) }) : undefined;
        if (at.progress.project !== projects.present().project) return void begin(at.lesson, id, 'resume');
        set({ fault: null });
        void enter(id);
      },
      next: () => goBy(1),
      previous: () => goBy(-1),

      predict: (option) => {
        const at = now();
        const answered = at?.step.kind === 'predict' ? withAnswer(at.progress, at.step, option) : null;
        if (at && answered) put(at.lesson, answered);
      },
      answer: (answer) => {
        const at = now();
        const answered = at?.step.kind === 'check' ? withAnswer(at.progress, at.step, answer) : null;
        if (at && answered) put(at.lesson, answered);
      },
      showRecorded: () => {
        const at = now();
        if (at?.step.kind !== 'do' || !at.step.recorded) return;
        const { lesson, step } = at;
        const seen = (): void => {
          const progress = get().progress[lesson];
          if (progress?.states[step.id] === 'open') put(lesson, withState(progress, step.id, 'recorded'));
        };
        if (at.step.recorded === 'evidence') return seen();
        void stage.showRecorded(stage.recordedOf(at.course)).then((fault) => {
          if (fault) set({ fault });
          else seen();
        });
      },
      assist: () => {
        const at = now();
        if (at?.step.kind !== 'do' || !at.step.assist || at.progress.project !== projects.present().project) return;
        const { assist } = at.step;
        documents.getState().commitBurst();
        const { document: before } = documents.getState();
        watch.help(before);
        const fault = documents.getState().edit(assist);
        if (fault) set({ fault: locked(fault) });
      },
      speak: (language) => {
        if (!LANGUAGES.includes(language)) return;
        set({ language });
        keep();
      },
    };
  });
}
