/** What happens when the page opens and closes. */
import { useEffect } from 'react';
import { OPEN_PARAMETER } from '../../core/handed.ts';
import { engineStore, keepAwake, keepPrepared } from '../state/engine/engine.ts';
import { takeLostWarmStart } from '../state/engine/warmNote.ts';
import { safeStart } from '../state/storage/safeStart.ts';
import { tabStorage } from '../state/storage/storage.ts';
import { notifyLasting } from '../kit/notices/notify.ts';
import { onOwnComputer } from '../kit/projects/ownComputer.ts';
import { leavingLoses } from './leaving.ts';
import { followLibrary, libraryStore } from '../state/library/library.ts';
import { formatDuration } from '../kit/figures/figures.ts';
import { openFilesWith } from '../kit/files/openFile.ts';
import { followProjects } from '../features/projects/followProjects.ts';
import { followKept } from './followKept.ts';
import { followLog } from './followLog.ts';
import { followTitle } from './pageTitle.ts';
import { screenParts, whenScreen } from './places/panels.ts';
import { tellFirstScreen, whenIdle } from '../state/opening/firstScreen.ts';
import { shownRun } from '../state/runs/runs.ts';
import { text } from '../../words/words.ts';

openFilesWith(() => import('./open/openFile.ts'));

/** Keeps projects and runs in the browser, has the workers ready, and keeps the computer awake while it trains. */
export function usePageLife(): void {
  useEffect(() => {
    const stopLog = followLog();
    const stopKept = followKept();
    const stopProjects = followProjects();
    const stopPreparing = keepPrepared();
    const stopLibrary = followLibrary();
    const stopAddress = followAddress();
    const stopAwake = keepAwake((milliseconds) => formatDuration(milliseconds / 1000));
    const stopLeaving = warnBeforeLeaving();
    tellLostWarmStart();
    openHanded();
    installOffline();
    // As what it shows is there, or is known not to come.
    void Promise.allSettled([screenParts, shownRun()]).then(drawn).then(tellFirstScreen);
    const stopTitle = followTitle();
    return () => {
      stopLog();
      stopKept();
      stopTitle();
      stopLeaving();
      stopProjects();
      stopPreparing();
      stopLibrary();
      stopAddress();
      stopAwake();
    };
  }, []);
}

/** Resolves once what was put on the page is drawn: the page has nothing else to do, or has not had for two seconds. */
const drawn = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 500);
  });

/** Has the page work without network, and isolated where the host sends no headers, which comes first: it loads the page again. Not on one's own computer, where no older page may hide what was built or written last. */
function installOffline(): void {
  if (safeStart || !import.meta.env.PROD || !('serviceWorker' in navigator) || onOwnComputer()) return;
  const install = (): void =>
    void import('./offline/installed.tsx').then(
      (module) => module.installOffline(),
      () => undefined, // without it the page works as long as there is a network
    );
  if (globalThis.crossOriginIsolated) whenIdle(install);
  else install();
}

/** Says what leaving the page has taken of a warm start: it cannot go on. */
function tellLostWarmStart(): void {
  const lost = takeLostWarmStart(tabStorage);
  if (lost) notifyLasting(text.kept.lostWarmStart.title, text.kept.lostWarmStart[lost.loss](lost.project));
}

/** Opens what a terminal hands over, where the page was opened for that; any other page asks for nothing. */
function openHanded(): void {
  if (new URLSearchParams(window.location.search).has(OPEN_PARAMETER))
    void import('./open/openHanded.ts').then((module) => module.openHanded());
}

/** The browser asks whether to leave while that would lose something; the words are its own. */
function warnBeforeLeaving(): () => void {
  const leave = (event: BeforeUnloadEvent): void => {
    if (leavingLoses(engineStore.getState(), libraryStore.getState())) event.preventDefault();
  };
  window.addEventListener('beforeunload', leave);
  return () => window.removeEventListener('beforeunload', leave);
}

/**
 * Lets the page's address follow what is read, once projects and runs have begun to be read; a link may name one of them. It is
 * fetched beside the page: where one is, is known from the beginning.
 */
function followAddress(): () => void {
  let stop: (() => void) | null = null;
  let ended = false;
  whenScreen((screen) => {
    if (!ended) stop = screen.followAddress();
  });
  return () => {
    ended = true;
    stop?.();
  };
}
