/** The project of a lesson among the projects of the page: opened for it, found again, and left for the learner's own. */
import { type Fault, faultFrom } from '../../../core/faults.ts';
import { presetProject } from '../document/defaultProject.ts';
import { documentStore } from '../document/document.ts';
import { libraryStore } from '../library/library.ts';
import { showOpened } from '../projects/opened.ts';
import { pageFaultsStore } from '../document/pageFaults.ts';
import { shippedAs } from '../projects/presetChoice.ts';
import { projectsStore } from '../projects/projects.ts';
import { isUnderWay } from '../runs/interrupted.ts';
import { isRecorded } from '../runs/recorded.ts';
import { currentRun, runsStore } from '../runs/runs.ts';
import type { LessonProjects } from './hosts.ts';

export const pageProjects: LessonProjects = {
  ready: () =>
    new Promise((resolve) => {
      if (projectsStore.getState().status !== 'loading') return resolve();
      const stop = projectsStore.subscribe(({ status }) => {
        if (status === 'loading') return;
        stop();
        resolve();
      });
    }),
  present: () => {
    const { document } = documentStore.getState();
    const { present, untouched } = projectsStore.getState();
    return { project: present, name: document.name, preset: untouched() ? shippedAs(document) : null, run: runsStore.getState().current };
  },
  open: async (project, recorded) => {
    const { removed, open } = projectsStore.getState();
    if (removed.some(({ id }) => id === project) || (await open(project)) !== null) return false;
    showOpened(recorded);
    return true;
  },
  create: (document, recorded) => {
    const id = projectsStore.getState().create(document);
    showOpened(recorded);
    return id;
  },
  back: async ({ project, preset, run }) => {
    const refuse = (fault: Fault) => pageFaultsStore.getState().report('project', [fault]);
    const fault = await projectsStore.getState().open(project);
    if (fault && preset === null) return refuse(fault);
    try {
      if (fault && preset !== null) projectsStore.getState().create(await presetProject(preset));
      showOpened();
      if (run !== null) await showAgain(run);
    } catch (error) {
      refuse(faultFrom(error));
    }
  },
  subscribe: (change) =>
    projectsStore.subscribe(({ present, news }, before) => {
      if (present !== before.present) change(present, news !== before.news && news?.kind === 'copied');
    }),
};

/** Brings the run back that was on screen; one under way keeps its place, and one that cannot be read says so when a person opens it. */
async function showAgain(run: string): Promise<void> {
  const present = currentRun(runsStore.getState());
  if (present && isUnderWay(present)) return;
  const { runs, show, showRecorded } = runsStore.getState();
  if (runs[run]) return show(run);
  if (isRecorded(run)) return showRecorded(run);
  await libraryStore
    .getState()
    .open(run)
    .catch(() => undefined);
}
