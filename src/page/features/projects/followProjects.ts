/** What goes on with projects while the page is open: keeping them, telling what happened to them, opening links. */
import { isFuture } from '../../../core/document/migrations.ts';
import { type Fault, fault, sentencesOf, worded } from '../../../core/faults.ts';
import { openedAddress } from '../../state/address/address.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { documentStore, restored } from '../../state/document/document.ts';
import { showOpened } from '../../state/projects/opened.ts';
import { pageFaultsStore } from '../../state/document/pageFaults.ts';
import { shippedAs } from '../../state/projects/presetChoice.ts';
import { projectsStore, type ProjectNews } from '../../state/projects/projects.ts';
import { runsStore } from '../../state/runs/runs.ts';
import { followTeacherView } from '../../state/projects/teach.ts';
import { keptNewsStore } from '../../state/storage/keptNews.ts';
import { storageWorks, STORAGE_KEYS } from '../../state/storage/storage.ts';
import { notifyDone, notifyRefused } from '../../kit/notices/notify.ts';
import { GAP, projectFaults, text } from '../../../words/words.ts';
import { hasLink, openLink } from '../../kit/projects/links.ts';

/** Begins to keep projects; returns how to end it. */
export function followProjects(): () => void {
  const works = storageWorks();
  if (!works) notifyRefused(text.header.notSaved, text.storage.unavailable);
  if (restored.fault) reportUnreadable(restored.fault);
  let ended = false;
  // A link first: what was open last waits its turn.
  if (hasLink()) void openLink().then((opened) => ended || begin(opened));
  else begin(false);
  const stopNews = projectsStore.subscribe(({ news }, before) => {
    if (news && news !== before.news) tell(news, works);
  });
  const stopRefusals = documentStore.subscribe(({ refused }, before) => {
    if (refused && refused !== before.refused) notifyRefused(text.teach.refused, sentencesOf(refused));
  });
  const stopLesson = followTeacherView();
  const hide = (): void => projectsStore.getState().flush();
  const followHash = (): void => void openLink();
  window.addEventListener('pagehide', hide);
  window.addEventListener('hashchange', followHash);
  return () => {
    ended = true;
    projectsStore.getState().stop();
    stopNews();
    stopRefusals();
    stopLesson();
    window.removeEventListener('pagehide', hide);
    window.removeEventListener('hashchange', followHash);
  };
}

/** Shows what was open last, unless a link was opened, and begins to keep what is open. */
function begin(linked: boolean): void {
  if (!linked) {
    selectAgent();
    // A project of one's own begins with the default one's recorded run: the page is alive at once.
    void runsStore.getState().showProject(shippedAs(documentStore.getState().document) ?? 'micro');
  }
  const opened = projectsStore.getState().present;
  void projectsStore
    .getState()
    .start()
    .then(() => {
      if (projectsStore.getState().present === opened) return;
      const { faults, report } = pageFaultsStore.getState();
      showOpened(); // another one was found to be the newest
      report('project', faults.project); // what could not be opened is still to be told
      selectAgent();
    });
}

/** The agent that the page's address named, else the first. */
function selectAgent(): void {
  const { agents } = documentStore.getState().document.team;
  const agent = agents.find(({ role }) => role === openedAddress?.role) ?? agents[0];
  cursorStore.getState().move({ role: agent?.role ?? null });
}

function tell(news: ProjectNews, works: boolean): void {
  switch (news.kind) {
    case 'copied':
      return notifyDone(text.projects.tabs.copied, text.projects.tabs.copiedText(news.name));
    case 'yielded':
      return notifyRefused(text.projects.tabs.takenOver, text.projects.tabs.yielded);
    case 'unreadable':
      return reportKept(news.fault);
    case 'notKept':
      // Where a newer workbench has the database, that is told by itself: nothing is full.
      if (works && !keptNewsStore.getState().newer.has('projects'))
        pageFaultsStore.getState().report('project', [fault(projectFaults, 'E_STORAGE_FULL', {})]);
      return;
    default:
      news satisfies never;
  }
}

/** Says that what was open last could not be read and stays as it is. */
function reportKept(cause: Fault): void {
  const hint = isFuture(cause) ? text.storage.futureHint : text.storage.keptHint;
  const { params: _, ...said } = cause; // worded here, with what it comes to
  pageFaultsStore.getState().report('project', [{ ...said, message: `${worded(cause).message}${GAP}${text.storage.anotherIsOpen}`, hint }]);
}

/** Says that the kept project could not be read, why, and where its text is now. */
function reportUnreadable(cause: Fault): void {
  if (isFuture(cause)) return reportKept(cause);
  const hint = text.storage.unreadableHint(STORAGE_KEYS.unreadable);
  const detail = [worded(cause).message, cause.detail].filter(Boolean).join('\n');
  pageFaultsStore.getState().report('project', [{ code: cause.code, message: text.storage.unreadable, hint, detail }]);
}
