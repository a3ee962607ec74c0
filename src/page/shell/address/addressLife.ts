/** The page's address wired to the browser, the runs and what is said of a link that leads to something that is not here. */
import { lessonNamed } from '../../../core/lessons/ids.ts';
import { openedAddress, type LessonAddress } from '../../state/address/address.ts';
import { followAddressBar, type Missing } from './addressBar.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { documentStore } from '../../state/document/document.ts';
import { lessonsStore } from '../../state/lessons/lessons.ts';
import { isRecorded } from '../../state/runs/recorded.ts';
import { libraryStore } from '../../state/library/library.ts';
import { currentRun, runsStore } from '../../state/runs/runs.ts';
import { learnAddress, onLearn, openLearnAt } from '../../state/address/learnStore.ts';
import { exploreText } from '../../../words/words.ts';
import { tellNoLesson } from '../../kit/lessons/openLessonHere.ts';
import { notifyRefused } from '../../kit/notices/notify.ts';

const words = exploreText.link;

const rolesNow = (): readonly string[] => documentStore.getState().document.team.agents.map(({ role }) => role);

/** Lets the address follow the cursor and the cursor the address; returns how to end it. */
export function followAddress(): () => void {
  const bar = followAddressBar({
    cursor: cursorStore,
    roles: rolesNow,
    runs: {
      current: () => currentRun(runsStore.getState()),
      bring,
      read: async (iteration, episode) => {
        const { current } = runsStore.getState();
        if (current !== null)
          await libraryStore
            .getState()
            .readEpisodes(current, iteration, episode === undefined ? undefined : { episode })
            .catch(() => undefined); // then it is not here, which is told
      },
      subscribe: (change) =>
        runsStore.subscribe(({ current }, before) => {
          if (current !== before.current) change();
        }),
    },
    lessons: {
      current: lessonNow,
      entering: () => lessonsStore.getState().entering,
      open: openLesson,
      subscribe: (change) =>
        lessonsStore.subscribe(({ step, entering }, before) => {
          if (step !== before.step || entering !== before.entering) change();
        }),
    },
    learn: { current: learnAddress, open: openLearnAt, subscribe: onLearn },
    page: {
      hash: () => window.location.hash,
      write: (hash, step) => {
        const { pathname, search } = window.location;
        if (step) window.history.pushState(null, '', pathname + search + hash);
        else window.history.replaceState(window.history.state, '', pathname + search + hash);
      },
      subscribe: (change) => {
        window.addEventListener('popstate', change);
        return () => window.removeEventListener('popstate', change);
      },
    },
    tell,
  });
  // A lesson that was open when the page was left goes on, unless the address leads elsewhere.
  if (!openedAddress) void lessonsStore.getState().resume();
  const hide = (): void => bar.flush();
  window.addEventListener('pagehide', hide);
  return () => {
    bar.stop();
    window.removeEventListener('pagehide', hide);
  };
}

/** The step of the lesson that is open. */
function lessonNow(): LessonAddress {
  const { lesson, step } = lessonsStore.getState();
  return lesson !== null && step !== null ? { lesson, step } : {};
}

async function openLesson({ lesson, step }: LessonAddress): Promise<boolean> {
  const { start, leave } = lessonsStore.getState();
  const known = lessonNamed(lesson);
  if (lesson === undefined) leave();
  else if (known) await start(known, step);
  return (lessonsStore.getState().lesson ?? undefined) === lesson;
}

/** Brings a run on screen: one that is here, one that ships with the page, or one that this browser keeps. */
async function bring(id: string): Promise<boolean> {
  const { showRecorded, show } = runsStore.getState();
  if (!runsStore.getState().runs[id] && isRecorded(id)) await showRecorded(id);
  else if (!runsStore.getState().runs[id]) {
    await libraryStore.getState().refresh();
    const known = libraryStore.getState().cards.some((card) => card.id === id);
    if (known)
      await libraryStore
        .getState()
        .open(id)
        .catch(() => undefined); // then it is not here, which is told
  }
  show(id);
  return runsStore.getState().current === id;
}

function tell({ what, address }: NonNullable<Missing>): void {
  const { lesson = '', run = '', iteration = 0, episode = 0, message = 0, token = 0 } = address;
  switch (what) {
    case 'lesson':
      return tellNoLesson(lesson);
    case 'run':
      return notifyRefused(words.noRun, words.noRunHint(run));
    case 'iteration':
      return notifyRefused(words.notHere, words.noIteration(iteration));
    case 'episode':
      return notifyRefused(words.notHere, words.noEpisode(episode, iteration));
    case 'token':
      return notifyRefused(words.notHere, words.noToken(token, message, episode));
    default:
      what satisfies never;
  }
}
