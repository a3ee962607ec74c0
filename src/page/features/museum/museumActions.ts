/** What an exhibit offers: its project with the defect on, and the comparison of both over seeds. */
import type { Exhibit } from '../../../core/museum/exhibits.ts';
import { exhibitCells, exhibitProject, RUN_SEEDS, runsOf } from '../../../core/museum/sweeps.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { presetProject } from '../../state/document/defaultProject.ts';
import { queueStore } from '../../state/queue/queue.ts';
import { openAsNew } from '../../kit/projects/projectActions.ts';
import { notifyDone } from '../../kit/notices/notify.ts';
import { withFaultNotice } from '../../kit/notices/withFaultNotice.ts';
import { GAP, museumText as words, settingsText, text } from '../../../words/words.ts';

export const labelOf = (id: Exhibit['id']): string => settingsText.fields[`compat.${id}`].label;

/** Sweep id of all runs that the museum queues for an exhibit, whenever. */
export const sweepIdOf = (id: Exhibit['id']): string => `museum-${id}`;

async function projectOf(exhibit: Exhibit, bug: boolean) {
  const label = labelOf(exhibit.id);
  return {
    ...exhibitProject(await presetProject(exhibit.preset), exhibit, bug),
    name: words.projectName(label),
    description: words.projectText(label, words.exhibits[exhibit.id].gist),
  };
}

/** Opens the project with the switch on, at the settings. */
export function tryExhibit(exhibit: Exhibit): Promise<void> {
  return withFaultNotice(text.projects.notStarted, async () => {
    const kept = openAsNew(await projectOf(exhibit, true));
    cursorStore.getState().move({ place: 'training', tab: 'settings' });
    notifyDone(words.opened, [words.openedText(labelOf(exhibit.id)), ...kept].join(GAP));
  });
}

export function compareExhibit(exhibit: Exhibit): Promise<void> {
  return withFaultNotice(words.notQueued, async () => {
    const label = labelOf(exhibit.id);
    const sweep = { id: sweepIdOf(exhibit.id), name: words.sweepName(label) };
    const project = await projectOf(exhibit, false);
    queueStore.getState().add(
      runsOf(project, exhibitCells(exhibit), RUN_SEEDS).map(({ base, values, seed }) => ({
        base,
        values,
        seed,
        name: words.runName(label, Object.values(values)[0] === true, seed),
        tags: [],
        sweep: { ...sweep, values },
      })),
    );
    notifyDone(words.queued, words.queuedText);
  });
}
