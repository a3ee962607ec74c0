/** A project whose file brings bases that are not here: what a person is asked before anything of it is kept, and what then happens. */
import { createStore } from 'zustand/vanilla';
import { engineStore } from '../../../../state/engine/engine.ts';
import { notifyDone } from '../../../../kit/notices/notify.ts';
import { openAsNew, underWay } from '../../../../kit/projects/projectActions.ts';
import { GAP, text } from '../../../../../words/words.ts';
import type { BroughtProject } from './brought.ts';

const words = text.projects;

interface BasesInState {
  /** Name of the file. */
  readonly file: string;
  /** Null while it is looked through. */
  readonly brought: BroughtProject | null;
}

export const basesInStore = createStore<BasesInState>(() => ({ file: '', brought: null }));

/** Keeps the bases of what was brought and opens the project; without them only the project. */
export async function takeBrought(file: string, { document, asItCame, bases }: BroughtProject, withBases: boolean): Promise<void> {
  const said: string[] = [];
  for (const { name, files } of withBases ? bases : []) {
    await engineStore.getState().addBase(name, files);
    const isKept = engineStore.getState().kept.some((base) => base.name === name);
    said.push(isKept ? words.basesIn.kept(name) : words.basesIn.unkept(name));
  }
  const chosen = withBases ? document : asItCame;
  const kept = openAsNew(chosen);
  notifyDone(words.opened, [words.openedFrom(chosen.name, file), ...said, ...kept, ...underWay()].join(GAP));
}
