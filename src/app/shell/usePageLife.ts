/** What happens when the page opens and closes. */
import { useEffect } from 'react';
import type { Fault } from '../../core/faults.ts';
import { cursorStore } from '../../stores/cursor.ts';
import { documentStore, restored } from '../../stores/document.ts';
import { keepAwake, keepPrepared } from '../../stores/engine.ts';
import { followLibrary } from '../../stores/library.ts';
import { pageFaultsStore } from '../../stores/pageFaults.ts';
import { shippedAs } from '../../stores/presetChoice.ts';
import { projectsStore } from '../../stores/projects.ts';
import { runsStore } from '../../stores/runs.ts';
import { storageWorks, STORAGE_KEYS } from '../../stores/storage.ts';
import { formatDuration } from '../engine/figures.ts';
import { text } from '../text/text.ts';
import { notifyRefused } from './notify.ts';

/** Keeps the document in the browser, and loads the recorded run. */
export function usePageLife(): void {
  useEffect(() => {
    const works = storageWorks();
    if (!works) notifyRefused(text.header.notSaved, text.storage.unavailable);
    void projectsStore.getState().start();
    if (restored.fault) reportUnreadable(restored.fault);
    cursorStore.getState().move({ role: documentStore.getState().document.team.agents[0]?.role ?? null });
    // A project of one's own begins with the default one's recorded run: the page is alive at once.
    void runsStore.getState().showProject(shippedAs(documentStore.getState().document) ?? 'micro');
    const stopPreparing = keepPrepared();
    const stopLibrary = followLibrary();
    const stopAwake = keepAwake((time, iteration) => text.kept.suspended(formatDuration(time / 1000), iteration));

    const hide = (): void => projectsStore.getState().flush();
    window.addEventListener('pagehide', hide);
    return () => {
      projectsStore.getState().stop();
      stopPreparing();
      stopLibrary();
      stopAwake();
      window.removeEventListener('pagehide', hide);
    };
  }, []);
}

/** Says that the kept project could not be read, why, and where its text is now. */
function reportUnreadable(cause: Fault): void {
  const hint = text.storage.unreadableHint(STORAGE_KEYS.unreadable);
  const detail = [cause.message, cause.detail].filter(Boolean).join('\n');
  pageFaultsStore.getState().report('project', [{ code: cause.code, message: text.storage.unreadable, hint, detail }]);
}
