/** What comes back from an export: a run that can go on here, or adapters that the next training begins with. */
import { baseNameOf } from '../../../core/document/bases.ts';
import { fault, FaultError } from '../../../core/faults.ts';
import { importInfoOf } from '../../../core/formats/imports/run/info.ts';
import { readAdapters } from '../../../core/formats/models/adapters/adapters.ts';
import { adaptersByRole } from '../../../core/formats/models/adapters/adaptersGiven.ts';
import type { Files } from '../../../core/formats/files.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { documentStore } from '../../state/document/document.ts';
import { engineStore } from '../../state/engine/engine.ts';
import { forkStore } from '../../state/fork/fork.ts';
import { sameFiles } from '../../state/lab/sameFiles.ts';
import { libraryStore } from '../../state/library/library.ts';
import { pageFaultsStore } from '../../state/document/pageFaults.ts';
import { runsStore } from '../../state/runs/runs.ts';
import { ownBases } from '../../kit/projects/basesToTake.ts';
import { notifyDone } from '../../kit/notices/notify.ts';
import { COMMA, openedFaults, text } from '../../../words/words.ts';
import { openAsNew, underWay } from '../../kit/projects/projectActions.ts';

const words = text.projects;

/** Keeps the run of an export or of a run folder, opens its project and shows it; it can go on from its newest checkpoint. */
export async function takeRun(given: Uint8Array | Files, name: string): Promise<void> {
  const library = libraryStore.getState();
  const id = crypto.randomUUID();
  const { document, bases } = await library.takeIn(id, given);
  const have = await ownBases(document);
  for (const [base, files] of Object.entries(bases)) {
    if (!have[base]) await engineStore.getState().addBase(base, files);
    else if (!(await sameFiles(have[base], files))) {
      await library.remove([id]);
      throw new FaultError(fault(openedFaults, 'E_BASE_OTHER', { name: base }));
    }
  }
  await library.open(id);
  // The team of a run that something else trained is nothing one would train here.
  if (importInfoOf(runsStore.getState().runs[id]?.info)) return notifyDone(words.opened, words.openedFrom(document.name, name));
  const kept = openAsNew(document);
  // A project that was just opened has no run on screen.
  runsStore.getState().show(id);
  const iteration = runsStore.getState().runs[id]?.iteration ?? 0;
  notifyDone(words.opened, [words.openedFrom(document.name, name), words.runTaken(name, iteration), ...kept, ...underWay()].join(' '));
}

/** The next training begins with these adapters; `role` is the agent they were dropped on. What does not fit is refused here. */
export function takeAdapters(files: Files, name: string, role?: string): void {
  const { document } = documentStore.getState();
  const adapters = adaptersByRole(files, document, role);
  const specs = document.team.agents.map((agent) => ({ role: agent.role, baseName: baseNameOf(document, agent), ...agent.adapter }));
  // Whether they are for this base is found out when they are loaded on it, and told in the run.
  const found = readAdapters(adapters, specs, { folder: name, tell: () => undefined });
  forkStore.getState().prepare({ parent: null, name, adapters });
  cursorStore.getState().move({ place: 'training' });
  pageFaultsStore.getState().report('project', []);
  notifyDone(words.adapters, words.adaptersText(name, [...found.keys()].join(COMMA)));
}
