/**
 * The lesson that is open: which step, what was answered, what is done. It takes the workbench to where a step leads when the step
 * is entered, once, and from then on only watches until the step's goal is reached.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { mayEnter, stepBeside } from '../../../core/lessons/gates.ts';
import { createBeginning } from './beginning.ts';
import { createLessonsShared } from './shared.ts';
import { createEntering } from './entering.ts';
import { locked } from './faults.ts';
import { openLessonText } from '../../../words/words.ts';
import type { LessonsHosts } from './hosts.ts';
import { MOST_EXPECTED } from '../../../core/lessons/taken.ts';
import { lessonsText, readLessons } from './kept.ts';
import { stepNamed, withAnswer, withExpected, withState } from './progress.ts';
import { afterSwitch } from './projectSwitch.ts';
import type { LessonsState } from './types.ts';

/** A store of lessons; the page has one, `lessonsStore`. */
export function createLessonsStore(hosts: LessonsHosts): StoreApi<LessonsState> {
  const { documents, projects, stage, storage } = hosts;
  const kept = readLessons(lessonsText(storage).read());

  return createStore<LessonsState>((set, get) => {
    const shared = createLessonsShared(hosts, kept.open, get, set);
    const { watch, keep, put, now } = shared;
    const enter = createEntering(shared);
    const begin = createBeginning(shared, enter);

    const goBy = (by: 1 | -1): void => {
      const at = now();
      if (!at) return;
      const beside = stepBeside(at.course, at.progress.answers, at.step.id, by);
      if (beside) get().go(beside.id);
    };

    projects.subscribe((project, copied) => {
      const { lesson, progress, fault } = get();
      const its = lesson && progress[lesson];
      if (!its || shared.ownSwitch) return;
      const what = afterSwitch(its, project, copied, fault);
      if (what === 'follow') put(lesson, { ...its, project });
      if (what === 'astray') set({ fault: openLessonText.astray });
      if (what === 'back') set({ fault: null });
    });
    stage.onRun((run) => {
      const { lesson, progress } = get();
      const its = lesson && progress[lesson];
      if (its && its.project === projects.present().project) put(lesson, { ...its, run });
    });

    return {
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
        if (!shared.keptOpen || get().lesson !== null) return;
        const { lesson } = shared.keptOpen;
        const asked = shared.turn;
        await projects.ready();
        if (asked === shared.turn && get().progress[lesson]?.project === projects.present().project)
          await begin(lesson, undefined, 'resume');
      },
      startHere: (lesson, step) => begin(lesson, step, 'here'),
      restart: (lesson) => begin(lesson, undefined, 'afresh'),

      leave: () => {
        const at = now();
        const { home } = get();
        shared.turn += 1;
        watch.stop();
        shared.course = null;
        shared.keptOpen = null;
        set({ lesson: null, step: null, fault: null, entering: false, folded: false, home: null });
        keep();
        // Whoever opened another project meanwhile stays in that.
        if (at && home && projects.present().project === at.progress.project) void shared.switching(() => projects.back(home));
      },
      forget: (lesson) => {
        if (get().lesson === lesson) get().leave();
        shared.drop(lesson);
      },
      fold: (folded) => {
        set({ folded });
        keep();
      },
      go: (id) => {
        const at = now();
        if (!at || !mayEnter(at.course, at.progress.answers, id))
          return at ? set({ fault: stepNamed(at.course, id) ? openLessonText.gated : openLessonText.noStep(id) }) : undefined;
        if (at.progress.project !== projects.present().project) return void begin(at.lesson, id, 'resume');
        set({ fault: null });
        void enter(id);
      },
      next: () => goBy(1),
      previous: () => goBy(-1),

      predict: (option, sure = null, ahead) => {
        const at = now();
        const step = at && (ahead === undefined ? at.step : stepNamed(at.course, ahead));
        const answered = at && step?.kind === 'predict' ? withAnswer(at.progress, step, option) : null;
        if (at && step && answered) put(at.lesson, withExpected(answered, step.id, { text: null, sure }));
      },
      expect: (text, sure) => {
        const at = now();
        if (at?.step.kind !== 'do' || at.progress.states[at.step.id] !== 'open' || text.trim() === '') return;
        put(at.lesson, withExpected(at.progress, at.step.id, { text: text.trim().slice(0, MOST_EXPECTED), sure }));
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
    };
  });
}
